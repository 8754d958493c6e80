import { EPS } from '../../base/index.ts'

/**
 * Times closer than this are the same, relative to the time since the start: the sum of a million additions of 0.1 s
 * has an error of 1.3e-11. The bound is at least some rounding errors of the time itself.
 */
export const TIME_TOLERANCE = 1e-10
const TIME_ROUNDING = 16 * EPS

/** True for two times [s] of the same instant, in a run that begins at `startTime`. */
export function isSameTime(a: number, b: number, startTime: number): boolean {
  const tolerance = Math.max(TIME_TOLERANCE * Math.abs(a - startTime), TIME_ROUNDING * Math.abs(a))
  return Math.abs(a - b) <= tolerance
}

/** True for two times [s] that differ by rounding errors only. */
export function isRounded(a: number, b: number): boolean {
  return Math.abs(a - b) <= TIME_ROUNDING * Math.abs(a)
}
