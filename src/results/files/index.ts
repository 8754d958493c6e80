/** Tables as CSV, JSON and binary files. */
export { printBinaryPieces, readBinary, writeBinary } from './binary.ts'
export { bytesOfDoubles, decodeText, doublesAt, encodeText, joinBytes } from './bytes.ts'
export { checksumOfBytes } from './checksum.ts'
export { printJsonPieces, readJson, writeJson } from './json.ts'
export { readCsv } from './read-csv.ts'
export { createTable, damagedHeader, parseHeader, printHeader, type StoredSignal } from './table-header.ts'
export { printCsvPieces, writeCsv } from './write-csv.ts'
