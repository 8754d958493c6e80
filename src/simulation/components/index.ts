/** Components with memory, and the states and results that they declare per segment. */
export { ComponentMemories } from './component-memories.ts'
export type {
  ComponentEvent,
  ComponentMemory,
  CouplingGroup,
  EventIndicators,
  MemoryIsland,
  MemoryRates,
  ParameterMatrix,
  PassedStep,
  RestMemory,
  RowList,
  SegmentContext,
  VariantResult,
  VariantState,
} from './memory-component.ts'
export type { ModelStates } from './model-states.ts'
export type { RunSettings } from './segment-declarer.ts'
export { joinPlaces, numbersAt } from './state-memory.ts'
export { type DeclaredState, firstNumberOf, VariableBundle } from './variable-bundle.ts'
