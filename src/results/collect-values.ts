/** Collects the values of signals from their recorded rows. */

import type { Segment, SignalDeclaration } from './rows.ts'
import { countElements, type SignalData } from './signal.ts'

/** Position of a signal in the rows of a segment. */
interface Place {
  readonly segment: Segment
  /** Number of the first point of the segment. */
  readonly point: number
  /** First column, after the time. */
  readonly column: number
  readonly size: readonly number[]
}

/** A declared signal over all segments. */
export interface Column {
  declaration: SignalDeclaration
  /** Largest length of every dimension. */
  size: number[]
  readonly places: Place[]
}

/** Copy of the numbers of one place to an array, element by element. */
interface Copy {
  /** First column in the rows. */
  readonly column: number
  readonly to: Float64Array
  /** Target of element k of the first point. */
  readonly first: Int32Array
  /** Stride of points in `to`. */
  readonly stride: number
  /** First point of the segment. */
  readonly point: number
}

/**
 * Values of some signals at all points; they are missing in segments without the signal. Every chunk of rows is loaded
 * once for all signals and elements, because it may be on disk.
 */
export function collectValues(columns: readonly Column[], nPoint: number): SignalData[] {
  const copies = new Map<Segment, Copy[]>()
  const collected = columns.map((column): SignalData => {
    const nFull = countElements(column.size)
    const values = new Float64Array(nPoint * nFull)
    const missing = isFull(column, nPoint) ? undefined : new Uint8Array(values.length).fill(1)
    if (missing !== undefined) values.fill(Number.NaN)
    for (const { segment, point, column: first, size } of column.places) {
      const elements = Int32Array.from({ length: countElements(size) }, (_, k) =>
        padIndex(k, size, column.size),
      )
      const copy = { column: first, to: values, first: elements, stride: nFull, point }
      copies.set(segment, [...(copies.get(segment) ?? []), copy])
      if (missing !== undefined) unmask(missing, copy, countRows(segment))
    }
    return { values, missing }
  })
  for (const [segment, parts] of copies) copyColumns(segment, parts)
  return collected
}

/** The times of all points. */
export function collectTimes(segments: readonly Segment[], nPoint: number): Float64Array {
  const time = new Float64Array(nPoint)
  let point = 0
  for (const segment of segments) {
    copyColumns(segment, [{ column: 0, to: time, first: Int32Array.of(0), stride: 1, point }])
    point += countRows(segment)
  }
  return time
}

export function countRows(segment: Segment): number {
  return segment.chunks.reduce((sum, { nRow }) => sum + nRow, 0)
}

/** True if every point has a value of every element. */
function isFull({ size: fullSize, places }: Column, nPoint: number): boolean {
  let n = 0
  for (const { segment, size } of places)
    if (size.every((length, k) => length === fullSize[k])) n += countRows(segment)
  return n === nPoint
}

function unmask(missing: Uint8Array, { first, stride, point }: Copy, nRow: number): void {
  for (const element of first)
    for (let i = 0, p = point * stride + element; i < nRow; i++, p += stride) missing[p] = 0
}

function copyColumns({ chunks, nColumn }: Segment, copies: readonly Copy[]): void {
  let row = 0
  for (const { nRow, load } of chunks) {
    const rows = load()
    for (const { column, to, first, stride, point } of copies) {
      const begin = (point + row) * stride
      for (let k = 0; k < first.length; k++)
        copyStrided(rows, column + k, nColumn + 1, nRow, to, begin + first[k], stride)
    }
    row += nRow
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
