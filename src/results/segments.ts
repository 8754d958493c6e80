/** Turns the recorded rows of the segments of a simulation into one array per signal. */
import { VarioError } from '../base/index.ts'
import type { SignalDescription } from './create-signal.ts'
import { countElements } from './signal.ts'
import type { SignalTable, TimedKind } from './signal-table.ts'

/** A signal of one segment of a simulation. An array takes `nElement` neighbouring columns, row-major. */
export interface SignalDeclaration extends SignalDescription {
  /** Default: variable. */
  readonly kind?: TimedKind
}

/** Rows of one segment. */
export interface Segment {
  readonly declarations: readonly SignalDeclaration[]
  readonly nColumn: number
  /** Rows of 1 + nColumn numbers: time and values (nRow × (1 + nColumn) each). */
  readonly chunks: Float64Array[]
  /** Used rows of every chunk. */
  readonly rows: number[]
}

/** A declared signal over all segments. */
interface Column {
  declaration: SignalDeclaration
  /** Largest length of every dimension. */
  size: number[]
  /** Number of points of the segments in which it has all elements. */
  nFullPoint: number
  values: Float64Array
  missing: Uint8Array | undefined
}

/** Adds the time axis and the signals of all segments to a table, and frees the chunks of the segments on the way. */
export function addSegments(
  table: SignalTable,
  segments: readonly Segment[],
  axis: string,
  unit: string,
): void {
  const nPoint = segments.reduce((sum, segment) => sum + countRows(segment), 0)
  const columns = collectColumns(segments)
  allocateColumns(columns, segments, nPoint)

  const time = new Float64Array(nPoint)
  const segmentStarts: number[] = []
  let point = 0
  for (const segment of segments) {
    if (countRows(segment) > 0) segmentStarts.push(point)
    for (let c = 0; c < segment.chunks.length; c++) {
      copyChunk(segment, c, columns, time, point)
      point += segment.rows[c]
      segment.chunks[c] = new Float64Array(0)
    }
  }

  table.addTime({ name: axis, unit, values: time, segmentStarts: nPoint > 0 ? segmentStarts : [0] })
  for (const { declaration, size, values, missing } of columns.values()) {
    table.add({ ...declaration, size, axis, values, missing })
  }
}

function countRows(segment: Segment): number {
  return segment.rows.reduce((sum, rows) => sum + rows, 0)
}

/** All signals in the order of their first appearance, with their largest sizes. */
function collectColumns(segments: readonly Segment[]): Map<string, Column> {
  const columns = new Map<string, Column>()
  for (const segment of segments) {
    for (const declaration of segment.declarations) {
      const { name, size = [] } = declaration
      const known = columns.get(name)
      if (known === undefined) {
        const values = new Float64Array(0)
        columns.set(name, { declaration, size: [...size], nFullPoint: 0, values, missing: undefined })
        continue
      }
      assertSame(name, 'type', known.declaration.type ?? 'real', declaration.type ?? 'real')
      assertSame(name, 'number of dimensions', known.size.length, size.length)
      if (!Array.isArray(declaration.unit) && !Array.isArray(known.declaration.unit)) {
        assertSame(name, 'unit', known.declaration.unit ?? '', declaration.unit ?? '')
      }
      // units per element are taken from the segment that has most elements
      if (countElements(size) > countElements(known.size))
        known.declaration = { ...known.declaration, ...declaration }
      known.size = known.size.map((length, k) => Math.max(length, size[k]))
    }
  }
  return columns
}

/** Allocates the values; they are missing everywhere at first if some segment does not fill them. */
function allocateColumns(columns: Map<string, Column>, segments: readonly Segment[], nPoint: number): void {
  for (const segment of segments) {
    for (const { name, size = [] } of segment.declarations) {
      const column = columns.get(name)!
      if (size.every((length, k) => length === column.size[k])) column.nFullPoint += countRows(segment)
    }
  }
  for (const column of columns.values()) {
    column.values = new Float64Array(nPoint * countElements(column.size))
    if (column.nFullPoint === nPoint) continue
    column.values.fill(Number.NaN)
    column.missing = new Uint8Array(column.values.length).fill(1)
  }
}

/** Transposes one chunk whose first row is the point `point` of the table. */
function copyChunk(
  segment: Segment,
  c: number,
  columns: Map<string, Column>,
  time: Float64Array,
  point: number,
): void {
  const chunk = segment.chunks[c]
  const nRow = segment.rows[c]
  const width = segment.nColumn + 1
  copyStrided(chunk, 0, width, nRow, time, point, 1)
  let source = 1
  for (const { name, size = [] } of segment.declarations) {
    const { size: fullSize, values, missing } = columns.get(name)!
    const nFull = countElements(fullSize)
    const n = countElements(size)
    for (let k = 0; k < n; k++, source++) {
      const first = point * nFull + padIndex(k, size, fullSize)
      copyStrided(chunk, source, width, nRow, values, first, nFull)
      if (missing !== undefined) for (let i = 0; i < nRow; i++) missing[first + i * nFull] = 0
    }
  }
}

function copyStrided(
  from: Float64Array,
  first: number,
  stride: number,
  n: number,
  to: Float64Array,
  toFirst: number,
  toStride: number,
): void {
  for (let i = 0, p = first, q = toFirst; i < n; i++, p += stride, q += toStride) to[q] = from[p]
}

/** Row-major index of element k of an array of the given size within an array of a larger size. */
function padIndex(k: number, size: readonly number[], fullSize: readonly number[]): number {
  let index = 0
  for (let d = size.length - 1, rest = k, stride = 1; d >= 0; d--) {
    index += (rest % size[d]) * stride
    rest = Math.floor(rest / size[d])
    stride *= fullSize[d]
  }
  return index
}

function assertSame(name: string, what: string, before: unknown, now: unknown): void {
  if (before === now) return
  const message = `Signal '${name}': its ${what} is '${now}' in this segment and was '${before}' in an earlier one.`
  throw new VarioError('SEGMENT_MISMATCH', message, { name, before, now })
}
