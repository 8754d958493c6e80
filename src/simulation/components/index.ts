/** Components with a memory of their own, and their variants. */
export { ComponentMemories } from './component-memories.ts'
export type {
  ComponentEvent,
  ComponentMemory,
  CouplingGroup,
  EventIndicators,
  MemoryIsland,
  MemoryRates,
  ModelStates,
  ParameterMatrix,
  RowList,
  SegmentContext,
  VariantResult,
  VariantState,
} from './memory-component.ts'
export type { DeclaredState, RunSettings } from './segment-declarations.ts'
