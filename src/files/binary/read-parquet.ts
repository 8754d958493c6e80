import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import { VarioError } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { decodeBase64 } from './base64.ts'
import { doublesAt, encodeText } from './bytes.ts'
import { checksumOfBytes } from './checksum.ts'
import { type Column, KEYS, listColumns } from './parquet-columns.ts'
import { findSeal } from './parquet-footer.ts'
import { checkSeal } from './seal.ts'
import { createTable, damagedHeader, parseHeader, type StoredSignal } from './table-header.ts'

/** Values of a signal during reading of its columns. */
interface SignalValues {
  readonly values: Float64Array
  readonly missing: Uint8Array | undefined
  /** Number of values read. */
  nRead: number
}

/** Reads a table written by `printParquetPieces`. */
export async function readParquet(bytes: Uint8Array): Promise<SignalTable> {
  const seal = findSeal(bytes)
  if (seal >= 0) checkSeal(bytes, seal, 'Parquet')
  const { parquetMetadataAsync } = await import('hyparquet')
  const file: AsyncBuffer = {
    byteLength: bytes.length,
    slice: (start, end) => bytes.slice(start, end).buffer,
  }
  const metadata = await parquetMetadataAsync(file, { geoparquet: false })
  const texts = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? '']))
  const text = texts.get(KEYS.header)
  if (text === undefined) {
    const expected = `expected the key '${KEYS.header}' of the metadata, which describes the signals, got none`
    throw new VarioError('RESULT_FORMAT', `Parquet file: ${expected}. Open files that Vario has written.`)
  }
  if (texts.get(KEYS.checksum) !== String(checksumOfBytes(encodeText(text))))
    throw damagedHeader('checksum mismatch.')
  const header = parseHeader(text)

  const columns = listColumns(header.signals)
  const points = header.signals.find(({ kind }) => kind === 'time')?.points ?? 0
  if (columns.length > 0 && Number(metadata.num_rows) !== points)
    throw damagedHeader(`expected ${points} rows, got ${metadata.num_rows}.`)
  const stored = createStore(header.signals, columns, points)
  await readColumns(file, metadata, columns, stored)
  return createTable(header, (signal, n) => {
    const own = stored.get(signal.name)
    if (own === undefined) return readFurther(signal, n, texts)
    if (own.nRead !== n) throw damagedHeader(`expected ${n} values of ${signal.name}, got ${own.nRead}.`)
    return own
  })
}

/** Arrays for the values of all columns. */
function createStore(
  signals: readonly StoredSignal[],
  columns: readonly Column[],
  points: number,
): Map<string, SignalValues> {
  const hasGaps = new Map(signals.map(({ name, missing }) => [name, missing !== undefined]))
  const stored = new Map<string, SignalValues>()
  for (const { signal, nElement } of columns) {
    if (stored.has(signal)) continue
    const n = points * nElement
    const missing = hasGaps.get(signal) ? new Uint8Array(n) : undefined
    stored.set(signal, { values: new Float64Array(n), missing, nRead: 0 })
  }
  return stored
}

/** Reads the columns of all row groups, one after the other. */
async function readColumns(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly Column[],
  stored: ReadonlyMap<string, SignalValues>,
): Promise<void> {
  const { parquetRead } = await import('hyparquet')
  const byName = new Map(columns.map((column) => [column.name, column]))
  let rowStart = 0
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows)
    await parquetRead({
      ...{ file, metadata, rowStart, rowEnd },
      onChunk: ({ columnName, columnData, rowStart: start }) => {
        const column = byName.get(columnName)
        if (column !== undefined) storeChunk(column, columnData, start, stored.get(column.signal)!)
      },
    })
    rowStart = rowEnd
  }
}

function storeChunk(
  { element, nElement, isBoolean }: Column,
  data: ArrayLike<unknown>,
  start: number,
  signal: SignalValues,
): void {
  const { values, missing } = signal
  for (let i = 0, p = start * nElement + element; i < data.length; i++, p += nElement) {
    const value = data[i]
    if (value === null || value === undefined) {
      values[p] = Number.NaN
      if (missing !== undefined) missing[p] = 1
    } else {
      values[p] = isBoolean ? Number(value === true) : (value as number)
    }
  }
  signal.nRead += data.length
}

/** Values over another time axis, from the metadata. */
function readFurther(
  { name, missing }: StoredSignal,
  n: number,
  texts: ReadonlyMap<string, string>,
): { values: Float64Array; missing: Uint8Array | undefined } {
  const read = (key: string, length: number): Uint8Array => {
    const bytes = decodeBase64(texts.get(key + name) ?? '')
    if (bytes.length === length) return bytes
    throw damagedHeader(`expected ${length} bytes in ${key}${name}, got ${bytes.length}.`)
  }
  const values = doublesAt(read(KEYS.values, 8 * n), 0, n)
  return { values, missing: missing === undefined ? undefined : read(KEYS.missing, n) }
}
