import { InputError } from '../base/index.ts'
import { RotationInterpolation } from './interpolate-rotation.ts'
import type { Signal, TimeAxis } from './signal.ts'
import type { SignalSlope } from './signal-slope.ts'
import { SmoothInterpolation } from './smooth-interpolation.ts'

/** Selects the value at the time of an event: the one before (`left`) or after it (`right`). */
export type Side = 'left' | 'right'

/**
 * Values of all elements of a signal at time t, into `out` (nElement). Between two points: a polynomial through the
 * points around for continuous signals, which uses the derivative if it is known, see `SmoothInterpolation`; the value
 * of the earlier point for discrete and clocked ones and for booleans; rotations for quaternions. At a repeated time:
 * the first point for `left`, the last for `right`. NaN where the signal is missing, also between two segments that do
 * not touch.
 */
export function computeValuesAt(
  signal: Signal,
  slope: SignalSlope | undefined,
  t: number,
  side: Side,
  out: Float64Array,
): void {
  const { nElement, values } = signal
  const { axis } = signal.header
  if (axis === undefined) {
    out.set(values)
    return
  }
  const { time } = axis
  const nPoint = time.length
  if (!(nPoint > 0 && t >= time[0] && t <= time[nPoint - 1])) {
    const range =
      nPoint > 0 ? `a time from ${time[0]} to ${time[nPoint - 1]}` : 'an axis with at least one point'
    throw new InputError(`time of '${signal.name}'`, range, t)
  }

  // the point at t, or the two points around it
  const after = firstPointFrom(time, t, side === 'right')
  const exact = side === 'right' ? after - 1 : after
  if (time[exact] === t) {
    for (let k = 0; k < nElement; k++) out[k] = values[exact * nElement + k]
    return
  }
  if (startsSegment(axis, after)) {
    out.fill(Number.NaN)
    return
  }
  const interpolation = interpolateInterval(signal, slope, after - 1)
  for (let k = 0; k < nElement; k++) out[k] = interpolation.valueAt(k, t)
}

/** Values between a point and the next one. */
export function interpolateInterval(
  signal: Signal,
  slope: SignalSlope | undefined,
  low: number,
): Pick<SmoothInterpolation, 'valueAt'> {
  const { nElement, values, time } = signal
  const { axis, baseKind, type } = signal.header
  if (baseKind === 'discrete' || baseKind === 'clocked' || type === 'boolean')
    return { valueAt: (element) => values[low * nElement + element] }
  const sampled = {
    ...{ time, values, nElement, derivatives: slope?.signal.values },
    derivativeScale: slope?.scale ?? 1,
  }
  const { first, end } = findPiece(axis!, low)
  if (type === 'quaternion') return new RotationInterpolation(time, values, low, first, end)
  return new SmoothInterpolation(sampled, low, first, end)
}

/** Maximum number of neighbors of an interval on each side that interpolation uses. */
const REACH = 16

/** The points around the interval at `low`, up to the next event or start of a segment on each side: [first, end). */
function findPiece(axis: TimeAxis, low: number): { first: number; end: number } {
  const { time } = axis
  let first = low
  while (first > 0 && low - first < REACH && time[first - 1] < time[first] && !startsSegment(axis, first))
    first--
  let end = low + 2
  while (end < time.length && end - low < REACH && time[end] > time[end - 1] && !startsSegment(axis, end))
    end++
  return { first, end }
}

/** Index of the first point with time >= t, or > t if `beyond` (binary search). */
function firstPointFrom(time: Float64Array, t: number, beyond: boolean): number {
  let low = 0
  let high = time.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (time[middle] < t || (beyond && time[middle] === t)) low = middle + 1
    else high = middle
  }
  return low
}

/** True if a point is the first one of a segment. */
export function startsSegment(axis: TimeAxis, point: number): boolean {
  let low = 0
  let high = axis.segmentStarts.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    if (axis.segmentStarts[middle] === point) return true
    if (axis.segmentStarts[middle] < point) low = middle + 1
    else high = middle - 1
  }
  return false
}
