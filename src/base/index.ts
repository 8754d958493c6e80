/** Errors, assertions and units, for all layers. */
export {
  assertFinite,
  assertInteger,
  assertLength,
  assertNonNegative,
  assertOneOf,
  assertPictureSize,
  assertPositive,
} from './assertions.ts'
export { convert, fromSI, toSI } from './convert-unit.ts'
export { type Dimension, formatDimension, sameDimension, type UnitTerm } from './dimension.ts'
export { describe, type ErrorFields, type Excerpt, InputError, printExcerpt, VarioError } from './errors.ts'
export { FILE_PROBLEMS } from './file-problems.ts'
export {
  assertKnownKeys,
  assertKnownName,
  editDistance,
  listNames,
  nearestName,
  suggestName,
  unknownName,
} from './known-names.ts'
export { listScopes } from './list-scopes.ts'
export { ownRecord, ownValue } from './own-keys.ts'
export { parseUnit } from './parse-unit.ts'
export { EPS } from './tolerances.ts'
export { divideUnits, multiplyUnits, powUnit, printUnit, type Unit, UnitError } from './unit.ts'
export { VERSION } from './version.ts'
