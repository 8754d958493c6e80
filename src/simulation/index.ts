/** Simulates models: options, events, systems of equations, components with memory, results. */
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
export type {
  AssignedValue,
  ComponentEvent,
  ComponentMemory,
  CouplingGroup,
  EventIndicators,
  MemoryIsland,
  MemoryRates,
  ModelModes,
  ModelStates,
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
} from './components/index.ts'
export { type Equilibrium, type EquilibriumOptions, mergeTrees } from './initialization/index.ts'
export {
  type Analysis,
  type DifferentiableInput,
  type Experiment,
  type InputSignal,
  type InputTable,
  type LinearizeOptions,
  OPTION_NAMES,
  type SimulateOptions,
} from './options/index.ts'
export type { SimulationRun } from './run/index.ts'
export {
  equilibrium,
  InstantiatedModel,
  type InstantiateOptions,
  instantiate,
  type Linearized,
  linearize,
  simulate,
} from './simulate.ts'
export type { Linearization } from './solver-interface/index.ts'
export { type TranslateOptions, translate } from './translate.ts'
