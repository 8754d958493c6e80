import type { ColumnSource } from 'hyparquet-writer'
import { VarioError } from '../../base/index.ts'
import type { Signal, SignalTable } from '../../results/index.ts'
import { encodeBase64 } from './base64.ts'
import { bytesOfDoubles, encodeText } from './bytes.ts'
import { checksumOfBytes } from './checksum.ts'
import { type Column, KEYS, listColumns } from './parquet-columns.ts'
import { findFooter } from './parquet-footer.ts'
import { createSeal } from './seal.ts'
import { parseHeader, printHeader } from './table-header.ts'

/** Approximate number of values per row group: 64 MB. It is the memory in use besides the table. */
const GROUP_VALUES = 1 << 23
const MIN_GROUP_ROWS = 1000
/** Maximum length of a text in the metadata that readers based on Thrift accept by default. */
const MAX_TEXT = 100_000_000

/**
 * A table as a Parquet file, in pieces. One row per point of the first time axis, one column per element of every
 * signal
 * over it that has values of its own: `time`, `rev.phi`, `ball.r_abs[1]`, …; missing values are nulls. Everything else
 * is in the key-value metadata:
 *
 * | key | value |
 * |---|---|
 * | `units` | JSON: unit of every column that has one |
 * | `vario` | JSON: attributes, warnings and all signals, as in the header of the binary format |
 * | `vario.checksum` | FNV-1a of the bytes of `vario` |
 * | `vario.values:u` | base64: values of the signal `u` over another time axis, 64-bit, little-endian, row-major |
 * | `vario.missing:u` | base64: its mask, one byte per value, if something is missing |
 *
 * The checksum of the whole file is before the metadata, outside of all pages.
 */
export async function* printParquetPieces(table: SignalTable): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const further: { key: string; value: string }[] = []
  const [firstAxis] = table.axes.keys()
  const header = printHeader(table, (signal) => {
    const { values, missing } = signal.data
    if (signal.header.axis!.name === firstAxis) return missing === undefined ? {} : { missing: true }
    further.push({ key: KEYS.values + signal.name, value: printValues(signal, bytesOfDoubles(values)) })
    if (missing === undefined) return {}
    further.push({ key: KEYS.missing + signal.name, value: printValues(signal, missing) })
    return { missing: true }
  })
  const columns = listColumns(parseHeader(header).signals)

  const writer = new ByteWriter()
  const parquet = new ParquetWriter({
    writer,
    createdBy: 'Vario',
    schema: [
      { name: 'schema', num_children: columns.length },
      ...columns.map(({ name, signal, isBoolean }) => ({
        name,
        type: isBoolean ? ('BOOLEAN' as const) : ('DOUBLE' as const),
        repetition_type:
          table.signal(signal).missing === undefined ? ('REQUIRED' as const) : ('OPTIONAL' as const),
      })),
    ],
    kvMetadata: [
      { key: KEYS.units, value: JSON.stringify(listUnits(columns)) },
      { key: KEYS.header, value: header },
      { key: KEYS.checksum, value: String(checksumOfBytes(encodeText(header))) },
      ...further,
    ],
  })
  const takePiece = (): Uint8Array => {
    const piece = writer.getBytes().slice()
    writer.index = 0
    return piece
  }
  const nRow = columns.length === 0 ? 0 : table.time.length
  const size = Math.max(MIN_GROUP_ROWS, Math.floor(GROUP_VALUES / columns.length))
  let checksum: number | undefined
  for (let start = 0; start < nRow; start += size) {
    const end = Math.min(start + size, nRow)
    const columnData = columns.map((column, k) => toSource(table, column, k, start, end))
    parquet.write({ columnData, rowGroupSize: end - start })
    const piece = takePiece()
    checksum = checksumOfBytes(piece, checksum)
    yield piece
  }
  parquet.finish()
  const last = takePiece()
  const footer = findFooter(last)
  yield last.subarray(0, footer)
  yield createSeal(checksumOfBytes(last, checksum))
  yield last.subarray(footer)
}

/** The rows from `start` to before `end` of a column. */
function toSource(table: SignalTable, column: Column, k: number, start: number, end: number): ColumnSource {
  const { name, signal, element, nElement, isBoolean } = column
  const { values, missing } = table.signal(signal)
  // statistics speed up searches for times; a dictionary would lose -0
  const source = { name, statistics: k === 0, offsetIndex: false }
  const encoding = isBoolean ? {} : { encoding: 'BYTE_STREAM_SPLIT' as const }
  if (!isBoolean && missing === undefined) {
    const data = new Float64Array(end - start)
    for (let i = start, p = start * nElement + element; i < end; i++, p += nElement)
      data[i - start] = values[p]
    return { ...source, ...encoding, data }
  }
  const data: (number | boolean | null)[] = []
  for (let i = start, p = start * nElement + element; i < end; i++, p += nElement) {
    if (missing !== undefined && missing[p] === 1) data.push(null)
    else data.push(isBoolean ? values[p] !== 0 : values[p])
  }
  return { ...source, ...encoding, data }
}

function listUnits(columns: readonly Column[]): Record<string, string> {
  return Object.fromEntries(columns.filter(({ unit }) => unit !== '').map(({ name, unit }) => [name, unit]))
}

function printValues(signal: Signal, bytes: Uint8Array): string {
  if ((4 / 3) * bytes.length < MAX_TEXT) return encodeBase64(bytes)
  throw new VarioError(
    'RESULT_FORMAT',
    `Parquet: expected '${signal.name}' over the main time axis, because in the metadata its values would ` +
      `take ${bytes.length} bytes. Write .vario or .h5.`,
    { name: signal.name },
  )
}
