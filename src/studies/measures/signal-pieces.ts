/**
 * A signal between its points, as cubic polynomials with the values and slopes of both ends [Hermite]:
 *
 *   p(s) = c0 + c1 s + c2 s² + c3 s³,   s = (t - t_low)/h                                              (1)
 *   c0 = f0,  c1 = h f0',  c2 = 3 (f1 - f0) - h (2 f0' + f1'),  c3 = 2 (f0 - f1) + h (f0' + f1')       (2)
 *
 * Slopes are the recorded derivatives of states; otherwise those of parabolas through three points, which never reach
 * across an event. The error of a value is of the order h⁴, far below the tolerance of a run with its default points.
 */
import { InputError } from '../../base/index.ts'
import { findSlope, type Signal, type SignalTable } from '../../results/index.ts'
import type { Period } from './measure.ts'

/** Numbers of a piece, in `SignalPieces.data`. */
const STRIDE = 9
const START = 0
const END = 1
const FROM = 2
const TO = 3
const H = 4
const C0 = 5
const C1 = 6
const C2 = 7
const C3 = 8

/**
 * The pieces of a signal within the period of a measure, one for each pair of neighboring points with values. Their
 * numbers are in one array: objects with nine numbers take ten times as long.
 */
export class SignalPieces {
  private readonly data: Float64Array
  nPiece = 0

  constructor(capacity: number) {
    this.data = new Float64Array(STRIDE * capacity)
  }

  /** Start of a piece [s]. */
  start(piece: number): number {
    return this.data[STRIDE * piece + START]
  }

  /** End of a piece [s]. */
  end(piece: number): number {
    return this.data[STRIDE * piece + END]
  }

  /** Place s of the start. */
  from(piece: number): number {
    return this.data[STRIDE * piece + FROM]
  }

  /** Place s of the end. */
  to(piece: number): number {
    return this.data[STRIDE * piece + TO]
  }

  /** Time of a place [s]. */
  timeAt(piece: number, s: number): number {
    const { data } = this
    const o = STRIDE * piece
    return s === data[o + TO] ? data[o + END] : data[o + START] + (s - data[o + FROM]) * data[o + H]
  }

  /** Eq. 1. */
  valueAt(piece: number, s: number): number {
    const { data } = this
    const o = STRIDE * piece
    return data[o + C0] + s * (data[o + C1] + s * (data[o + C2] + s * data[o + C3]))
  }

  /** Writes the places strictly inside of a piece where its slope is zero, ascending; returns their number, 0 to 2. */
  findExtrema(piece: number, out: Float64Array): number {
    const { data } = this
    const o = STRIDE * piece
    const c2 = data[o + C2]
    // 3 c3 s² + 2 c2 s + c1 = 0, by the formula without cancellation
    const discriminant = c2 * c2 - 3 * data[o + C3] * data[o + C1]
    if (!(discriminant > 0)) return 0
    const root = Math.sqrt(discriminant)
    const q = c2 >= 0 ? -(c2 + root) : root - c2
    const a = q / (3 * data[o + C3])
    const b = data[o + C1] / q
    const from = data[o + FROM]
    const to = data[o + TO]
    let n = 0
    if (a > from && a < to) out[n++] = a
    if (b > from && b < to) out[n++] = b
    if (n === 2 && out[0] > out[1]) {
      out[0] = b
      out[1] = a
    }
    return n
  }

  /** Adds the part from `start` to `end` of the interval of length h that begins at `t0`, all in [s]. */
  add(
    start: number,
    end: number,
    t0: number,
    h: number,
    c0: number,
    c1: number,
    c2: number,
    c3: number,
  ): void {
    const { data } = this
    const o = STRIDE * this.nPiece++
    data[o + START] = start
    data[o + END] = end
    data[o + FROM] = (start - t0) / h
    data[o + TO] = (end - t0) / h
    data[o + H] = h
    data[o + C0] = c0
    data[o + C1] = c1
    data[o + C2] = c2
    data[o + C3] = c3
  }
}

/** The pieces of a signal in a period; parts where it is missing are left out. */
export function listPieces(result: SignalTable, name: string, period: Period): SignalPieces {
  const signal = findScalar(result, name)
  const { axis, baseKind, type } = signal.header
  // a parameter has one value, at all times
  const time = axis === undefined ? result.time : signal.time
  const { from = -Infinity, to = Infinity } = period
  assertInside(name, from, to, time)
  const isHeld = axis === undefined || baseKind === 'discrete' || baseKind === 'clocked' || type === 'boolean'
  const { values } = signal
  const slope = isHeld ? undefined : findSlope(result, signal)
  const slopes = slope?.signal.values
  const scale = slope?.scale ?? 1
  const isStart = new Uint8Array(time.length + 1)
  for (const point of axis?.segmentStarts ?? []) isStart[point] = 1
  const pieces = new SignalPieces(Math.max(0, time.length - 1))
  for (let low = 0; low + 1 < time.length; low++) {
    const t0 = time[low]
    const h = time[low + 1] - t0
    const start = Math.max(from, t0)
    const end = Math.min(to, time[low + 1])
    const f0 = values[axis === undefined ? 0 : low]
    if (!(start < end) || Number.isNaN(f0)) continue
    if (isHeld) {
      pieces.add(start, end, t0, h, f0, 0, 0, 0)
      continue
    }
    const f1 = values[low + 1]
    if (Number.isNaN(f1) || isStart[low + 1] === 1) continue
    const rise = f1 - f0
    // h times the slopes at both ends
    let first = Number.NaN
    let last = Number.NaN
    if (slopes !== undefined) {
      first = h * scale * slopes[low]
      last = h * scale * slopes[low + 1]
    } else {
      if (low > 0 && time[low - 1] < t0 && isStart[low] === 0) {
        const length = t0 - time[low - 1]
        const weight = h / (h + length)
        first = weight * ((f0 - values[low - 1]) / length) * h + (1 - weight) * rise
      }
      if (low + 2 < time.length && time[low + 2] > time[low + 1] && isStart[low + 2] === 0) {
        const length = time[low + 2] - time[low + 1]
        const weight = h / (h + length)
        last = weight * ((values[low + 2] - f1) / length) * h + (1 - weight) * rise
      }
      // a parabola if one neighbor is known, a straight line if none is
      if (!Number.isFinite(first)) first = Number.isFinite(last) ? 2 * rise - last : rise
      if (!Number.isFinite(last)) last = 2 * rise - first
    }
    // eq. 2; a slope that is not finite leaves the straight line
    if (Number.isFinite(first) && Number.isFinite(last))
      pieces.add(start, end, t0, h, f0, first, 3 * rise - 2 * first - last, first + last - 2 * rise)
    else pieces.add(start, end, t0, h, f0, rise, 0, 0)
  }
  return pieces
}

/** A signal with one element. */
export function findScalar(result: SignalTable, name: string): Signal {
  const signal = result.signal(name)
  if (signal.nElement !== 1)
    throw new InputError(
      `measure of ${name}`,
      `a scalar, such as ${signal.nameOf(0)}`,
      `size ${signal.size.join(' × ')}`,
    )
  return signal
}

function assertInside(name: string, from: number, to: number, time: Float64Array): void {
  const first = time[0]
  const last = time[time.length - 1]
  const isInside = (t: number): boolean => !Number.isFinite(t) || (t >= first && t <= last)
  if (!isInside(from) || !isInside(to))
    throw new InputError(`measure of ${name}`, `times from ${first} to ${last} s`, [from, to])
}
