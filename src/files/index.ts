/** Result files by their extension. Parquet and HDF5 are loaded only on demand. */
export { decodeResult, encodeResult } from './codecs.ts'
export { readResult, writeResult } from './file-access.ts'
export { RESULT_FORMATS, type ResultExtension, resultExtensionOf } from './formats.ts'
