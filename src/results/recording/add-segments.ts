/** Turns the recorded rows of the segments of a simulation into one array per signal. */
import { VarioError } from '../../base/index.ts'
import type { SignalTable } from '../table/index.ts'
import { countElements, type SignalData } from '../table/index.ts'
import type { Segment, SignalDeclaration } from './rows.ts'

/** Where a signal stands in the rows of a segment. */
interface Place {
  readonly segment: Segment
  /** Number of the first point of the segment. */
  readonly point: number
  /** First column, after the time. */
  readonly column: number
  readonly size: readonly number[]
}

/** A declared signal over all segments. */
interface Column {
  declaration: SignalDeclaration
  /** Largest length of every dimension. */
  size: number[]
  readonly places: Place[]
}

/**
 * Adds the time axis and the signals of all segments to a table. The rows stay as they are: the values of a signal are
 * collected from them when they are asked for, because of thousands of signals only some are looked at.
 */
export function addSegments(
  table: SignalTable,
  segments: readonly Segment[],
  axis: string,
  unit: string,
): void {
  const nPoint = segments.reduce((sum, segment) => sum + countRows(segment), 0)
  const columns = collectColumns(segments)

  const time = new Float64Array(nPoint)
  const segmentStarts: number[] = []
  let point = 0
  for (const segment of segments) {
    if (countRows(segment) > 0) segmentStarts.push(point)
    copyColumn(segment, 0, time, point, 1)
    point += countRows(segment)
  }

  table.addTime({ name: axis, unit, values: time, segmentStarts: nPoint > 0 ? segmentStarts : [0] })
  for (const column of columns.values()) {
    const { declaration, size } = column
    table.addLazy({ ...declaration, size, axis, load: () => collectValues(column, nPoint) })
  }
}

function countRows(segment: Segment): number {
  return segment.chunks.reduce((sum, { nRow }) => sum + nRow, 0)
}

/** All signals in the order of their first appearance, with their largest sizes. */
function collectColumns(segments: readonly Segment[]): Map<string, Column> {
  const columns = new Map<string, Column>()
  let point = 0
  for (const segment of segments) {
    let next = 1
    for (const declaration of segment.declarations) {
      const { name, size = [] } = declaration
      const place = { segment, point, column: next, size }
      next += countElements(size)
      const known = columns.get(name)
      if (known === undefined) {
        columns.set(name, { declaration, size: [...size], places: [place] })
        continue
      }
      known.places.push(place)
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
    point += countRows(segment)
  }
  return columns
}

/** Values of a signal at all points; they are missing where a segment does not fill them. */
function collectValues({ size: fullSize, places }: Column, nPoint: number): SignalData {
  const nFull = countElements(fullSize)
  const values = new Float64Array(nPoint * nFull)
  let nFullPoint = 0
  for (const { segment, size } of places) {
    if (size.every((length, k) => length === fullSize[k])) nFullPoint += countRows(segment)
  }
  const missing = nFullPoint === nPoint ? undefined : new Uint8Array(values.length).fill(1)
  if (missing !== undefined) values.fill(Number.NaN)
  for (const { segment, point, column, size } of places) {
    const nRow = countRows(segment)
    const n = countElements(size)
    for (let k = 0; k < n; k++) {
      const first = point * nFull + padIndex(k, size, fullSize)
      copyColumn(segment, column + k, values, first, nFull)
      if (missing !== undefined) for (let i = 0; i < nRow; i++) missing[first + i * nFull] = 0
    }
  }
  return { values, missing }
}

/** Copies a column of all rows of a segment. */
function copyColumn(
  { chunks, nColumn }: Segment,
  column: number,
  to: Float64Array,
  first: number,
  stride: number,
): void {
  let q = first
  for (const { nRow, load } of chunks) {
    copyStrided(load(), column, nColumn + 1, nRow, to, q, stride)
    q += nRow * stride
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
