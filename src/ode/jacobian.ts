import { EPS } from '../base/index.ts'
import { wrmsNorm } from '../math/index.ts'
import { DifferenceMatrix } from './difference-matrix.ts'
import type { OdeProblem } from './problem.ts'
import type { RightHandSide } from './rhs.ts'
import { FATAL, OK, RECOVERABLE } from './status.ts'

/** Smallest difference increment in units of the rounding error of f [Hindmarsh et al. 2005, §2.1]. */
const MIN_INCREMENT_FACTOR = 1000

/** Largest increment of a component with an absolute tolerance alone, as part of this tolerance. */
const MAX_TOLERANCE_PART = 0.003

/** J = ∂f/∂x: the user's exact one, or finite differences. */
export class JacobianEvaluator extends DifferenceMatrix {
  /** How often the matrix was computed anew. */
  updates = 0
  private readonly exact: OdeProblem['jacobian']
  private t = 0.1
  private readonly x: Float64Array
  private readonly xShifted: Float64Array

  /**
   * @param rtols relative tolerances (n)
   * @param minTolerancePart smallest increment as part of the tolerance of its component
   */
  constructor(
    problem: OdeProblem,
    private readonly rhs: RightHandSide,
    private readonly rtols: Float64Array,
    private readonly minTolerancePart = 0,
  ) {
    super(problem.n, problem.sparsity, !problem.jacobian)
    this.exact = problem.jacobian
    this.x = new Float64Array(problem.n)
    this.xShifted = new Float64Array(problem.n)
  }

  /** Writes J(t, x) to `values`. `fx` is f(t, x), `h` the step size, `weights` the error weights (n). */
  update(t: number, x: Float64Array, fx: Float64Array, h: number, weights: Float64Array): number {
    this.rhs.stats.jacobians++
    this.updates++
    if (this.exact) {
      this.userValues.fill(0)
      const outcome = this.exact(t, x, this.userValues)
      if (outcome === 'retry') return RECOVERABLE
      if (outcome === 'abort') return FATAL
      this.scatter()
      return OK
    }
    this.t = t
    this.x.set(x)
    this.xShifted.set(x)
    this.computeIncrements(fx, h, weights)
    return this.fillByDifferences(fx)
  }

  protected shift(j: number): void {
    this.xShifted[j] += this.increments[j]
  }

  protected unshift(j: number): void {
    this.xShifted[j] = this.x[j]
  }

  protected evaluateShifted(out: Float64Array): number {
    return this.rhs.evaluateForJacobian(this.t, this.xShifted, out)
  }

  /**
   * σ_j = max(√eps |x_j|, σ_0 / w_j) with σ_0 from the rounding error of f [Hindmarsh et al. 2005, §2.1] and not below a part of the
   * tolerance 1 / w_j, which carries the nominal size of x_j. Where only an absolute tolerance
   * counts, the size of x_j says nothing about how fast f changes: 1e-7 of an angle of 7 rad is a tenth of the angle in which a cone that
   * rolls on a plate gets all its load at one end. There, a part of the tolerance is enough.
   */
  private computeIncrements(fx: Float64Array, h: number, weights: Float64Array): void {
    const { x, increments, rtols } = this
    const { n } = this.layout
    const fNorm = wrmsNorm(fx, weights)
    const rounding = MIN_INCREMENT_FACTOR * Math.abs(h) * EPS * n * fNorm
    const minIncrement = fNorm > 0 ? Math.max(rounding, this.minTolerancePart) : 1
    const rootEps = Math.sqrt(EPS)
    for (let j = 0; j < n; j++) {
      const size = Math.abs(x[j])
      const relative =
        rtols[j] > 0
          ? rootEps * size
          : Math.min(
              rootEps * size,
              Math.max(MAX_TOLERANCE_PART / weights[j], MIN_INCREMENT_FACTOR * EPS * size),
            )
      const absolute = minIncrement / weights[j]
      // The increment that is really made is the difference of two representable numbers.
      const shifted = x[j] + Math.max(relative, absolute)
      increments[j] = shifted - x[j]
    }
  }
}
