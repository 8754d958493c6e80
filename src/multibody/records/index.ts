/** Reading records: keys, units, values. */
export { checkRecord } from './check-record.ts'
export {
  readAxis,
  readBoolean,
  readNumber,
  readStart,
  readStartVector,
  readVector,
  type Start,
} from './read-value.ts'
export { createPart, createRecord, type TaggedRecord } from './record.ts'
export { checkRecordKeys } from './record-keys.ts'
export type { AxisValue, NumberValue, StartValue, StartVector, VectorValue } from './values.ts'
