/**
 * Result files by their extension: CSV, JSON, binary (.vario), stream (.vstream), Parquet, HDF5. The libraries of
 * Parquet and HDF5 are loaded only on demand.
 */
export { printBinaryPieces, readBinary, StreamReader, StreamWriter, writeBinary } from './binary/index.ts'
export { decodeResult, encodeResult } from './codecs.ts'
export type { Separator } from './csv-scanner.ts'
export { readResult, readTable, writeResult } from './file-access.ts'
export { readJson, writeJson } from './json.ts'
export { parseTable, type TableOptions } from './parse-table.ts'
export { readCsv } from './read-csv.ts'
export {
  RESULT_FORMATS,
  type ResultExtension,
  type ResultFormat,
  resultExtensionOf,
} from './result-formats.ts'
export { type CsvOptions, writeCsv } from './write-csv.ts'
