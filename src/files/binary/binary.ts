import { assertInteger, VarioError } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { bytesOfDoubles, decodeText, doublesAt, encodeText, joinBytes } from './bytes.ts'
import { checksumOfBytes } from './checksum.ts'
import { assertFormatVersion } from './format-version.ts'
import { createTable, damagedHeader, parseHeader, printHeader, type StoredSignal } from './table-header.ts'

/** The first eight bytes of a file. */
const MAGIC = 'VARIOSIG'
const VERSION = 2
/** Bytes of magic, version, length and checksum of the header. */
const PREFIX = 24

/**
 * A table in a compact binary form. Format, version 2, all numbers little-endian:
 *
 * | bytes | content |
 * |---|---|
 * | 8 | the letters `VARIOSIG` |
 * | 4 | version, unsigned integer: 2 |
 * | 4 | length of the header in bytes, unsigned integer, a multiple of 8 |
 * | 4 | checksum of the header, unsigned integer: FNV-1a over its bytes |
 * | 4 | zeros |
 * | … | header: JSON in UTF-8 as in `writeJson`, with `values` and `missing` as described below, filled up with spaces
 * |
 * | … | blocks, each filled up with zeros to a multiple of 8 bytes |
 *
 * In the header `"values": 1200` says that the values begin 1200 bytes after the header: 64-bit floating point numbers,
 * nPoint × elements, row-major; booleans as 0 and 1. `"missing": 9200` is the place of the mask, one byte per value, 1
 * where it is missing. A time axis has `"points": 501` besides. `"checksum"`: FNV-1a over the 32-bit words of the
 * values, the lower one of a number first, and then over the bytes of the mask; any NaN as 7ff8000000000000.
 */
export function writeBinary(table: SignalTable): ArrayBuffer {
  return joinBytes([...printBinaryPieces(table)]).buffer
}

/** The bytes of `writeBinary` in pieces. Values are not copied: write a piece before requesting the next. */
export function* printBinaryPieces(table: SignalTable): Generator<Uint8Array> {
  const blocks: (() => Uint8Array)[] = []
  let length = 0
  const place = (bytes: number, block: () => Uint8Array): number => {
    const start = length
    length += align(bytes)
    blocks.push(block)
    return start
  }
  const header = encodeText(
    printHeader(table, (signal) => {
      const { values, missing } = signal.data
      return {
        values: place(8 * values.length, () => bytesOfDoubles(signal.data.values)),
        ...(missing === undefined ? {} : { missing: place(missing.length, () => signal.data.missing!) }),
      }
    }),
  )

  const start = new Uint8Array(PREFIX + align(header.length)).fill(0x20)
  start.set(encodeText(MAGIC))
  start.set(header, PREFIX)
  const view = new DataView(start.buffer)
  view.setUint32(8, VERSION, true)
  view.setUint32(12, start.length - PREFIX, true)
  view.setUint32(16, checksumOfBytes(start.subarray(PREFIX)), true)
  view.setUint32(20, 0, true)
  yield start
  for (const block of blocks) {
    const bytes = block()
    yield bytes
    if (bytes.length % 8 > 0) yield new Uint8Array(align(bytes.length) - bytes.length)
  }
}

/** Reads a table written by `writeBinary`. The values are not copied: the table keeps the bytes. */
export function readBinary(source: ArrayBuffer | Uint8Array): SignalTable {
  const bytes = source instanceof Uint8Array ? source : new Uint8Array(source)
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length))
  if (magic !== MAGIC || bytes.length < PREFIX) {
    throw new VarioError(
      'RESULT_FORMAT',
      `The binary result file: expected ${MAGIC} at its start, got other bytes.`,
    )
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, PREFIX)
  const version = view.getUint32(8, true)
  assertFormatVersion(version, VERSION)
  const start = PREFIX + view.getUint32(12, true)
  if (start > bytes.length) throw truncated(start, bytes.length)
  const header = bytes.subarray(PREFIX, start)
  if (checksumOfBytes(header) !== view.getUint32(16, true)) throw damagedHeader('checksum mismatch.')
  return createTable(parseHeader(decodeText(header)), (signal, n, path) => {
    const values = doublesAt(bytes, locate(bytes, start, signal, 'values', 8 * n, path), n)
    if (signal.missing === undefined) return { values, missing: undefined }
    const first = locate(bytes, start, signal, 'missing', n, path)
    return { values, missing: bytes.subarray(first, first + n) }
  })
}

/** First byte of a block. */
function locate(
  bytes: Uint8Array,
  start: number,
  signal: StoredSignal,
  key: 'values' | 'missing',
  length: number,
  path: string,
): number {
  const offset = signal[key]
  assertInteger(`${path}.${key}`, offset, 0)
  const end = start + offset + length
  if (end > bytes.length) throw truncated(end, bytes.length)
  return start + offset
}

function truncated(expected: number, found: number): VarioError {
  const message = `The result file is truncated: expected at least ${expected} bytes, got ${found}.`
  return new VarioError('RESULT_FORMAT', message, { expected, found })
}

function align(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}
