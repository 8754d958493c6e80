/**
 * Derivatives by extrapolated differences [Richardson; Ridders 1982], each number for itself: with steps h, h/2, h/4, …
 *
 *   central:    D(h) = (f(h) - f(-h))/2h = f' + c2 h² + c4 h⁴ + …     T_k,j = T_k,j-1 + (T_k,j-1 - T_k-1,j-1)/(4^j - 1)   (1)
 *   one-sided:  D(h) = (f(h) - f(0))/h   = f' + c1 h  + c2 h² + …     the same with 2^j                                 (2)
 *
 * Of all entries the one is taken that differs least from its neighbors, and the difference is the estimate of its error: it grows
 * again where rounding errors do.
 */

/** Number of steps: the ratio of the longest and the shortest one is 32. */
const LEVELS = 6
/** The same where long steps have no values. */
const MAX_LEVELS = 12
/** Steps with a value that a number needs for extrapolation and an estimate, and part of the numbers that must have them. */
const NEEDED_LEVELS = 3
const NEEDED_PART = 0.9

/** Derivatives and the estimates of their errors (n each); NaN where the function is not comparable with its neighbors. */
export interface ExtrapolatedDerivatives {
  readonly values: Float64Array
  readonly errors: Float64Array
}

/** Offsets on both sides, or on one of them only. */
type Side = -1 | 0 | 1

/**
 * @param f values at an offset (n); NaN for those without a value, null if there is none
 * @param step the first offset
 * @param side 1 or -1: offsets of this sign only; 0: both, if f has values on both sides
 */
export function differentiateByExtrapolation(
  f: (offset: number) => Float64Array | null,
  step: number,
  side: Side,
): ExtrapolatedDerivatives {
  const center = f(0)
  if (center === null) return { values: new Float64Array(0), errors: new Float64Array(0) }
  const { levels, openSide } = computeLevels(f, center, step, side)
  if (levels.length === 0 && side === 0 && openSide !== 0)
    return differentiateByExtrapolation(f, step, openSide)
  const n = center.length
  const values = new Float64Array(n).fill(Number.NaN)
  const errors = new Float64Array(n).fill(Number.NaN)
  for (let i = 0; i < n; i++) {
    let before: number[] = []
    for (const level of levels.slice(findFirst(levels, i))) {
      const row = [level[i]]
      for (let j = 1, factor = 1; j <= before.length; j++) {
        factor *= side === 0 ? 4 : 2
        const value = row[j - 1] + (row[j - 1] - before[j - 1]) / (factor - 1)
        const error = Math.max(Math.abs(value - row[j - 1]), Math.abs(value - before[j - 1]))
        if (!(error >= errors[i])) {
          errors[i] = error
          values[i] = value
        }
        row.push(value)
      }
      before = row
    }
  }
  return { values, errors }
}

/** D(h) for all steps; `openSide` is one on which f has values, if it lacks them on the other. */
function computeLevels(
  f: (offset: number) => Float64Array | null,
  center: Float64Array,
  step: number,
  side: Side,
): { levels: Float64Array[]; openSide: Side } {
  const levels: Float64Array[] = []
  let openSide: Side = 0
  for (let k = 0, h = step; k < MAX_LEVELS; k++, h /= 2) {
    const sign = side === 0 ? 1 : side
    const [first, second] = [f(sign * h), side === 0 ? f(-h) : center]
    if (first === null || second === null) {
      // the offset is too large: only shorter ones count
      levels.length = 0
      openSide = first !== null ? 1 : second !== null ? -1 : 0
    } else {
      const width = side === 0 ? 2 * h : sign * h
      levels.push(first.map((value, i) => (value - second[i]) / width))
    }
    if (k + 1 >= LEVELS && (levels.length === 0 ? openSide !== 0 : isEnough(levels, center))) break
  }
  return { levels, openSide }
}

function isEnough(levels: readonly Float64Array[], center: Float64Array): boolean {
  let [count, enough] = [0, 0]
  for (let i = 0; i < center.length; i++) {
    if (!Number.isFinite(center[i])) continue
    count++
    if (levels.length - findFirst(levels, i) >= NEEDED_LEVELS) enough++
  }
  return enough >= NEEDED_PART * count
}

/** The first step from which on all have a value. */
function findFirst(levels: readonly Float64Array[], i: number): number {
  return levels.findLastIndex((level) => !Number.isFinite(level[i])) + 1
}
