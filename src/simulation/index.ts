/** Simulation of models: translation, the run with its step loop and segments, the results that it records. */
export {
  type LogSection,
  printTranslation,
  type ReportedAlias,
  type ReportedAssignment,
  type ReportedBlock,
  type ReportedCode,
  type ReportedEquation,
  type ReportedEvents,
  type ReportedState,
  type ReportedSystem,
  type ReportedVariable,
  type StartKind,
  type TranslationReport,
  type TranslationStatistics,
} from '../compiler/index.ts'
export type { Warn } from '../results/index.ts'
export { type Equilibrium, type EquilibriumOptions, mergeTrees } from './initialization/index.ts'
export {
  type Analysis,
  type AssignedValue,
  type ComponentEvent,
  type ComponentMemory,
  type CouplingGroup,
  type DifferentiableInput,
  type EventIndicators,
  type Experiment,
  type InputSignal,
  type InputTable,
  type LinearizeOptions,
  type MemoryIsland,
  type MemoryRates,
  type ModelModes,
  type ModelStates,
  OPTION_NAMES,
  type ParameterMatrix,
  type ParameterReader,
  type ParameterValue,
  type PassedStep,
  type RestMemory,
  type ResultDeclaration,
  type RowList,
  type SegmentContext,
  type SimulateOptions,
  type StateDeclaration,
  type VariantResult,
  type VariantState,
} from './runtime/index.ts'
export type { TangentRows } from './sensitivities/index.ts'
export {
  equilibrium,
  InstantiatedModel,
  type InstantiateOptions,
  instantiate,
  type Linearized,
  linearize,
  type SensitivityParameter,
  simulate,
} from './simulate.ts'
export { SimulationRun } from './simulation-run.ts'
export type { Linearization } from './solver-interface/index.ts'
export { type TranslateOptions, translate } from './translate.ts'
