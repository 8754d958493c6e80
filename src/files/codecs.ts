/** Tables as bytes of all formats, independent of files: also for browsers. */
import { InputError, VarioError } from '../base/index.ts'
import type { SignalTable } from '../results/index.ts'
import {
  decodeText,
  encodeText,
  joinBytes,
  printBinaryPieces,
  printParquetPieces,
  readBinary,
  readHdf5,
  readParquet,
  readStream,
  writeHdf5,
} from './binary/index.ts'
import { printJsonPieces, readJson } from './json.ts'
import { readCsv } from './read-csv.ts'
import {
  findFormat,
  hasSignature,
  RESULT_FORMATS,
  type ResultExtension,
  recogniseFormat,
} from './result-formats.ts'
import { printCsvPieces } from './write-csv.ts'

/** A sequence of bytes that need not fit into memory together. */
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

/** Maximum length of a text in V8 [characters]. */
const MAX_TEXT = 2 ** 29 - 24

/** The bytes of a file with a table, in pieces. */
export function encodePieces(table: SignalTable, extension: ResultExtension): Pieces {
  const { name } = findFormat(extension)
  const { encode } = CODECS[extension]
  if (encode !== undefined) return encode(table)
  const writable = RESULT_FORMATS.filter(({ isWritable }) => isWritable)
  const expected = writable.map(({ extensions }) => extensions[0]).join(' | ')
  throw new InputError('format', `${expected} (only a run can write a ${name})`, extension)
}

/**
 * The bytes of a result file with a table.
 * @param extension format: extension of such a file, without the dot
 */
export async function encodeResult(table: SignalTable, extension: ResultExtension): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of encodePieces(table, extension)) pieces.push(piece)
  return joinBytes(pieces)
}

/**
 * The table in the bytes of a result file. It may keep the bytes: do not write into them.
 * @param extension format: extension of such a file, without the dot
 * @throws VarioError 'RESULT_FORMAT', 'CSV_FORMAT' or 'INPUT' that describes the mismatch or damage.
 */
export async function decodeResult(bytes: Uint8Array, extension: ResultExtension): Promise<SignalTable> {
  findFormat(extension)
  if (bytes.length === 0)
    throw new VarioError('RESULT_FORMAT', 'result file: expected data, got an empty file. Write it again.')
  checkSignature(bytes, extension)
  return describeDamage(extension, () => CODECS[extension].decode(bytes))
}

/** Checks that the first bytes of a file are those of its format. */
export function checkSignature(bytes: Uint8Array, extension: ResultExtension): void {
  const format = findFormat(extension)
  const found = recogniseFormat(bytes)
  if (found === format || (found === undefined && !hasSignature(format))) return
  const hint =
    found === undefined
      ? 'got other first bytes'
      : `got ${found.name}, whose extension is .${found.extensions[0]}`
  throw new VarioError('RESULT_FORMAT', `Result file: expected the format ${format.name}, ${hint}.`)
}

/** Processes the content of a file; exceptions of libraries become errors that name the format. */
export async function describeDamage<T>(
  extension: ResultExtension,
  action: () => T | Promise<T>,
): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof VarioError) throw error
    const reason = (error as Error).message
    throw new VarioError(
      'RESULT_FORMAT',
      `${findFormat(extension).name} file: expected valid content, got damage (${reason}). Write it again.`,
    )
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
    const message = `text file: expected at most ${MAX_TEXT} bytes, got ${bytes.length}. Use .vario, .parquet or .h5.`
    throw new VarioError('RESULT_FORMAT', message, { length: bytes.length })
  }
  try {
    return decodeText(bytes)
  } catch {
    throw new VarioError('RESULT_FORMAT', 'text file: expected UTF-8, got other bytes. Save it as UTF-8.')
  }
}
