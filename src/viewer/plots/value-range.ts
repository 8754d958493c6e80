import type { Curve } from '../../results/index.ts'
import { findVisible } from './visible-points.ts'

/** Relative margin above and below the curves. */
const MARGIN = 0.06

/** Minimum and maximum of curves whose x is within a range, with a margin; ignores values that are not finite. */
export function computeValueRange(curves: readonly Curve[], xMin: number, xMax: number): [number, number] {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const curve of curves) {
    const [first, end] = curve.isMonotone ? findVisible(curve.x, xMin, xMax) : [0, curve.y.length]
    const { y } = curve
    for (let i = first; i < (curve.style === 'constant' ? y.length : end); i++) {
      const value = y[i]
      if (value < min && value > Number.NEGATIVE_INFINITY) min = value
      if (value > max && value < Number.POSITIVE_INFINITY) max = value
    }
  }
  return widen(min, max)
}

/** Minimum and maximum x of curves. */
export function computeXRange(curves: readonly Curve[]): [number, number] {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const { x } of curves) {
    for (let i = 0; i < x.length; i++) {
      if (x[i] < min) min = x[i]
      if (x[i] > max) max = x[i]
    }
  }
  return widen(min, max)
}

function widen(min: number, max: number): [number, number] {
  if (min > max) return [0, 1]
  // rounding errors of a constant are not a curve
  const size = Math.max(Math.abs(min), Math.abs(max))
  if (max - min <= 1e-12 * size || max === min) {
    const half = size === 0 ? 1 : 0.1 * size
    return [min - half, max + half]
  }
  const room = MARGIN * (max - min)
  return [min - room, max + room]
}
