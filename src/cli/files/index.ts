/** Files that commands read and write: results, pictures, and their problems in words. */
export { checkResultName, encodeTable, readTable, RESULT_EXTENSIONS, writeTable } from './result-files.ts'
export { checkWritable, type WrittenFile, writeFile } from './write-file.ts'
export { drawPng } from './draw-png.ts'
