/** One argument of a table: its points, the intervals between them, and what holds outside. */
import { VarioError } from '../../base/index.ts'

/** Values outside of a table. */
export const EXTRAPOLATIONS = ['hold', 'linear', 'periodic', 'error'] as const
export type Extrapolation = (typeof EXTRAPOLATIONS)[number]

/** Law along an axis. */
export interface AxisLaw {
  /** True: straight lines, with events at the points. */
  readonly isLinear: boolean
  readonly extrapolation: Extrapolation
}

/** Distance beyond the ends that is still within the table, relative to its width: rounding errors of arguments. */
const END_TOLERANCE = 1e-9

/**
 * A coordinate along the points x whose whole numbers are the events of the law (`order` 0), or its derivative (1, …):
 *
 *   straight lines: the number of the interval, -1 below and n - 1 above the table, unbounded if periodic
 *   smooth: 0 … 1 inside of the table, -1 and 1 outside; the number of the period
 *
 * Where nothing changes it is constant.
 */
export function computeEventCoordinate(x: Float64Array, u: number, law: AxisLaw, order: number): number {
  const { isLinear, extrapolation } = law
  const last = x.length - 1
  const range = x[last] - x[0]
  if (extrapolation === 'periodic') {
    const period = Math.floor((u - x[0]) / range)
    if (!isLinear) return order === 0 ? (u - x[0]) / range : slopeOf(range, order)
    const inside = u - period * range
    const k = findInterval(x, inside)
    const width = x[k + 1] - x[k]
    return order === 0 ? period * last + k + clamp((inside - x[k]) / width, 0, 1) : slopeOf(width, order)
  }
  if (!isLinear && extrapolation === 'linear') return order === 0 ? 0.5 : 0
  const tolerance = extrapolation === 'error' ? END_TOLERANCE * range : 0
  const k = isLinear ? findInterval(x, u) : 0
  const end = isLinear ? k + 1 : last
  const from = k === 0 ? x[0] - tolerance : x[k]
  const to = end === last ? x[last] + tolerance : x[end]
  const [lowest, highest] =
    extrapolation === 'linear' ? [0.25, last - 0.25] : [-0.5, (isLinear ? last : 1) + 0.5]
  const coordinate = k + (u - from) / (to - from)
  const value = clamp(coordinate, lowest, highest)
  return order === 0 ? value : value === coordinate ? slopeOf(to - from, order) : 0
}

/**
 * A coordinate whose floor is the number of the interval of a smooth law at u; a period has n - 1 intervals. -1 below and
 * n - 1 above the table.
 */
export function computeIntervalCoordinate(x: Float64Array, u: number, law: AxisLaw): number {
  if (law.isLinear) return 0.5
  const last = x.length - 1
  if (law.extrapolation === 'periodic') {
    const range = x[last] - x[0]
    const period = Math.floor((u - x[0]) / range)
    return period * last + findInterval(x, u - period * range) + 0.5
  }
  return u < x[0] ? -0.5 : u > x[last] ? last + 0.5 : findInterval(x, u) + 0.5
}

/**
 * The number of the interval whose polynomial holds, from the floors of both coordinates: the first one changes only at
 * events.
 */
export function chooseInterval(x: Float64Array, event: number, interval: number, law: AxisLaw): number {
  const last = x.length - 1
  const { isLinear, extrapolation } = law
  if (isLinear) return event
  if (extrapolation === 'linear') return interval
  if (extrapolation === 'periodic') return clamp(interval, event * last, event * last + last - 1)
  return event < 0 ? -1 : event > 0 ? last : clamp(interval, 0, last - 1)
}

/**
 * Writes the weights of [value, next value, slope, next slope] at the ends of interval k to `out`, for the derivative
 * of the given order with respect to u; returns the number of the first of the two points.
 */
export function computeWeights(
  x: Float64Array,
  u: number,
  k: number,
  law: AxisLaw,
  order: number,
  out: Float64Array,
): number {
  const { isLinear, extrapolation } = law
  const last = x.length - 1
  out.fill(0)
  let j = k
  let place = u
  if (extrapolation === 'periodic') {
    const period = Math.floor(k / last)
    j = k - period * last
    place = u - period * (x[last] - x[0])
  } else if (k < 0 || k >= last) {
    if (extrapolation === 'error') throw outside(x, u)
    // the end point: its value, and with linear extrapolation its slope
    const isAbove = k >= last
    if (order === 0) out[isAbove ? 1 : 0] = 1
    if (extrapolation === 'linear' && order < 2) {
      out[isAbove ? 3 : 2] = order === 1 ? 1 : u - (isAbove ? x[last] : x[0])
    }
    return isAbove ? last - 1 : 0
  }
  const h = x[j + 1] - x[j]
  const t = (place - x[j]) / h
  if (isLinear) {
    out[0] = order === 0 ? 1 - t : order === 1 ? -1 / h : 0
    out[1] = order === 0 ? t : order === 1 ? 1 / h : 0
  } else computeHermite(t, h, order, out)
  return j
}

/** Hermite polynomials on an interval of the length h, at t = 0 … 1, differentiated by u. */
function computeHermite(t: number, h: number, order: number, out: Float64Array): void {
  if (order === 0) {
    out[1] = t * t * (3 - 2 * t)
    out[0] = 1 - out[1]
    out[2] = h * t * (t - 1) * (t - 1)
    out[3] = h * t * t * (t - 1)
  } else if (order === 1) {
    out[1] = (6 * t * (1 - t)) / h
    out[2] = (t - 1) * (3 * t - 1)
    out[3] = t * (3 * t - 2)
    out[0] = -out[1]
  } else if (order === 2) {
    out[1] = (6 - 12 * t) / (h * h)
    out[2] = (6 * t - 4) / h
    out[3] = (6 * t - 2) / h
    out[0] = -out[1]
  } else if (order === 3) {
    out[1] = -12 / (h * h * h)
    out[2] = out[3] = 6 / (h * h)
    out[0] = -out[1]
  }
}

/** Largest k with x[k] <= u, from the first to the last but one. */
function findInterval(x: Float64Array, u: number): number {
  let low = 0
  let high = x.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (x[middle] <= u) low = middle
    else high = middle
  }
  return low
}

function slopeOf(width: number, order: number): number {
  return order === 1 ? 1 / width : 0
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

function outside(x: Float64Array, u: number): VarioError {
  const range = `${x[0]} to ${x[x.length - 1]}`
  return new VarioError(
    'EVALUATION',
    `Table: expected an argument in the range ${range}, got ${u}. Extend the table, or choose the extrapolation 'hold', ` +
      "'linear' or 'periodic'.",
    { argument: u },
  )
}
