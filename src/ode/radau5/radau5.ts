import { EPS } from '../../base/index.ts'
import { computeErrorWeights, worstComponent } from '../../math/index.ts'
import { JacobianEvaluator } from '../jacobian/index.ts'
import {
  computeFirstStep,
  ERROR_TEST_FAILED,
  fitStep,
  NEWTON_FAILED,
  type OdeProblem,
  OK,
  RightHandSide,
  SINGULAR,
  STEP_TOO_SMALL,
  type Statistics,
  type Stepper,
  type StepperOptions,
  smallestStep,
} from '../stepping/index.ts'
import { StepControl } from './radau5-control.ts'
import { InteriorError } from './radau5-interior-error.ts'
import { CollocationPolynomial } from './radau5-interpolant.ts'
import { StageNewton } from './radau5-newton.ts'
import { E1, E2, E3, GAMMA } from './radau5-tableau.ts'

/** Order of the error estimate, for the first step size. */
const ESTIMATE_ORDER = 3
/** The Newton iteration stops at κ = √rtol, but not above this fraction of the tolerance ... */
const MAX_NEWTON_TOLERANCE = 0.003
/** ... and not below this multiple of the rounding error of x. */
const NEWTON_ROUNDING = 10
/** Steps in which a new Jacobian is renewed and checked after one that did not hold for its step. */
const DOUBTFUL_STEPS = 8
/** A Jacobian is kept while the iteration converges at this rate, or in `GOOD_ITERATIONS`. */
const GOOD_THETA = 1e-3
/** The same for a Jacobian by differences of at least so many evaluations of f, as many as a dozen iterations. */
const GOOD_THETA_IF_COSTLY = 0.05
const COSTLY_JACOBIAN = 40
const GOOD_ITERATIONS = 2
/**
 * Smallest difference increment as part of the tolerance of its component. Where the terms of f cancel, its size says
 * nothing about its rounding error: at rest, differences over a few ulps of a velocity gave a matrix of noise, with
 * which a box that lies on a plate took
 * 1100 steps per second instead of 5. With 1e-3, increments are larger than the depths of hard contacts at loose
 * tolerances.
 */
const MIN_TOLERANCE_PART = 1e-5
/** Matrices serve for sizes that differ by this fraction; it adds about as much to θ. */
const SIZE_TOLERANCE = 1e-6
/** Reduction of the first step after an event if its stages cannot be solved: its size is from before the event. */
const FIRST_REDUCTION = 0.05
/** Singular matrices in a row before a step is given up. */
const MAX_SINGULAR = 5

/**
 * Radau IIA of order 5 with three stages: L-stable, for stiff problems and for restarts at events, where a one-step
 * method loses nothing [Hairer & Wanner 1996, Solving ODEs II, IV.8].
 *
 * The tolerances apply to the error estimate of order 3 as they are. RADAU5 loosens them to 0.1 rtol^{2/3}, because the
 * solution of order 5 is far better than its estimate; that makes 40 % fewer steps at 1e-6 and 60 % at 1e-8, with
 * errors up to 20 and 100 times as large, in the worst case 7 times the tolerance. It would also loosen the dense
 * output, which has only the order of the estimate and on which events are located.
 *
 * The estimate is filtered by (γ/h I - J)⁻¹ and looks at the start of the step, where components that follow a smooth
 * motion stiffly have no error, however long the step is: of x' = -1e6 (x - sin t) it allows steps of 3 s at 1e-6. So
 * the error inside of the step is estimated too, for one more evaluation of f, and added to the dense output
 * (interior-error.ts).
 */
