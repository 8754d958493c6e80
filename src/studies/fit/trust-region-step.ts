/**
 * The step of a trust region within bounds. With y = D p and A = J D⁻¹ over the free parameters
 *
 *   (AᵀA + λ I) y = -Aᵀ r   is the least-squares problem of the rows [ A; √λ I ] and [ -r; 0 ]    (1)
 *
 * and λ >= 0 is the one for which ‖y‖ = Δ to 10 %, or 0 if ‖y(0)‖ <= Δ; Newton's method on 1/‖y(λ)‖ - 1/Δ within limits
 * [Hebden 1973; Moré 1978, eq. 5.5].
 */
import { createQr, factorQr, type Qr, solveQr } from '../../math/index.ts'

/** Accepted deviation of ‖y‖ from Δ. */
const RADIUS_ERROR = 0.1
const MAX_NEWTON = 20

/** Steps of one problem. */
export class TrustRegionStep {
  /** The step p (n). */
  readonly p: Float64Array
  private readonly isFree: Uint8Array
  /** Rows A and √λ I. */
  private readonly factors: Qr[] = []
  private readonly rhs: Float64Array

  constructor(
    private readonly m: number,
    private readonly n: number,
    private readonly lower: Float64Array,
    private readonly upper: Float64Array,
  ) {
    this.p = new Float64Array(n)
    this.isFree = new Uint8Array(n)
    this.rhs = new Float64Array(m + n)
  }

  /**
   * Writes the step from x to `p`.
   *
   * @param radius Δ; Infinity for the step of Gauss and Newton
   * @returns ‖J p + r‖²
   */
  compute(
    x: Float64Array,
    r: Float64Array,
    jacobian: Float64Array,
    scaling: Float64Array,
    radius: number,
  ): number {
    const { m, n, p, isFree, lower, upper } = this
    p.fill(0)
    for (let j = 0; j < n; j++) {
      let gradient = 0
      for (let i = 0; i < m; i++) gradient += jacobian[i * n + j] * r[i]
      const isHeld = (x[j] <= lower[j] && gradient >= 0) || (x[j] >= upper[j] && gradient <= 0)
      isFree[j] = isHeld || scaling[j] === 0 ? 0 : 1
    }
    // each pass holds one parameter more
    for (let pass = 0; pass <= n; pass++) {
      this.solve(r, jacobian, scaling, radius)
      let isOutside = false
      for (let j = 0; j < n; j++) {
        if (isFree[j] === 0) continue
        const bound = x[j] + p[j] < lower[j] ? lower[j] : x[j] + p[j] > upper[j] ? upper[j] : NaN
        if (Number.isNaN(bound)) continue
        p[j] = bound - x[j]
        isFree[j] = 0
        isOutside = true
      }
      if (!isOutside) break
    }
    // rounding errors of x + (bound - x)
    let sum = 0
    for (let i = 0; i < m; i++) {
      let value = r[i]
      for (let j = 0; j < n; j++) value += jacobian[i * n + j] * p[j]
      sum += value * value
    }
    return sum
  }

  /** Writes p of the free parameters; the others have theirs. */
  private solve(r: Float64Array, jacobian: Float64Array, scaling: Float64Array, radius: number): void {
    const { m, n, p, isFree, rhs } = this
    const free: number[] = []
    for (let j = 0; j < n; j++) if (isFree[j] === 1) free.push(j)
    const nFree = free.length
    if (nFree === 0) return
    // -r without the part of parameters that are moved onto bounds
    for (let i = 0; i < m; i++) {
      rhs[i] = -r[i]
      for (let j = 0; j < n; j++) if (isFree[j] === 0) rhs[i] -= jacobian[i * n + j] * p[j]
    }
    const qr = (this.factors[nFree] ??= createQr(m + nFree, nFree))
    const y = new Float64Array(nFree)
    const z = new Float64Array(nFree)
    const b = new Float64Array(m + nFree)
    const solveFor = (lambda: number): number => {
      const { a } = qr
      for (let i = 0; i < m; i++)
        for (let k = 0; k < nFree; k++) a[i * nFree + k] = jacobian[i * n + free[k]] / scaling[free[k]]
      a.fill(0, m * nFree)
      for (let k = 0; k < nFree; k++) a[(m + k) * nFree + k] = Math.sqrt(lambda)
      b.fill(0)
      b.set(rhs.subarray(0, m))
      factorQr(qr)
      solveQr(qr, b, y)
      return Math.sqrt(y.reduce((sum, value) => sum + value * value, 0))
    }
    let length = solveFor(0)
    if (length > radius * (1 + RADIUS_ERROR)) {
      let low = 0
      let high = this.gradientNorm(jacobian, scaling, free) / radius
      let lambda = 1e-3 * high
      for (let k = 0; k < MAX_NEWTON; k++) {
        length = solveFor(lambda)
        if (Math.abs(length - radius) <= RADIUS_ERROR * radius) break
        if (length > radius) low = Math.max(low, lambda)
        else high = Math.min(high, lambda)
        // (AᵀA + λ I) z = y
        b.fill(0)
        for (let i = 0; i < nFree; i++) b[m + i] = y[i] / Math.sqrt(lambda)
        solveQr(qr, b, z)
        const slope = y.reduce((sum, value, i) => sum + value * z[i], 0)
        const next = lambda + ((length - radius) / radius) * ((length * length) / slope)
        lambda = next > low && next < high ? next : Math.max(1e-3 * high, Math.sqrt(low * high))
      }
    }
    for (let k = 0; k < nFree; k++) p[free[k]] = y[k] / scaling[free[k]]
  }

  /** ‖Aᵀ b‖ with the right-hand side b. */
  private gradientNorm(jacobian: Float64Array, scaling: Float64Array, free: readonly number[]): number {
    const { m, n, rhs } = this
    let sum = 0
    for (const j of free) {
      let gradient = 0
      for (let i = 0; i < m; i++) gradient += jacobian[i * n + j] * rhs[i]
      sum += (gradient / scaling[j]) ** 2
    }
    return Math.sqrt(sum)
  }
}
