/**
 * The root of the package: the modelling language, simulation and results. Solvers are in `vario/ode`, linear algebra in
 * `vario/math`, component libraries in `vario/library/…`.
 */
export {
  convert,
  type Dimension,
  type ErrorFields,
  fromSI,
  InputError,
  parseUnit,
  printUnit,
  toSI,
  type Unit,
  UnitError,
  type UnitTerm,
  VarioError,
} from './base/index.ts'
export {
  type Component,
  equations,
  expr,
  Model,
  merge,
  modelFromJson,
  modelJsonSchema,
  modelToJson,
  Par,
  printModel,
  quantity,
  redeclare,
  registerFunction,
  Var,
} from './model/index.ts'
export { plot } from './plot.ts'
export {
  plotText,
  readBinary,
  readCsv,
  readJson,
  type Signal,
  SignalTable,
  writeBinary,
  writeCsv,
  writeJson,
} from './results/index.ts'
export {
  type ComponentEvent,
  type ComponentMemory,
  type InstantiatedModel,
  type InstantiateOptions,
  instantiate,
  type Linearization,
  linearize,
  type SegmentContext,
  type SimulateOptions,
  simulate,
  type TranslateOptions,
  translate,
  type VariantState,
} from './simulation/index.ts'