export class Radau5 implements Stepper {
  readonly name = 'radau5'
  readonly isOneStep = true
  readonly x: Float64Array
  t = NaN
  tOld = NaN
  h = NaN
  order = 5
  error = NaN
  failure = OK
  worst = -1
  private readonly rhs: RightHandSide
  readonly matrix: JacobianEvaluator
  private readonly newton: StageNewton
  private readonly polynomial: CollocationPolynomial
  private readonly control = new StepControl()
  /** f(t, x) (n). */
  private readonly fx: Float64Array
  /** Error weights at x (n). */
  private readonly weights: Float64Array
  private readonly interior: InteriorError
  /** The estimate of the local error that decided the last test (n). */
  private errorVector: Float64Array
  private readonly defect: Float64Array
  private readonly work: Float64Array
  /**
   * True if the Jacobian needs f(t, x) itself, and if `fx` is that rather than the derivative of the collocation
   * polynomial.
   */
  private readonly hasDifferences: boolean
  private fxIsEvaluated = false
  /** True if x has been moved since its derivative was known. */
  private isMoved = false
  private readonly goodTheta: number
  /** True if J was evaluated at the current (t, x), and if it must be before the next attempt. */
  private jacobianIsFresh = false
  private jacobianIsDue = true
  /**
   * Steps in which the Jacobian has still to prove that it holds for the whole step: one when it is new, more after a
   * failure.
   */
  private nDoubtful = 0
  /** True if J has proved that, in a step in which something depended on it. */
  private jacobianIsProved = false
  /** Step size for which the matrices are factorized [s]; NaN: none. */
  private hFactored = NaN
  /** No step yet since the start, and since a start after an event. */
  private isFirst = true
  private isRestart = false

  constructor(
    problem: OdeProblem,
    private readonly options: StepperOptions,
    readonly stats: Statistics,
  ) {
    const n = problem.n
    const rounding = (NEWTON_ROUNDING * EPS) / options.rtol
    const newtonTolerance = Math.min(MAX_NEWTON_TOLERANCE, Math.max(rounding, Math.sqrt(options.rtol)))
    this.hasDifferences = !problem.jacobian
    this.x = new Float64Array(n)
    this.rhs = new RightHandSide(problem, stats)
    this.matrix = new JacobianEvaluator(problem, this.rhs, options.rtols, MIN_TOLERANCE_PART)
    this.goodTheta =
      this.hasDifferences && this.matrix.nDifference >= COSTLY_JACOBIAN ? GOOD_THETA_IF_COSTLY : GOOD_THETA
    this.newton = new StageNewton(this.matrix, this.rhs, newtonTolerance)
    this.polynomial = new CollocationPolynomial(n)
    this.fx = new Float64Array(n)
    this.weights = new Float64Array(n)
    this.interior = new InteriorError(this.rhs, this.newton)
    this.errorVector = this.interior.start
    this.defect = new Float64Array(n)
    this.work = new Float64Array(n)
  }

  start(t: number, tStop: number, hGuess: number, isRestart = false): number {
    const { x, fx, weights, options } = this
    this.t = t
    this.tOld = t
    this.polynomial.reset(t, x)
    this.control.reset()
    this.jacobianIsDue = true
    this.jacobianIsFresh = false
    this.hFactored = NaN
    this.isFirst = true
    this.isRestart = isRestart
    this.nDoubtful = 0
    this.failure = OK
    this.worst = -1

    const status = this.rhs.evaluate(t, x, fx)
    this.isMoved = false
    this.fxIsEvaluated = status === OK
    if (status !== OK) {
      this.failure = status
      this.worst = this.rhs.badComponent
      return status
    }
    let h = hGuess
    if (isRestart || !(h > 0)) {
      computeErrorWeights(weights, options.rtols, options.atol, x)
      const hMax = tStop > t ? Math.min(tStop - t, options.maxStep) : options.maxStep
      const { rhs, work: xTrial, defect: fTrial } = this
      h = computeFirstStep({ rhs, t, x, fx, weights, xTrial, fTrial }, ESTIMATE_ORDER, hMax, h)
    }
    this.h = Math.max(h, smallestStep(t, options.minStep))
    return OK
  }

