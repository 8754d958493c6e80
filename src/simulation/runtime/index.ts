/** The running model: options, values, inputs, code and services; components with memory, their states and results. */
export { Inputs } from './inputs.ts'
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
export { type MeanOfBranches, ModelRuntime } from './model-runtime.ts'
export type { ModelModes, ModelStates } from './model-states.ts'
export { ModelTangents } from './model-tangents.ts'
export { RecordChoice } from './record-choice.ts'
export {
  type Analysis,
  DEFAULT_INTERVALS,
  type DifferentiableInput,
  type Experiment,
  type InputSignal,
  type InputTable,
  type LinearizeOptions,
  OPTION_NAMES,
  type ResolvedOptions,
  resolveOptions,
  type SimulateOptions,
} from './simulate-options.ts'
export { joinPlaces, numbersAt } from './state-memory.ts'
export { type DeclaredState, firstNumberOf, VariableBundle } from './variable-bundle.ts'
