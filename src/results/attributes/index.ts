/** Data of a table besides its signals: attributes, records, warnings. */
export { decodeAttribute, decodeWarnings, encodeAttribute, encodeWarnings, printJson } from './attributes.ts'
export { assertFormatVersion } from './format-version.ts'
export {
  addRecord,
  assertObject,
  assertText,
  decodeNumber,
  hasOwnValues,
  locateErrors,
  parseRecord,
  type RecordData,
  type SignalRecord,
  toRecord,
} from './records.ts'
export { RunWarnings, type Warn } from './run-warnings.ts'