  step(tStop: number): number {
    const t = this.t
    if (!(tStop > t)) return OK
    const { x, newton, stats, options } = this
    const hMin = smallestStep(t, options.minStep)
    const hWanted = Math.min(this.h, options.maxStep)
    let h = fitStep(hWanted, t, tStop, options.maxStep)
    let rejected = false
    let nSingular = 0
    computeErrorWeights(this.weights, options.rtols, options.atol, x)
    if (this.isMoved) {
      const status = this.rhs.evaluate(t, x, this.fx)
      if (status !== OK) return status
      this.fxIsEvaluated = true
      this.isMoved = false
    }

    for (;;) {
      const status = this.attempt(t, h, rejected)
      if (status === OK) break
      this.failure = status
      this.h = h
      if (status < 0) return status

      // A stale Jacobian is renewed; if that alone may help, the size stays.
      const wasFresh = this.jacobianIsFresh
      const isError = status === ERROR_TEST_FAILED
      this.worst = isError
        ? worstComponent(this.errorVector, this.weights)
        : newton.findWorst(status, this.weights)
      if (!wasFresh && (!isError || newton.theta > this.goodTheta)) this.jacobianIsDue = true
      if (status === NEWTON_FAILED && !wasFresh) continue

      // After every other failure: a smaller step.
      nSingular = status === SINGULAR ? nSingular + 1 : 0
      if (nSingular > MAX_SINGULAR) return STEP_TOO_SMALL
      if (isError) h *= this.control.getReduction(this.error, newton.iterations)
      else h *= this.isRestart ? FIRST_REDUCTION : status === NEWTON_FAILED ? newton.reduction : 0.5
      rejected = true
      stats.rejected++
      if (!(h >= hMin)) return STEP_TOO_SMALL
    }

    this.accept(h, tStop)
    if (this.nDoubtful > 0) this.nDoubtful--
    this.jacobianIsDue =
      this.nDoubtful > 0 || (newton.iterations > GOOD_ITERATIONS && newton.theta > this.goodTheta)
    const keepsMatrices = !this.jacobianIsDue
    const k = newton.iterations
    const hNext = this.control.propose(h, hWanted, this.error, k, rejected, keepsMatrices)
    this.h = Math.max(Math.min(hNext, options.maxStep), smallestStep(this.t, options.minStep))
    return OK
  }

  interpolate(t: number, out: Float64Array): void {
    this.polynomial.evaluate(t, out)
    if (!this.isFirst) {
      if (t !== this.t) this.interior.addTo((t - this.tOld) / (this.t - this.tOld), out)
      return
    }
    const delay = t - this.t
    for (let i = 0; i < out.length; i++) out[i] += delay * this.fx[i]
  }

  interpolateSlope(t: number, out: Float64Array): void {
    const h = this.t - this.tOld
    this.polynomial.evaluateSlope(t, out)
    this.interior.addSlopeTo((t - this.tOld) / h, h, out)
  }

  /** γ (γ I - h J)⁻¹: 1 for components that are not stiff. */
  filterDefect(defect: Float64Array): void {
    this.newton.solveReal(defect)
    for (let i = 0; i < defect.length; i++) defect[i] *= GAMMA
  }

  takeMove(): void {
    this.isMoved = true
  }

  stepAgain(tLanding: number): number {
    this.isMoved = false
    const { x, polynomial } = this
    polynomial.evaluate(this.tOld, x)
    this.t = this.tOld
    this.stats.steps--
    this.stats.rejected++
    const status = this.rhs.evaluate(this.t, x, this.fx)
    if (status !== OK) return status
    this.fxIsEvaluated = true
    return this.step(tLanding)
  }

  /** Tries the step from t of size h: leaves the stage increments in `newton` and its norm in `error`. */
  private attempt(t: number, h: number, rejected: boolean): number {
    const { newton } = this
    let status = OK
    if (this.jacobianIsDue) {
      status = this.updateJacobian(h)
      if (status !== OK) return status
    }
    if (!(Math.abs(h - this.hFactored) <= SIZE_TOLERANCE * h)) {
      status = newton.factor(h)
      this.hFactored = status === OK ? h : NaN
      if (status !== OK) return status
      newton.measureRounding(h, this.x, this.weights)
    }
    this.polynomial.extrapolate(h, newton.z1, newton.z2, newton.z3)
    status = newton.solve(t, this.x, h, this.weights)
    if (status !== OK) return status
    status = this.testError(t, h, rejected || this.isFirst)
    if (status !== OK || (this.nDoubtful === 0 && this.jacobianIsProved)) return status
    const isProved = this.interior.isExplained(t, h, this.weights)
    if (isProved === false) {
      this.nDoubtful = DOUBTFUL_STEPS
      return NEWTON_FAILED
    }
    if (isProved) {
      this.jacobianIsProved = true
      if (this.nDoubtful > 0) this.nDoubtful--
    }
    return OK
  }

