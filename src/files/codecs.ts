/** Tables as bytes of all formats, without files: also for browsers. */
import { VarioError } from '../base/index.ts'
import {
  decodeText,
  encodeText,
  joinBytes,
  printBinaryPieces,
  printCsvPieces,
  printJsonPieces,
  readBinary,
  readCsv,
  readJson,
  type SignalTable,
} from '../results/index.ts'
import { findFormat, hasSignature, type ResultExtension, recogniseFormat } from './formats.ts'
import { readHdf5, writeHdf5 } from './hdf5/index.ts'
import { printParquetPieces, readParquet } from './parquet/index.ts'

/** Bytes that come one after the other, so that they need not be in memory together. */
type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

interface Codec {
  encode(table: SignalTable): Pieces
  decode(bytes: Uint8Array): SignalTable | Promise<SignalTable>
}

const HDF5: Codec = { encode: (table) => printHdf5(table), decode: readHdf5 }

const CODECS: Record<ResultExtension, Codec> = {
  json: {
    encode: (table) => toBytes(printJsonPieces(table)),
    decode: (bytes) => readJson(toText(bytes)),
  },
  csv: {
    encode: (table) => toBytes(printCsvPieces(table)),
    decode: (bytes) => readCsv(toText(bytes)),
  },
  vario: { encode: printBinaryPieces, decode: readBinary },
  parquet: { encode: printParquetPieces, decode: readParquet },
  h5: HDF5,
  hdf5: HDF5,
}

/** Longest text of V8 [characters]. */
const MAX_TEXT = 2 ** 29 - 24

/** The bytes of a file with a table, in pieces. */
export function encodePieces(table: SignalTable, extension: ResultExtension): Pieces {
  findFormat(extension)
  return CODECS[extension].encode(table)
}

/**
 * The bytes of a result file with a table.
 * @param extension which format: how the name of such a file ends, without the dot
 */
export async function encodeResult(table: SignalTable, extension: ResultExtension): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of encodePieces(table, extension)) pieces.push(piece)
  return joinBytes(pieces)
}

/**
 * The table in the bytes of a result file. It may keep the bytes: do not write into them.
 * @param extension which format: how the name of such a file ends, without the dot
 * @throws VarioError 'RESULT_FORMAT', 'CSV_FORMAT' or 'INPUT' that says what does not fit or is damaged.
 */
export async function decodeResult(bytes: Uint8Array, extension: ResultExtension): Promise<SignalTable> {
  const format = findFormat(extension)
  if (bytes.length === 0) throw new VarioError('RESULT_FORMAT', 'The result file is empty.')
  const found = recogniseFormat(bytes)
  if (found !== format && (found !== undefined || hasSignature(format))) {
    const hint =
      found === undefined
        ? 'its first bytes are those of something else'
        : `it is a ${found.name} file, whose name ends in .${found.extensions[0]}`
    throw new VarioError('RESULT_FORMAT', `This is no ${format.name} file: ${hint}.`)
  }
  try {
    return await CODECS[extension].decode(bytes)
  } catch (error) {
    if (error instanceof VarioError) throw error
    const reason = (error as Error).message
    throw new VarioError('RESULT_FORMAT', `The ${format.name} file is damaged: ${reason}`)
  }
}

async function* printHdf5(table: SignalTable): AsyncGenerator<Uint8Array> {
  yield await writeHdf5(table)
}

function* toBytes(texts: Iterable<string>): Generator<Uint8Array> {
  for (const text of texts) yield encodeText(text)
}

function toText(bytes: Uint8Array): string {
  if (bytes.length > MAX_TEXT) {
    const size = `${bytes.length} bytes, at most ${MAX_TEXT} can be read`
    throw new VarioError('RESULT_FORMAT', `The text is too long (${size}). Use .vario, .parquet or .h5.`)
  }
  try {
    return decodeText(bytes)
  } catch {
    throw new VarioError('RESULT_FORMAT', 'This is no text file in UTF-8.')
  }
}
