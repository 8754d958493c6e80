/** Highest order of the method. BDF of order 6 is unusable for eigenvalues near the imaginary axis. */
export const MAX_ORDER = 5

/**
 * Part of the error test available to the Newton iteration. A larger share saves iterations, but their noise keeps the
 * order low.
 */
const NEWTON_SHARE = 0.03
/**
 * Coefficients of one step of the fixed-leading-coefficient BDF of order q with unequal past steps
 * [Jackson & Sacks-Davis 1980; Byrne & Hindmarsh 1975; Hindmarsh et al. 2005, §2.1].
 *
 * With ξ_j = (t_n - t_{n-j}) / h and the predicted Nordsieck array z, the corrected one is z_j + l_j e, where
 * Λ(s) = Σ l_j s^j = (1 + s/ξ*) Π_{j=1}^{q-1} (1 + s/ξ_j), and 1/ξ* is chosen so that the leading coefficient
 * α_0 = -Σ_{j=1}^{q} 1/j is that of the constant-step formula.
 */
export class BdfCoefficients {
  /** @param errorSafety factor by which the error test is stricter than the estimate requires */
  constructor(public errorSafety: number) {}

  /** l_0 … l_q. */
  readonly l = new Float64Array(MAX_ORDER + 1)
  /** Factor from ‖e‖ to the local error of order q, with its safety factor. */
  errorFactor = 0.5
  /** Factor from ‖z_q‖ to the local error of order q - 1; only set if asked for. */
  errorFactorDown = 0.5
  /** Factor from ‖difference of scaled corrections‖ to the local error of order q + 1; only set if asked for. */
  errorFactorUp = 0.5
  /** Scale of the correction e that makes corrections of two steps comparable (both of order q). */
  correctionScale = 0.5
  /** Bound on the Newton displacement: its share of the error test. */
  newtonTolerance = 0.1

  /** `past[j]` is the size of the j-th last step (j ≥ 1). `forOrderChange`: also the neighbors' error factors. */
  update(q: number, h: number, past: Float64Array, forOrderChange: boolean): void {
    const l = this.l
    l.fill(0)
    l[0] = 1
    l[1] = 1
    let alpha0 = -1
    let alpha0Hat = -1
    let invXi = 1
    let invXiStar = 1
    let span = h

    // Multiply Λ by (1 + s/ξ_j) for j = 2 … q-1, then by (1 + s/ξ*).
    if (q > 1) {
      for (let j = 2; j < q; j++) {
        span += past[j - 1]
        invXi = h / span
        alpha0 -= 1 / j
        for (let i = j; i >= 1; i--) l[i] += l[i - 1] * invXi
      }
      alpha0 -= 1 / q
      invXiStar = -l[1] - alpha0
      span += past[q - 1]
      invXi = h / span
      alpha0Hat = -l[1] - invXi
      for (let i = q; i >= 1; i--) l[i] += l[i - 1] * invXiStar
    }

    // Error constants from the leading term of the truncation error.
    const a1 = 1 - alpha0Hat + alpha0
    const a2 = 1 + q * a1
    this.errorFactor = this.errorSafety * Math.abs(a1 / (alpha0 * a2))
    this.correctionScale = Math.abs((a2 * invXiStar) / (l[q] * invXi))
    this.newtonTolerance = NEWTON_SHARE / this.errorFactor
    if (!forOrderChange) return

    if (q > 1) {
      const a3 = alpha0 + 1 / q
      const a4 = alpha0Hat + invXi
      this.errorFactorDown = this.errorSafety * Math.abs(((invXiStar / l[q]) * (1 - a4 + a3)) / a3)
    } else {
      this.errorFactorDown = this.errorSafety
    }
    span += past[q]
    invXi = h / span
    const a5 = alpha0 - 1 / (q + 1)
    const a6 = alpha0Hat - invXi
    this.errorFactorUp = this.errorSafety * Math.abs((1 - a6 + a5) / a2 / (invXi * (q + 2) * a5))
  }
}
