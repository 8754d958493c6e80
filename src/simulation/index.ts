export type { Linearization } from './linearize.ts'
export type {
  ComponentEvent,
  ComponentMemory,
  CouplingGroup,
  EventIndicators,
  MemoryPart,
  MemoryRates,
  ParameterMatrix,
  ParameterValue,
  ResultDeclaration,
  SegmentContext,
  StateDeclaration,
  VariantResult,
  VariantState,
} from './memory-component.ts'
export type { DifferentiableInput, InputSignal, InputTable, SimulateOptions } from './options.ts'
export type { NewWarning, Warn } from './run-warnings.ts'
export { InstantiatedModel, type InstantiateOptions, instantiate, linearize, simulate } from './simulate.ts'
export { type TranslateOptions, translate } from './translate.ts'
