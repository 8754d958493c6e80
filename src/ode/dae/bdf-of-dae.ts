import { wrmsNorm } from '../../math/index.ts'
import { type BdfAttempt, BdfCorrector, type BdfSystem, type Renewal } from '../bdf/index.ts'
import { IterationMatrix } from '../jacobian/index.ts'
import {
  type DaeProblem,
  FATAL,
  INCONSISTENT,
  NON_FINITE,
  OK,
  RECOVERABLE,
  SINGULAR,
  type Statistics,
  type StepperOptions,
} from '../stepping/index.ts'

import { ConsistentStart } from './consistent-start.ts'
import { DaeMatrix } from './dae-matrix.ts'
import { HiddenStart } from './hidden-constraints.ts'
import { Residual } from './residual.ts'
import { FIRST_STEP_PART } from './start-iteration.ts'

/** Iterations per attempt. */
const MAX_ITERATIONS = 4
/** The same, if the constraints have a separate tolerance. */
const MAX_ITERATIONS_CONSTRAINED = 8
/**
 * Convergence rate assumed with a new matrix, and the largest fall of the estimate from step to step. More careful than
 * for explicit problems: errors that an early end of the iteration leaves in algebraic variables are not damped by the
 * equations, and extrapolated by the next predictions until the error test fails at any step size.
 */
const RATES = { rateOfNewMatrix: 0.3, rateDecay: 0.5 }
/** The matrix serves as long as c stays within this factor of its own. */
const MAX_C_RATIO = 5 / 3
/** Part of the constraint tolerance that the predicted residuals may take. */
const CONSTRAINT_SAFETY = 0.1
/** Limit of the first step in units of the error weights [Hindmarsh et al. 2005, §2.2]. */
const FIRST_STEP_CHANGE = 0.5
/**
 * Chosen on the DAEs of benchmarks/ode: with 3.6 and with 5 the errors of the pendulum exceed those recorded for IDA in
 * some cases.
 */
const ERROR_SAFETY = 4
/** This order costs a sixth more evaluations between events in quick succession. */
const ERROR_SAFETY_AFTER_EVENT = 10
/** Given initial values are consistent if the first Newton displacement stays below this part of the tolerances. */
const CONSISTENT = 0.01
/**
 * The same for the differential variables of a problem of index 2: the dense output at an event is off by as much as
 * the tolerances.
 */
const NEARLY_CONSISTENT = 1
/** Step in which algebraic equations are restored, as part of one that has failed, … */
const RESTORING_STEP_PART = 0.1
/** … and how well the corrections of two such steps must agree, as part of the tolerances and of themselves. */
const SAME_CORRECTION = 0.05
/** Size of the largest problem that is searched for nearly dependent equations at the first start. */
const MAX_CHECKED = 200

export interface DaeSystemOptions extends StepperOptions {
  /** Algebraic variables take no part in the error test. */
  readonly ignoreAlgebraicErrors: boolean
  /** Bound on the residuals of the equations without derivatives; 0: as the Newton iteration leaves them. */
  readonly constraintTolerance: number
}

/**
 * An implicit problem under BDF. The correction e of a step solves
 *   F(t, z_0 + e, (z_1 + l_1 e) / h) = 0
 * by a modified Newton iteration with the matrix ∂F/∂y + c̄ ∂F/∂yp, where c̄ may belong to an earlier c = l_1 / h.
 */
export class DaeSystem extends BdfCorrector implements BdfSystem {
  readonly isTested: Uint8Array | null
  readonly errorSafety = ERROR_SAFETY
  readonly errorSafetyAfterEvent = ERROR_SAFETY_AFTER_EVENT
  /** Why the start has failed, for an error message; '' if nothing is known beyond the status. */
  reason = ''
  /** Derivatives: the guess before a start, consistent after it (n). */
  readonly yp: Float64Array
  /** True if `yp` holds more than zeros before the start. */
  hasSlope = false

  private readonly residual: Residual
  private readonly matrix: DaeMatrix
  private readonly initializer: ConsistentStart
  private readonly hiddenInitializer: HiddenStart
  private readonly isDifferential: Uint8Array
  /** Equations without derivatives: watched if a constraint tolerance is given (their number, indices). */
  private constraints = new Int32Array(0)
  /** Trial derivatives, and the residual of the trial values (n). */
  private readonly ypTrial: Float64Array
  private readonly res: Float64Array
  /** Largest residual of the constraints before the last displacement. */
  private lastViolation = 0.1
  private hasStarted = false
  /** True if the equations without derivatives of the first start hide others. */
  private isHidden = false
  private inconsistency = 0.1
  private differentialInconsistency = 0.1