  private updateJacobian(h: number): number {
    if (this.hasDifferences && !this.fxIsEvaluated) {
      const status = this.rhs.evaluate(this.t, this.x, this.fx)
      if (status !== OK) return status
      this.fxIsEvaluated = true
    }
    let status = this.matrix.update(this.t, this.x, this.fx, h, this.weights)
    if (status === OK) status = this.matrix.avoidJumps(this.fx)
    this.newton.takeJacobian()
    this.hFactored = NaN
    this.jacobianIsDue = status !== OK
    this.jacobianIsFresh = status === OK
    this.nDoubtful = Math.max(this.nDoubtful, 1)
    this.jacobianIsProved = false
    return status
  }

  /**
   * Local error (γ I - h J)⁻¹ (h f(t, x) + Σ e_i z_i), bounded for stiff components through the matrix in front. For a
   * first or repeated step it may still be far too large; then f is taken at x + error once more, which removes what
   * is left of the stiff components [Hairer & Wanner 1996, IV.8, eq. 8.19 and 8.20].
   */
  private testError(t: number, h: number, mayRepeat: boolean): number {
    const { x, fx, defect, work, newton } = this
    const error = this.interior.start
    const { z1, z2, z3 } = newton
    const n = x.length
    for (let i = 0; i < n; i++) {
      const sum = E1 * z1[i] + E2 * z2[i] + E3 * z3[i]
      defect[i] = sum
      error[i] = h * fx[i] + sum
    }
    newton.solveReal(error)
    this.error = this.computeErrorNorm(error)
    this.errorVector = error
    if (this.error <= 1) return this.testInside(t, h)
    if (!mayRepeat) return ERROR_TEST_FAILED

    for (let i = 0; i < n; i++) work[i] = x[i] + error[i]
    const status = this.rhs.evaluate(t, work, error)
    if (status < 0) return status
    if (status > 0) {
      // f cannot be evaluated there: the first estimate remains.
      for (let i = 0; i < n; i++) error[i] = work[i] - x[i]
      return ERROR_TEST_FAILED
    }
    for (let i = 0; i < n; i++) error[i] = h * error[i] + defect[i]
    newton.solveReal(error)
    this.error = this.computeErrorNorm(error)
    return this.error <= 1 ? this.testInside(t, h) : ERROR_TEST_FAILED
  }

  /** The error inside of the step, of components that the estimate at its start does not see. */
  private testInside(t: number, h: number): number {
    const { interior } = this
    const status = interior.evaluate(t, this.x, h)
    if (status !== OK) return status
    const inside = this.computeErrorNorm(interior.inside)
    if (!(inside > this.error)) return OK
    this.error = inside
    this.errorVector = interior.inside
    return inside <= 1 ? OK : ERROR_TEST_FAILED
  }

  /** Weighted root mean square of the error, relative to the larger one of the solution before and after the step. */
  private computeErrorNorm(error: Float64Array): number {
    const { x } = this
    const { rtols, atol } = this.options
    const z3 = this.newton.z3
    const n = x.length
    let sum = 0
    for (let i = 0; i < n; i++) {
      const before = Math.abs(x[i])
      const after = Math.abs(x[i] + z3[i])
      const scaled = error[i] / (rtols[i] * Math.max(before, after) + atol[i])
      sum += scaled * scaled
    }
    return n > 0 ? Math.sqrt(sum / n) : 0
  }

  private accept(h: number, tStop: number): void {
    const { x, newton, polynomial } = this
    const z3 = newton.z3
    this.stats.steps++
    this.tOld = this.t
    this.t = h === tStop - this.tOld ? tStop : this.tOld + h
    polynomial.set(this.t, h, x, newton.z1, newton.z2, z3)
    for (let i = 0; i < x.length; i++) x[i] += z3[i]
    // The collocation polynomial knows f at its end; evaluating it costs up to 20 % more calls.
    polynomial.computeEndDerivative(this.fx)
    this.fxIsEvaluated = false
    this.jacobianIsFresh = false
    this.isFirst = false
    this.isRestart = false
    this.failure = OK
    this.worst = -1
  }
}

export function createRadau5(problem: OdeProblem, options: StepperOptions, stats: Statistics): Stepper {
  return new Radau5(problem, options, stats)
}
