/**
 * The root of the package: what every program around Vario needs, whatever else it uses. Solvers are in `vario/ode`, linear
 * algebra in `vario/math`.
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