  constructor(
    problem: DaeProblem,
    private readonly options: DaeSystemOptions,
    stats: Statistics,
  ) {
    const { n, differential } = problem
    const residual = new Residual(problem, stats)
    const matrix = new DaeMatrix(problem, residual, options.rtol)
    super(n, stats, new IterationMatrix(matrix.layout, stats), RATES)
    this.residual = residual
    this.matrix = matrix
    this.isDifferential = new Uint8Array(n).fill(1)
    if (differential) for (let i = 0; i < n; i++) this.isDifferential[i] = differential[i] ? 1 : 0
    this.isTested = options.ignoreAlgebraicErrors ? this.isDifferential : null
    this.initializer = new ConsistentStart(residual, matrix, this.isDifferential, options)
    this.hiddenInitializer = new HiddenStart(residual, matrix, this.isDifferential, options)
    this.yp = new Float64Array(n)
    this.ypTrial = new Float64Array(n)
    this.res = new Float64Array(n)
  }

  start(t: number, y: Float64Array, weights: Float64Array, tStop: number, slope: Float64Array): number {
    const { yp } = this
    this.hasMatrix = false
    this.reason = ''
    const status = this.makeConsistent(t, y, weights, tStop)
    if (status !== OK) return status
    if (this.options.constraintTolerance > 0) {
      const found = this.findConstraints(t, y, weights)
      if (found !== OK) return found
    }
    slope.set(yp)
    return OK
  }

  computeFirstStep(
    _t: number,
    _y: Float64Array,
    slope: Float64Array,
    weights: Float64Array,
    tStop: number,
  ): number {
    const h = FIRST_STEP_PART * (tStop - _t)
    const norm = wrmsNorm(slope, weights)
    return norm * h > FIRST_STEP_CHANGE ? FIRST_STEP_CHANGE / norm : h
  }

  /**
   * A step may leave algebraic equations violated if the matrix of the iteration was that of another state, as that of
   * a diode which has just closed. From there no step passes the error test, however small. So they are solved again,
   * with the differential variables fixed.
   */
  reload(t: number, y: Float64Array, slope: Float64Array, weights: Float64Array, h: number): number {
    const { n, yp, isDifferential } = this
    this.y.set(y)
    for (let i = 0; i < n; i++) yp[i] = isDifferential[i] ? slope[i] : 0
    const status = this.initializer.solve(t, this.y, yp, h, weights)
    if (status < 0) return status
    if (status === SINGULAR) return this.restoreAlgebraicEquations(t, y, slope, weights, h)
    if (status !== OK) return OK
    y.set(this.y)
    slope.set(yp)
    this.hasMatrix = false
    return OK
  }

  /**
   * The same where it is not known which variables are algebraic, as in C y' = f with a singular matrix C: the
   * correction that very short steps make in no time. Algebraic equations determine its parts that C does not see; the
   * others are as short as the step. Where it depends on the step, the problem has index 2, and the past is all that is
   * known.
   */
  private restoreAlgebraicEquations(
    t: number,
    y: Float64Array,
    slope: Float64Array,
    weights: Float64Array,
    h: number,
  ): number {
    const { n, e, ypTrial } = this
    let status = this.solveShortStep(t, y, slope, weights, RESTORING_STEP_PART * h)
    if (status !== OK) return status < 0 ? status : OK
    const correction = e.slice()
    status = this.solveShortStep(t, y, slope, weights, RESTORING_STEP_PART * RESTORING_STEP_PART * h)
    if (status !== OK) return status < 0 ? status : OK
    for (let i = 0; i < n; i++) ypTrial[i] = e[i] - correction[i]
    if (!(wrmsNorm(ypTrial, weights) <= SAME_CORRECTION * (1 + wrmsNorm(correction, weights)))) return OK
    for (let i = 0; i < n; i++) y[i] += e[i]
    return OK
  }

  /** The correction e of an Euler step from (t, y) that goes no further than the slope times `h`. */
  private solveShortStep(
    t: number,
    y: Float64Array,
    slope: Float64Array,
    weights: Float64Array,
    h: number,
  ): number {
    const { n } = this
    const z = new Float64Array(2 * n)
    for (let i = 0; i < n; i++) {
      z[i] = y[i]
      z[n + i] = h * slope[i]
    }
    this.hasMatrix = false
    const status = this.solve({ t, h, z, l1: 1, weights, tolerance: CONSISTENT, step: 0, history: 'first' })
    this.hasMatrix = false
    return status
  }

