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

/** Derivatives and the estimates of their errors (n each); NaN where the function is not comparable with its neighbors. */
export interface ExtrapolatedDerivatives {
  readonly values: Float64Array
  readonly errors: Float64Array
}

/**
 * @param f values at an offset (n); NaN for those without a value, null if there is none
 * @param step the first offset
 * @param side 1 or -1: offsets of this sign only; 0: both
 */
export function differentiateByExtrapolation(
  f: (offset: number) => Float64Array | null,
  step: number,
  side: -1 | 0 | 1,
): ExtrapolatedDerivatives {
  const center = side === 0 ? null : f(0)
  const levels: Float64Array[] = []
  for (let k = 0, h = step; k < LEVELS; k++, h /= 2) {
    const sign = side === 0 ? 1 : side
    const [first, second] = [f(sign * h), side === 0 ? f(-h) : center]
    if (first === null || second === null) {
      // the offset is too large: only shorter ones count
      levels.length = 0
      continue
    }
    const width = side === 0 ? 2 * h : sign * h
    levels.push(first.map((value, i) => (value - second[i]) / width))
  }
  const n = levels[0]?.length ?? f(0)?.length ?? 0
  const values = new Float64Array(n).fill(Number.NaN)
  const errors = new Float64Array(n).fill(Number.NaN)
  for (let i = 0; i < n; i++) {
    // the shorter steps, from the first one on from which all have a value
    const firstLevel = levels.findLastIndex((level) => !Number.isFinite(level[i])) + 1
    let before: number[] = []
    for (const level of levels.slice(firstLevel)) {
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
