/**
 * Columns of a Jacobian by extrapolated differences [Richardson; Ridders 1982]: with steps h, h/2, h/4, …
 *
 *   central:     D(h) = (r(x+h) - r(x-h))/2h = r' + c2 h² + c4 h⁴ + …     T_k,j = T_k,j-1 + (T_k,j-1 - T_k-1,j-1)/(4^j - 1)
 *   at a bound:  D(h) = (r(x+h) - r(x))/h    = r' + c1 h  + c2 h² + …     the same with 2^j
 *
 * T_k,k is taken as soon as it differs little enough from its neighbors; the difference is the estimate of its error.
 */
/** Writes r(x) (nResidual) and returns true, or false where r is not defined. */
export type Residuals = (x: Float64Array, out: Float64Array) => boolean

/** Most steps for a column. */
const MAX_LEVELS = 7
/** Steps that an accurate column takes at least, also to know its error. */
const ACCURATE_LEVELS = 4
/** A column of an iteration is good enough with this error: then that of the extrapolated one is about its square. */
const LOOSE = 1e-4

/** Computes columns; remembers its arrays. */
export class DifferenceColumns {
  /** Rows T_k of the table, each with its columns (nResidual). */
  private readonly rows: Float64Array[][] = []
  private readonly plus: Float64Array
  private readonly minus: Float64Array
  private readonly point: Float64Array

  /**
   * @param noise relative error of the residuals
   * @param lower, upper bounds, which no evaluation leaves (n)
   */
  constructor(
    private readonly residuals: Residuals,
    private readonly nResidual: number,
    private readonly scales: Float64Array,
    private readonly lower: Float64Array,
    private readonly upper: Float64Array,
    private readonly noise: number,
  ) {
    this.plus = new Float64Array(nResidual)
    this.minus = new Float64Array(nResidual)
    this.point = new Float64Array(scales.length)
  }

  /**
   * Writes column j at x, where the residuals are r, to `out` (nResidual).
   *
   * @param isAccurate true for as many digits as there are
   * @returns the estimated error, relative to the norm of the column; Infinity if the residuals are not finite
   */
  compute(x: Float64Array, r: Float64Array, j: number, isAccurate: boolean, out: Float64Array): number {
    const { nResidual, rows, lower, upper } = this
    const above = upper[j] - x[j]
    const below = x[j] - lower[j]
    const wanted = Math.max(Math.abs(x[j]), this.scales[j]) * 4 * this.noise ** 0.2
    const isCentral = Math.min(above, below) >= wanted / 16
    let h = isCentral
      ? Math.min(wanted, above, below)
      : above >= below
        ? Math.min(wanted, above)
        : -Math.min(wanted, below)
    if (h === 0) return fill(out, 0)
    const base = isCentral ? 4 : 2
    let best = Infinity
    let level = 0
    for (let k = 0; k < MAX_LEVELS; k++, h /= 2) {
      rows[level] ??= []
      const first = (rows[level][0] ??= new Float64Array(nResidual))
      if (!this.difference(x, r, j, h, isCentral, first)) {
        // outside of the domain of the function: begins again with smaller steps
        level = 0
        best = Infinity
        h /= 8
        continue
      }
      let factor = 1
      for (let i = 1; i <= level; i++) {
        factor *= base
        const value = (rows[level][i] ??= new Float64Array(nResidual))
        extrapolate(rows[level][i - 1], rows[level - 1][i - 1], factor, value)
        const error = Math.max(
          compare(value, rows[level][i - 1]),
          i === 1 ? 0 : compare(value, rows[level - 1][i - 1]),
        )
        if (error < best) {
          best = error
          out.set(value)
        }
      }
      if (level > 0 && best === 0) return 0
      level++
      if (!isAccurate && best < LOOSE) return best
      if (isAccurate && level >= ACCURATE_LEVELS && best < LOOSE) return best
    }
    return best
  }

  /** False if a residual is not finite. */
  private difference(
    x: Float64Array,
    r: Float64Array,
    j: number,
    h: number,
    isCentral: boolean,
    out: Float64Array,
  ): boolean {
    const { point, plus, minus, residuals } = this
    point.set(x)
    point[j] = Math.min(Math.max(x[j] + h, this.lower[j]), this.upper[j])
    const high = point[j]
    if (!residuals(point, plus)) return false
    let low = x[j]
    if (isCentral) {
      point[j] = Math.min(Math.max(x[j] - h, this.lower[j]), this.upper[j])
      low = point[j]
      if (!residuals(point, minus)) return false
    }
    const other = isCentral ? minus : r
    for (let i = 0; i < out.length; i++) {
      out[i] = (plus[i] - other[i]) / (high - low)
      if (!Number.isFinite(out[i])) return false
    }
    return true
  }
}

function extrapolate(fine: Float64Array, coarse: Float64Array, factor: number, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = fine[i] + (fine[i] - coarse[i]) / (factor - 1)
}

/** Norm of the difference relative to that of the first. */
function compare(a: Float64Array, b: Float64Array): number {
  let difference = 0
  let size = 0
  for (let i = 0; i < a.length; i++) {
    difference = Math.hypot(difference, a[i] - b[i])
    size = Math.hypot(size, a[i])
  }
  return difference === 0 ? 0 : size === 0 ? 1 : difference / size
}

function fill(out: Float64Array, error: number): number {
  out.fill(0)
  return error
}