  // --- for the Newton iteration -----------------------------------------------------------------

  protected get badComponent(): number {
    return this.residual.badComponent
  }

  protected get maxIterations(): number {
    return this.constraints.length > 0 ? MAX_ITERATIONS_CONSTRAINED : MAX_ITERATIONS
  }

  protected evaluate({ t, h, z, l1 }: BdfAttempt): number {
    const { n, e, y, ypTrial } = this
    for (let i = 0; i < n; i++) ypTrial[i] = (z[n + i] + l1 * e[i]) / h
    return this.residual.evaluate(t, y, ypTrial, this.res)
  }

  protected computeDefect(_attempt: BdfAttempt, out: Float64Array): void {
    const { n, res } = this
    for (let i = 0; i < n; i++) out[i] = -res[i]
  }

  /** c. */
  protected coefficientOf({ h, l1 }: BdfAttempt): number {
    return l1 / h
  }

  protected chooseRenewal(attempt: BdfAttempt): Renewal {
    if (!this.hasMatrix || this.isPoor || attempt.history === 'correctorFailure') return 'evaluate'
    // Exact constraints need fast convergence, which a new matrix gives; if it is exact, it costs no residuals.
    if (this.constraints.length > 0 && this.matrix.isExact) return 'evaluate'
    const ratio = this.coefficientOf(attempt) / this.coefficientOfMatrix
    return ratio > MAX_C_RATIO || ratio < 1 / MAX_C_RATIO ? 'evaluate' : 'keep'
  }

  /** The entries contain c: new factors need new entries. */
  protected chooseRenewalAfterFailure(): Renewal {
    return 'evaluate'
  }

  protected evaluateMatrix(attempt: BdfAttempt): number {
    const { t, h, weights } = attempt
    return this.matrix.update(t, this.y, this.ypTrial, this.coefficientOf(attempt), this.res, h, weights)
  }

  protected factorMatrix(): number {
    return this.factors.factor(this.matrix.values, 1, 0)
  }

  /** The displacement is not scaled: that would spoil the algebraic equations. */
  protected relaxationAt(): number {
    return 1
  }

  protected slowestRateAt(attempt: BdfAttempt): number {
    const ratio = this.coefficientOf(attempt) / this.coefficientOfMatrix
    return (2 * Math.abs(ratio - 1)) / (ratio + 1)
  }

  protected meetsConstraints(m: number): boolean {
    const { lastViolation } = this
    const violation = this.maxConstraintResidual()
    this.lastViolation = violation
    // With a new exact matrix, the residuals of the constraints after this displacement can be predicted.
    const canPredict = m > 0 && lastViolation > 0 && this.matrix.isExact
    const nextViolation = canPredict ? (violation * violation) / lastViolation : violation
    return nextViolation <= CONSTRAINT_SAFETY * this.options.constraintTolerance
  }

  /**
   * True if the last displacement was small apart from variables without error test. The rounding errors of multipliers
   * of index 2 grow with 1/h: at tight tolerances, an iteration with a new matrix ends with them, and better values are
   * not needed.
   */
  protected isGoodEnough({ weights, tolerance }: BdfAttempt): boolean {
    const { isTested, delta } = this
    if (!isTested || this.constraints.length > 0) return false
    let sum = 0
    for (let i = 0; i < delta.length; i++) if (isTested[i]) sum += (delta[i] * weights[i]) ** 2
    return Math.sqrt(sum / delta.length) <= tolerance
  }

  /** Largest residual of the equations without derivatives; 0 if they are not watched. */
  private maxConstraintResidual(): number {
    const { constraints, res } = this
    let largest = 0
    for (let k = 0; k < constraints.length; k++) {
      const r = Math.abs(res[constraints[k]])
      if (r > largest) largest = r
    }
    return largest
  }

