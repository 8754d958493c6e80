/** Components with memory, and the states and results that they declare per segment. */
export { ComponentMemories } from './component-memories.ts'
export type {
  AssignedValue,
  Assignment,
  ComponentEvent,
  ComponentMemory,
  CouplingGroup,
  EventIndicators,
  MemoryIsland,
  MemoryRates,
  ParameterMatrix,
  ParameterReader,
  ParameterValue,
  PassedStep,
  RestMemory,
  ResultDeclaration,
  RowList,
  SegmentContext,
  StateDeclaration,
  VariantResult,
  VariantState,
} from './memory-component.ts'
export type { ModelModes, ModelStates } from './model-states.ts'
export type { RunSettings } from './segment-declarer.ts'
export { joinPlaces, numbersAt } from './state-memory.ts'
export { type DeclaredState, firstNumberOf, VariableBundle } from './variable-bundle.ts'
