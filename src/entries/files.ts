/** `vario/files`: results in files, by the extension of their names, and tables from CSV files. */
export {
  decodeResult,
  encodeResult,
  parseTable,
  RESULT_FORMATS,
  type ResultExtension,
  type ResultFormat,
  readResult,
  readTable,
  resultExtensionOf,
  type TableOptions,
  writeResult,
} from '../files/index.ts'
