/** Tables as Parquet files. */
export { readParquet } from './read-parquet.ts'
export { printParquetPieces } from './write-parquet.ts'
