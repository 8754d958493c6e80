/** Tables as bytes of all formats, without files: also for browsers. */
import { InputError, VarioError } from '../base/index.ts'
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
import { findFormat, hasSignature, RESULT_FORMATS, type ResultExtension, recogniseFormat } from './formats.ts'
import { readHdf5, writeHdf5 } from './hdf5/index.ts'
import { printParquetPieces, readParquet } from './parquet/index.ts'
import { readStream } from './read-stream.ts'

/** Bytes that come one after the other, so that they need not be in memory together. */
type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

interface Codec {
  encode?(table: SignalTable): Pieces
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
  vstream: {
    decode: (bytes) =>
      readStream({
        size: bytes.length,
        read: (start, length) => bytes.subarray(start, start + length),
      }),
  },
}

/** Longest text of V8 [characters]. */
const MAX_TEXT = 2 ** 29 - 24

/** The bytes of a file with a table, in pieces. */
export function encodePieces(table: SignalTable, extension: ResultExtension): Pieces {
  const { name } = findFormat(extension)
  const { encode } = CODECS[extension]
  if (encode !== undefined) return encode(table)
  const writable = RESULT_FORMATS.filter(({ isWritable }) => isWritable)
  const expected = writable.map(({ extensions }) => extensions[0]).join(' | ')
  throw new InputError('format', `${expected} (a ${name} is written by a run)`, extension)
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
  findFormat(extension)
  if (bytes.length === 0) throw new VarioError('RESULT_FORMAT', 'The result file is empty.')
  checkSignature(bytes, extension)
  return describeDamage(extension, () => CODECS[extension].decode(bytes))
}

/** The first bytes of a file are those of its format. */
export function checkSignature(bytes: Uint8Array, extension: ResultExtension): void {
  const format = findFormat(extension)
  const found = recogniseFormat(bytes)
  if (found === format || (found === undefined && !hasSignature(format))) return
  const hint =
    found === undefined
      ? 'its first bytes are those of something else'
      : `it is a ${found.name} file, whose name ends in .${found.extensions[0]}`
  throw new VarioError('RESULT_FORMAT', `This is no ${format.name} file: ${hint}.`)
}

/** Does something with the content of a file; what libraries throw becomes an error that says what it is about. */
export async function describeDamage<T>(
  extension: ResultExtension,
  action: () => T | Promise<T>,
): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof VarioError) throw error
    const reason = (error as Error).message
    throw new VarioError('RESULT_FORMAT', `The ${findFormat(extension).name} file is damaged: ${reason}`)
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
