/** Tables as CSV, JSON and binary files. */
export { readBinary, writeBinary } from './binary.ts'
export { readCsv } from './csv-read.ts'
export { writeCsv } from './csv-write.ts'
export { writeTextFile } from './file-access.ts'
export { readJson, writeJson } from './json.ts'
