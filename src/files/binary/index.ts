/** Binary formats of tables: own format, HDF5, Parquet, stream (.vstream); records of signals, headers, checksums. */
export { printBinaryPieces, readBinary, writeBinary } from './binary.ts'
export { decodeText, encodeText, joinBytes } from './bytes.ts'
export { assertFormatVersion } from './format-version.ts'
export {
  decodeAttribute,
  decodeWarnings,
  encodeAttribute,
  encodeWarnings,
  printJson,
} from './json-attributes.ts'
export { readHdf5 } from './read-hdf5.ts'
export { readParquet } from './read-parquet.ts'
export { type RandomAccess, readStream } from './read-stream.ts'
export {
  addRecord,
  assertObject,
  decodeNumber,
  hasOwnValues,
  locateErrors,
  parseRecord,
  type RecordData,
  toRecord,
} from './signal-records.ts'
export { StreamReader } from './stream-reader.ts'
export { StreamWriter } from './stream-writer.ts'
export { writeHdf5 } from './write-hdf5.ts'
export { printParquetPieces } from './write-parquet.ts'
