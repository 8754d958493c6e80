/** Common parts of the formats: records of signals, headers, bytes, checksums. */

export { bytesOfDoubles, decodeText, doublesAt, encodeText, joinBytes } from './bytes.ts'
export { checksumOfBytes } from './checksum.ts'
export { assertFormatVersion } from './format-version.ts'
export {
  decodeAttribute,
  decodeWarnings,
  encodeAttribute,
  encodeWarnings,
  printJson,
} from './json-attributes.ts'
export { checkSeal, createSeal, hasSeal, SEAL_LENGTH } from './seal.ts'
export {
  addRecord,
  assertObject,
  assertText,
  decodeNumber,
  hasOwnValues,
  locateErrors,
  parseRecord,
  type RecordData,
  toRecord,
} from './signal-records.ts'
export { createTable, damagedHeader, parseHeader, printHeader, type StoredSignal } from './table-header.ts'
