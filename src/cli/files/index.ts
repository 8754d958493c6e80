/** Files that commands read and write: results, pictures, and descriptions of their problems. */

export { checkPictureName, drawPng, writePicture } from './picture-files.ts'
export {
  checkResultName,
  encodeTable,
  RESULT_EXTENSIONS,
  RUN_EXTENSIONS,
  readTable,
  writeTable,
} from './result-files.ts'
export { isStream, StreamFile } from './stream-file.ts'
export { checkWritable, type WrittenFile, writeFile } from './write-file.ts'
