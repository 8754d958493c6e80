import { EPS } from '../../base/index.ts'
import { OK } from '../stepping/index.ts'

/**
 * Displacements, each by this factor shorter than the one before: no divisor of anything, so that no oscillation looks
 * constant.
 */
const REDUCTION = 3.7
const N_LEVELS = 16
/** Highest order of the extrapolation. */
const MAX_ORDER = 5

/**
 * Derivative of a vector function φ(s) at s = 0 from values at s ≥ 0 only, as nothing is known of the time before a
 * start or an event. Divided differences over displacements δ_k = δ_0 / 3.7^k are extrapolated to zero [Ridders 1982;
 * the table is that of Aitken and Neville],
 *   T_k,0 = (φ(δ_k) - φ(0)) / δ_k,   T_k,m = T_k,m-1 + (T_k,m-1 - T_k-1,m-1) / (3.7^m - 1),
 * and of every component the entry is taken that differs least from its neighbors, rounding errors of φ included: the
 * time scale of φ need not be known.
 */
export class FlowDerivative {
  /** Derivatives, and estimates of their errors (n each). */
  readonly values: Float64Array
  readonly errors: Float64Array
  private table: Float64Array[] = []
  private last: Float64Array[] = []

  constructor(private readonly n: number) {
    this.values = new Float64Array(n)
    this.errors = new Float64Array(n)
    for (let m = 0; m <= MAX_ORDER; m++) {
      this.table.push(new Float64Array(n))
      this.last.push(new Float64Array(n))
    }
  }

  /**
   * Computes the derivatives.
   *
   * @param evaluate writes φ(s) (n) and returns a status; a longer displacement may fail
   * @param longest δ_0
   * @param terms size of the terms of φ: their rounding errors are those of φ (n)
   */
  compute(
    evaluate: (s: number, out: Float64Array) => number,
    start: Float64Array,
    longest: number,
    terms: Float64Array,
  ): number {
    const { n, values, errors } = this
    errors.fill(Infinity)
    values.fill(0)
    let nLevel = 0
    let status = OK
    for (let k = 0; k < N_LEVELS; k++) {
      const delta = longest / REDUCTION ** k
      const swap = this.last
      this.last = this.table
      this.table = swap
      const { table } = this
      status = evaluate(delta, table[0])
      if (status < 0) return status
      if (status !== OK) {
        nLevel = 0
        continue
      }
      for (let i = 0; i < n; i++) table[0][i] = (table[0][i] - start[i]) / delta
      this.extrapolate(Math.min(nLevel, MAX_ORDER), delta, terms)
      nLevel++
    }
    return nLevel > 1 ? OK : status
  }

  private extrapolate(order: number, delta: number, terms: Float64Array): void {
    const { n, table, last, values, errors } = this
    for (let m = 1; m <= order; m++) {
      const factor = 1 / (REDUCTION ** m - 1)
      for (let i = 0; i < n; i++) {
        const correction = (table[m - 1][i] - last[m - 1][i]) * factor
        const value = table[m - 1][i] + correction
        table[m][i] = value
        const rounding = (EPS * terms[i]) / delta
        const error = rounding + Math.max(Math.abs(correction), Math.abs(value - last[m - 1][i]))
        if (!(error < errors[i])) continue
        errors[i] = error
        values[i] = value
      }
    }
  }
}
