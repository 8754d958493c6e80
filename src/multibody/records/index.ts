/** Records: their definitions; creating, checking and reading them. */
export { checkPaths, checkRecord } from './check-record.ts'
export { checkUnits } from './check-units.ts'
export { createPart, createRecord } from './create-record.ts'
export {
  type AnyDefinition,
  DefinitionTable,
  isTagged,
  type KeyContent,
  type RecordDefinition,
  type TaggedRecord,
} from './definition.ts'
export {
  readAxis,
  readBoolean,
  readNumber,
  readStart,
  readStartVector,
  readVector,
  type Start,
} from './read-value.ts'
export type { AxisValue, NumberValue, StartValue, StartVector, VectorValue } from './values.ts'
