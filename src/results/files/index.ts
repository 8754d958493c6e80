/** Tables as CSV, JSON and binary files. */
export { readBinary, writeBinary } from './binary.ts'
export { writeTextFile } from './file-access.ts'
export { readJson, writeJson } from './json.ts'
export { readCsv } from './read-csv.ts'
export { writeCsv } from './write-csv.ts'