  /** Accepts given values that fulfill the equations to within the tolerances, and corrects others. */
  private makeConsistent(t: number, y: Float64Array, weights: Float64Array, tStop: number): number {
    const { yp, initializer, hiddenInitializer: hidden } = this
    const isGuess = this.hasSlope
    const isFirst = !this.hasStarted
    this.hasSlope = true
    this.hasStarted = true
    const longest = FIRST_STEP_PART * (tStop - t) || 1 // an interval of length 0 gives no size
    // Derivatives from before an event are only a guess, also where the difference is within the tolerances.
    if (isGuess && isFirst) {
      const status = this.measureInconsistency(t, y, weights, longest)
      if (status !== OK && status !== SINGULAR) return this.blame(status, weights)
      if (status === OK && this.inconsistency <= CONSISTENT) return OK
    }
    if (isFirst) this.isHidden = this.n <= MAX_CHECKED && hidden.isNeeded(t, y, yp, longest, weights)
    let found: number = SINGULAR
    if (this.isHidden) {
      found = this.solveWithHiddenConstraints(t, y, yp, longest, weights)
      if (found === OK || found === FATAL) return found
    }
    // Equations that look dependent may only have small entries.
    let status: number = SINGULAR
    if (!this.isHidden || found === SINGULAR) {
      status = initializer.solve(t, y, yp, longest, weights)
      if (status <= OK) return status
      if (status === NON_FINITE || status === RECOVERABLE) return this.blame(status, weights)
      if (status === SINGULAR && !this.isHidden) {
        found = this.solveWithHiddenConstraints(t, y, yp, longest, weights)
        if (found === OK || found === FATAL) return found
      }
    }
    // After an event, y may be off the constraints by as much as the dense output, and the first step brings it back.
    if (status === SINGULAR && isGuess) {
      const h = this.computeFirstStep(t, y, yp, weights, tStop) || 1
      const measured = this.measureInconsistency(t, y, weights, h)
      if (measured !== OK) return this.blame(measured, weights)
      if (this.differentialInconsistency <= NEARLY_CONSISTENT) return OK
    }
    if (this.reason === '') this.worst = initializer.worstEquation()
    return INCONSISTENT
  }

  /** `y` and `yp` change only if there is a solution. */
  private solveWithHiddenConstraints(
    t: number,
    y: Float64Array,
    yp: Float64Array,
    h: number,
    weights: Float64Array,
  ): number {
    const { hiddenInitializer } = this
    if (!HiddenStart.canTreat(this.n)) return SINGULAR
    this.y.set(y)
    this.ypTrial.set(yp)
    const status = hiddenInitializer.solve(t, this.y, this.ypTrial, h, weights)
    this.reason = hiddenInitializer.reason
    this.worst = hiddenInitializer.worst
    if (status !== OK) return status
    y.set(this.y)
    yp.set(this.ypTrial)
    return OK
  }

  /**
   * First Newton displacement of a step of size `h` from the given values: of all variables, and of the differential
   * ones.
   */
  private measureInconsistency(t: number, y: Float64Array, weights: Float64Array, h: number): number {
    const { yp, res, factors, delta, isDifferential } = this
    let status = this.residual.evaluate(t, y, yp, res)
    if (status !== OK) return status
    status = this.matrix.update(t, y, yp, 1 / h, res, h, weights)
    if (status !== OK) return status
    status = factors.factor(this.matrix.values, 1, 0)
    if (status !== OK) return status
    delta.set(res)
    factors.solve(delta)
    this.inconsistency = wrmsNorm(delta, weights)
    for (let i = 0; i < this.n; i++) if (!isDifferential[i]) delta[i] = 0
    this.differentialInconsistency = wrmsNorm(delta, weights)
    return OK
  }

  /** Equations without derivatives: their rows do not depend on c. */
  private findConstraints(t: number, y: Float64Array, weights: Float64Array): number {
    const { n, yp, res, matrix } = this
    let status = this.residual.evaluate(t, y, yp, res)
    if (status !== OK) return this.blame(status, weights)
    status = matrix.update(t, y, yp, 1, res, 0, weights)
    if (status !== OK) return this.blame(status, weights)
    const first = matrix.values.slice()
    status = matrix.update(t, y, yp, 2, res, 0, weights)
    if (status !== OK) return this.blame(status, weights)
    const hasDerivative = new Uint8Array(n)
    const { pattern, size } = matrix.layout
    for (let k = 0; k < size; k++) {
      const row = pattern ? pattern.rowIdx[k] : Math.floor(k / n)
      if (matrix.values[k] !== first[k]) hasDerivative[row] = 1
    }
    const rows: number[] = []
    for (let i = 0; i < n; i++) if (!hasDerivative[i]) rows.push(i)
    this.constraints = Int32Array.from(rows)
    return OK
  }
}
