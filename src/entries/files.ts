/** `vario/files`: results in files, by the extension of their names. */
export {
  decodeResult,
  encodeResult,
  RESULT_FORMATS,
  type ResultExtension,
  readResult,
  resultExtensionOf,
  writeResult,
} from '../files/index.ts'
