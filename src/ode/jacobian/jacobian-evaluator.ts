import { EPS } from '../../base/index.ts'
import { wrmsNorm } from '../../math/index.ts'
import { FATAL, type OdeProblem, OK, RECOVERABLE, type RightHandSide } from '../stepping/index.ts'
import { DifferenceMatrix } from './difference-matrix.ts'
import { multiplyMagnitudes, multiplyMatrix } from './matrix-layout.ts'

/** Smallest difference increment in units of the rounding error of f [Hindmarsh et al. 2005, §2.1]. */
const MIN_INCREMENT_FACTOR = 1000

/** Largest increment of a component with an absolute tolerance alone, as part of this tolerance. */
const MAX_TOLERANCE_PART = 0.003

/**
 * Points at which f is compared with the differences, as parts of the increments. At a jump f is off by as much as the
 * differences predict …
 */
const HALFWAY = 0.5
/** … and at a law that bends within the increments by less, √x and Hertz' force at x = 0 by 0.42 and 0.3 of it. */
const MAX_MISMATCH = 0.6
/** Distance in increments at which differences no longer reach over the jump. */
const ASIDE = 2

/** J = ∂f/∂x: the user's exact one, or finite differences. */
export class JacobianEvaluator extends DifferenceMatrix {
  /** Number of evaluations of the matrix. */
  updates = 0
  private readonly exact: OdeProblem['jacobian']
  private t = 0.1
  private readonly x: Float64Array
  private readonly xShifted: Float64Array
  /** f at another point, J σ and |J| |σ| (n each). */
  private readonly fShifted: Float64Array
  private readonly product: Float64Array
  private readonly terms: Float64Array

  /**
   * @param rtols relative tolerances (n)
   * @param minTolerancePart smallest increment as part of the tolerance of its component
   */
  constructor(
    problem: OdeProblem,
    private readonly rhs: RightHandSide,
    private readonly rtols: Float64Array,
    private readonly minTolerancePart = EPS,
  ) {
    super(problem.n, problem.sparsity, problem.sparseRows, !problem.jacobian)
    this.exact = problem.jacobian
    this.x = new Float64Array(problem.n)
    this.xShifted = new Float64Array(problem.n)
    this.fShifted = new Float64Array(problem.n)
    this.product = new Float64Array(problem.n)
    this.terms = new Float64Array(problem.n)
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

  /**
   * After `update` by differences: if f does not follow them halfway, they reach over a jump and suggest a stiffness
   * that does not exist: for x'' = -sign x, from x = 0, a method that trusts it goes straight on for ever. Then they
   * are recomputed beside x, in the direction of the solution. Costs one evaluation of f.
   */
  avoidJumps(fx: Float64Array): number {
    if (this.exact) return OK
    const { x, xShifted, increments, fShifted } = this
    const n = x.length
    for (let j = 0; j < n; j++) xShifted[j] = x[j] + HALFWAY * increments[j]
    let status = this.rhs.evaluate(this.t, xShifted, fShifted)
    // If f cannot be evaluated there, nothing is known.
    if (status !== OK) return status < 0 ? status : OK
    if (this.followsDifferences(fx)) return OK

    for (let j = 0; j < n; j++) x[j] += ASIDE * Math.sign(fx[j]) * increments[j]
    xShifted.set(x)
    status = this.evaluateShifted(fShifted)
    if (status === OK) status = this.fillByDifferences(fShifted)
    return status
  }

  /** True if `fShifted`, halfway, agrees with the matrix. */
  private followsDifferences(fx: Float64Array): boolean {
    const { increments, fShifted, product, terms } = this
    const n = fx.length
    multiplyMatrix(this.layout, this.values, increments, product)
    multiplyMagnitudes(this.layout, this.values, increments, terms)
    for (let i = 0; i < n; i++) {
      const mismatch = Math.abs(fShifted[i] - fx[i] - HALFWAY * product[i])
      if (mismatch > MAX_MISMATCH * HALFWAY * terms[i]) return false
    }
    return true
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
   * σ_j = max(√eps |x_j|, σ_0 / w_j) with σ_0 from the rounding error of f [Hindmarsh et al. 2005, §2.1] and not below
   * a part of the tolerance 1 / w_j, which carries the nominal size of x_j. Where only an absolute tolerance counts,
   * the size of x_j says nothing about how fast f changes: 1e-7 of an angle of 7 rad is a tenth of the angle in which a
   * cone that rolls on a plate gets all its load at one end. There, a part of the tolerance is enough.
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
