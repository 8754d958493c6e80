import type { Curve } from './create-curves.ts'

/** Range of an axis in the unit of the data. */
export interface Range {
  readonly min: number
  readonly max: number
  readonly isLog: boolean
}

/** Range of an axis, and where it lies on the page. */
export interface Scale extends Range {
  /** Position of a value [px]; NaN if it has none (not finite, or not positive on a logarithmic axis). */
  readonly toPixel: (value: number) => number
}

/** Minimum width of a range, relative to its values: smaller variations are round-off and shown as constant. */
const MIN_RELATIVE_WIDTH = 1e-12
/** Larger numbers are plotted as infinite: their differences could overflow. */
const LARGEST = 1e300
/** Margin above and below curves, relative to their range. */
const PADDING = 0.05

/** A scale that puts `min` at pixel `p0` and `max` at `p1`. */
export function createScale(range: Range, p0: number, p1: number): Scale {
  const { min, max, isLog } = range
  const from = isLog ? Math.log10(min) : min
  const factor = (p1 - p0) / ((isLog ? Math.log10(max) : max) - from)
  const toPixel = isLog
    ? (value: number) =>
        value > 0 && isPlottable(value) ? p0 + (Math.log10(value) - from) * factor : Number.NaN
    : (value: number) => (isPlottable(value) ? p0 + (value - from) * factor : Number.NaN)
  return { ...range, toPixel }
}

/**
 * Range of the horizontal axis: from the first to the last value of all curves; a margin only for signals other than
 * time.
 */
export function computeXRange(curves: readonly Curve[], isLog: boolean): Range {
  const [min, max] = findLimits(
    curves.map((curve) => curve.x),
    isLog,
  )
  if (min > max) return isLog ? { min: 1, max: 10, isLog } : { min: 0, max: 1, isLog }
  return widen(min, max, isLog, curves.every((curve) => curve.isMonotone) ? 0 : PADDING)
}

/** Range of the vertical axis: all finite values, with a margin. */
export function computeYRange(curves: readonly Curve[], isLog: boolean): Range {
  return createRange(
    curves.map((curve) => curve.y),
    isLog,
  )
}

/** Range of all finite values of arrays, with a margin. */
export function createRange(arrays: readonly Float64Array[], isLog = false): Range {
  const [min, max] = findLimits(arrays, isLog)
  if (min > max) return isLog ? { min: 0.1, max: 10, isLog } : { min: -1, max: 1, isLog }
  return widen(min, max, isLog, PADDING)
}

/** Smallest and largest finite value (positive for a logarithmic axis). */
function findLimits(arrays: readonly Float64Array[], isLog: boolean): [number, number] {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const array of arrays) {
    for (let i = 0; i < array.length; i++) {
      const value = array[i]
      if (!isPlottable(value) || (isLog && value <= 0)) continue
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return [min, max]
}

function widen(min: number, max: number, isLog: boolean, padding: number): Range {
  if (isLog) {
    const isConstant = Math.log10(max / min) < MIN_RELATIVE_WIDTH
    const factor = isConstant ? 10 : (max / min) ** padding
    return { min: min / factor, max: max * factor, isLog }
  }
  const largest = Math.max(Math.abs(min), Math.abs(max))
  if (max - min <= MIN_RELATIVE_WIDTH * largest) {
    const half = largest === 0 ? 1 : 0.1 * largest
    const middle = (min + max) / 2
    return { min: middle - half, max: middle + half, isLog }
  }
  const space = padding * (max - min)
  return { min: min - space, max: max + space, isLog }
}

function isPlottable(value: number): boolean {
  return Math.abs(value) <= LARGEST
}
