import { EPS } from '../../base/index.ts'
import { DifferenceMatrix } from '../jacobian/index.ts'
import { type DaeProblem, FATAL, OK, RECOVERABLE } from '../stepping/index.ts'
import type { Residual } from './residual.ts'

/** ∂F/∂y + c ∂F/∂yp: the user's exact one, or finite differences along (e_j, c e_j). */
export class DaeMatrix extends DifferenceMatrix {
  /** True if evaluating the matrix costs no residuals. */
  readonly isExact: boolean
  private readonly exact: DaeProblem['jacobian']
  private t = 0.1
  private c = 0.1
  /** True if increments are those of yp alone. */
  private shiftsSlopes = false
  private readonly y: Float64Array
  private readonly yp: Float64Array
  private readonly yShifted: Float64Array
  private readonly ypShifted: Float64Array

  constructor(
    problem: DaeProblem,
    private readonly residual: Residual,
    private readonly rtol: number,
  ) {
    super(problem.n, problem.sparsity, undefined, !problem.jacobian)
    this.exact = problem.jacobian
    this.isExact = problem.jacobian !== undefined
    this.y = new Float64Array(problem.n)
    this.yp = new Float64Array(problem.n)
    this.yShifted = new Float64Array(problem.n)
    this.ypShifted = new Float64Array(problem.n)
  }

  /** Writes the matrix at (t, y, yp) to `values`. `res` is the residual there, `weights` are the error weights (n). */
  update(
    t: number,
    y: Float64Array,
    yp: Float64Array,
    c: number,
    res: Float64Array,
    h: number,
    weights: Float64Array,
  ): number {
    this.residual.stats.jacobians++
    if (this.exact) {
      this.userValues.fill(0)
      const outcome = this.exact(t, y, yp, c, this.userValues)
      if (outcome === 'retry') return RECOVERABLE
      if (outcome === 'abort') return FATAL
      this.scatter()
      return OK
    }
    this.t = t
    this.c = c
    this.y.set(y)
    this.yp.set(yp)
    this.yShifted.set(y)
    this.ypShifted.set(yp)
    this.computeIncrements(h, weights)
    return this.fillByDifferences(res)
  }

  /** Writes ∂F/∂yp alone at (t, y, yp), by differences over the given increments of yp, which are rounded (n). */
  updateSlopes(
    t: number,
    y: Float64Array,
    yp: Float64Array,
    res: Float64Array,
    increments: Float64Array,
  ): number {
    this.residual.stats.jacobians++
    this.t = t
    this.y.set(y)
    this.yp.set(yp)
    this.yShifted.set(y)
    this.ypShifted.set(yp)
    for (let j = 0; j < y.length; j++) {
      increments[j] = yp[j] + increments[j] - yp[j]
      this.increments[j] = increments[j]
    }
    this.shiftsSlopes = true
    const status = this.fillByDifferences(res)
    this.shiftsSlopes = false
    return status
  }

  protected shift(j: number): void {
    if (this.shiftsSlopes) {
      this.ypShifted[j] += this.increments[j]
      return
    }
    this.yShifted[j] += this.increments[j]
    this.ypShifted[j] += this.c * this.increments[j]
  }

  protected unshift(j: number): void {
    this.yShifted[j] = this.y[j]
    this.ypShifted[j] = this.yp[j]
  }

  protected evaluateShifted(out: Float64Array): number {
    return this.residual.evaluateForJacobian(this.t, this.yShifted, this.ypShifted, out)
  }

  /**
   * σ_j = √eps max(|y_j| + atol_j / rtol, |h yp_j|), in the direction in which y_j moves. In place of the size of y_j
   * where it is zero, [Hindmarsh et al. 2005, §2.2] has its tolerance; at tight ones the difference is then lost in
   * rounding errors.
   */
  private computeIncrements(h: number, weights: Float64Array): void {
    const { y, yp, increments, rtol } = this
    const rootEps = Math.sqrt(EPS)
    for (let j = 0; j < y.length; j++) {
      const size = rootEps * Math.max(1 / (rtol * weights[j]), Math.abs(h * yp[j]))
      const shifted = y[j] + (h * yp[j] < 0 ? -size : size)
      increments[j] = shifted - y[j]
    }
  }
}
