/** Units: parsing, dimension, conversion to and from SI. */
export { convert, fromSI, toSI } from './convert.ts'
export { type Dimension, formatDimension, sameDimension, type UnitTerm } from './dimension.ts'
export { parseUnit } from './parse-unit.ts'
export { divideUnits, multiplyUnits, powUnit, printUnit, type Unit, UnitError } from './unit.ts'
