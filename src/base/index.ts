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
export { describe, type ErrorFields, type Excerpt, InputError, printExcerpt, VarioError } from './errors.ts'
export {
  assertKnownKeys,
  assertKnownName,
  editDistance,
  listNames,
  nearestName,
  suggestName,
  unknownName,
} from './known-names.ts'
export { ownRecord, ownValue } from './own-keys.ts'
export { EPS } from './tolerances.ts'
export {
  convert,
  type Dimension,
  divideUnits,
  formatDimension,
  fromSI,
  multiplyUnits,
  parseUnit,
  powUnit,
  printUnit,
  sameDimension,
  toSI,
  type Unit,
  UnitError,
  type UnitTerm,
} from './units/index.ts'
export { VERSION } from './version.ts'
