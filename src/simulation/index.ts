/** Simulates models: options, events, systems of equations, components with memory, results. */
export { printTranslation, type StartKind, type TranslationReport } from '../compiler/index.ts'
export type { Warn } from '../results/index.ts'
export type {
  ComponentEvent,
  ComponentMemory,
  CouplingGroup,
  EventIndicators,
  MemoryIsland,
  MemoryRates,
  ModelStates,
  ParameterMatrix,
  PassedStep,
  RestMemory,
  RowList,
  SegmentContext,
  VariantResult,
  VariantState,
} from './components/index.ts'
export { type Equilibrium, type EquilibriumOptions, mergeTrees } from './initialization/index.ts'
export { type Experiment, OPTION_NAMES, type SimulateOptions } from './options/index.ts'
export type { SimulationRun } from './run/index.ts'
export { equilibrium, InstantiatedModel, instantiate, linearize, simulate } from './simulate.ts'
export type { Linearization } from './solver-interface/index.ts'
export { translate } from './translate.ts'
