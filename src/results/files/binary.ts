import { assertInteger, InputError, VarioError } from '../../base/index.ts'
import {
  addRecord,
  assertObject,
  decodeAttribute,
  decodeWarnings,
  encodeAttribute,
  encodeWarnings,
  hasOwnValues,
  parseRecord,
  printJson,
  type RecordData,
  toRecord,
} from '../attributes/index.ts'
import { type Attributes, SignalTable } from '../table/index.ts'
import { locateErrors } from './json.ts'

/** The first eight bytes of a file. */
const MAGIC = 'VARIOSIG'
const VERSION = 1
/** Bytes of magic, version and length of the header. */
const PREFIX = 16

// Global in browsers and in Node, but not among the types of the language.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }

/**
 * A table in a compact binary form. Format, version 1, all numbers little-endian:
 *
 * | bytes | content |
 * |---|---|
 * | 8 | the letters `VARIOSIG` |
 * | 4 | version, unsigned integer: 1 |
 * | 4 | length of the header in bytes, unsigned integer, a multiple of 8 |
 * | … | header: JSON in UTF-8 as in `writeJson`, with `values` and `missing` as described below, filled up with spaces
 * |
 * | … | blocks, each filled up with zeros to a multiple of 8 bytes |
 *
 * In the header `"values": 1200` says that the values begin 1200 bytes after the header: 64-bit floating point numbers,
 * nPoint × elements, row-major; booleans as 0 and 1. `"missing": 9200` is the place of the mask, one byte per value, 1
 * where it is missing. A time axis has `"points": 501` besides.
 */
export function writeBinary(table: SignalTable): ArrayBuffer {
  const signals = table.names.map((name) => table.signal(name))

  // places of the blocks, then the header that tells them
  let length = 0
  const place = (bytes: number): number => {
    const start = length
    length += align(bytes)
    return start
  }
  const blocks = signals.map((signal) => {
    const record = toRecord(signal)
    if (!hasOwnValues(record)) return { record, data: undefined }
    const { data } = signal
    const values = place(8 * data.values.length)
    const missing = data.missing === undefined ? {} : { missing: place(data.missing.length) }
    const points = record.kind === 'time' ? { points: data.values.length } : {}
    return { record: { ...record, values, ...missing, ...points }, data }
  })
  const attributes = encodeAttribute('attributes', table.attributes)
  const warnings = table.warnings.length > 0 ? { warnings: encodeWarnings(table.warnings) } : {}
  const text = new TextEncoder().encode(
    printJson({ attributes, ...warnings, signals: blocks.map(({ record }) => record) }),
  )
  const start = PREFIX + align(text.length)

  const buffer = new ArrayBuffer(start + length)
  const bytes = new Uint8Array(buffer)
  const view = new DataView(buffer)
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i)
  view.setUint32(8, VERSION, true)
  view.setUint32(12, start - PREFIX, true)
  bytes.fill(0x20, PREFIX, start)
  bytes.set(text, PREFIX)
  for (const { record, data } of blocks) {
    if (data === undefined) continue
    const { values, missing } = record as { values: number; missing?: number }
    for (let i = 0, p = start + values; i < data.values.length; i++, p += 8)
      view.setFloat64(p, data.values[i], true)
    if (missing !== undefined && data.missing !== undefined) bytes.set(data.missing, start + missing)
  }
  return buffer
}

/** Reads a table that `writeBinary` wrote. */
export function readBinary(buffer: ArrayBuffer): SignalTable {
  const bytes = new Uint8Array(buffer)
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length))
  if (magic !== MAGIC || bytes.length < PREFIX) {
    throw new VarioError('RESULT_FORMAT', `This is no binary result file: it does not begin with ${MAGIC}.`)
  }
  const view = new DataView(buffer)
  const version = view.getUint32(8, true)
  if (version !== VERSION) throw new InputError('version', `${VERSION}`, version)
  const start = PREFIX + view.getUint32(12, true)
  if (start > bytes.length) throw truncated(start, bytes.length)
  const header = parseHeader(new TextDecoder().decode(bytes.subarray(PREFIX, start)))

  const attributes = decodeAttribute(
    'attributes',
    assertObject('attributes', header['attributes']),
  ) as Attributes
  const table = new SignalTable(attributes, decodeWarnings(header['warnings']))
  const { signals } = header
  if (!Array.isArray(signals)) throw new InputError('signals', 'a list', signals)
  for (const [i, item] of signals.entries()) {
    const path = `signals[${i}]`
    const { points, ...fields } = assertObject(path, item)
    const record = parseRecord(path, fields)
    const load = (): RecordData => {
      const nPoint = record.kind === 'time' ? points : table.axes.get(record.axis ?? '')?.time.length
      if (nPoint === undefined)
        throw new InputError(`${path}.axis`, [...table.axes.keys()].join(' | '), record.axis)
      assertInteger(`${path}.points`, nPoint, 0)
      const n = (record.size ?? []).reduce((product, length) => product * length, nPoint)
      return readBlocks(path, view, start, fields, n)
    }
    locateErrors(path, () => addRecord(table, path, record, load))
  }
  return table
}

function readBlocks(
  path: string,
  view: DataView,
  start: number,
  item: Record<string, unknown>,
  n: number,
): RecordData {
  const locate = (key: string, bytes: number): number => {
    const offset = item[key]
    assertInteger(`${path}.${key}`, offset, 0)
    if (start + offset + bytes > view.byteLength) throw truncated(start + offset + bytes, view.byteLength)
    return start + offset
  }
  const values = new Float64Array(n)
  for (let i = 0, p = locate('values', 8 * n); i < n; i++, p += 8) values[i] = view.getFloat64(p, true)
  if (item['missing'] === undefined) return { values, missing: undefined }
  const first = locate('missing', n)
  return { values, missing: new Uint8Array(view.buffer.slice(first, first + n)) }
}

function parseHeader(text: string): Record<string, unknown> {
  try {
    return assertObject('(header)', JSON.parse(text))
  } catch (error) {
    throw new VarioError(
      'RESULT_FORMAT',
      `The header of the result file is damaged: ${(error as Error).message}`,
    )
  }
}

function truncated(expected: number, found: number): VarioError {
  const message = `The result file ends too early: expected at least ${expected} bytes, found ${found}.`
  return new VarioError('RESULT_FORMAT', message, { expected, found })
}

function align(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}
