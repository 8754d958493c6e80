/**
 * `vario`: the modeling language, simulation, results and units. Solvers are in `vario/ode`, 3D mechanics in
 * `vario/multibody`, component libraries in `vario/library/…`, the interface for authors of components with memory in
 * `vario/components`.
 */
export {
  convert,
  divideUnits,
  formatDimension,
  fromSI,
  InputError,
  multiplyUnits,
  parseUnit,
  powUnit,
  printUnit,
  sameDimension,
  toSI,
  UnitError,
  VarioError,
} from '../base/index.ts'
export {
  readBinary,
  readCsv,
  readJson,
  StreamReader,
  writeBinary,
  writeCsv,
  writeJson,
} from '../files/index.ts'
export {
  type Component,
  defineFunction,
  equations,
  expr,
  inner,
  type Members,
  type MergeTree,
  Model,
  type ModelNode,
  merge,
  modelFromJson,
  modelJsonSchema,
  modelToJson,
  outer,
  Par,
  printModel,
  quantity,
  redeclare,
  registerFunction,
  Var,
} from '../model/index.ts'
export {
  type ActionRecord,
  type ContactRecord,
  type ImpactRecord,
  plot,
  plotText,
  type RunWarning,
  type SegmentAttributes,
  type SegmentTree,
  type Signal,
  SignalTable,
} from '../results/index.ts'
export {
  type Equilibrium,
  type EquilibriumOptions,
  type Experiment,
  equilibrium,
  type InstantiatedModel,
  instantiate,
  type Linearization,
  linearize,
  printTranslation,
  type SimulateOptions,
  type SimulationRun,
  simulate,
  type TranslationReport,
  translate,
} from '../simulation/index.ts'
