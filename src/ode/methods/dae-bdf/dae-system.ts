import { worstComponent, wrmsNorm } from '../../../math/index.ts'
import { IterationMatrix } from '../../newton/index.ts'
import type { DaeProblem, Statistics } from '../../problem/index.ts'
import {
  FATAL,
  INCONSISTENT,
  NEWTON_FAILED,
  NON_FINITE,
  OK,
  RECOVERABLE,
  SINGULAR,
} from '../../problem/index.ts'
import type { StepperOptions } from '../../stepping/index.ts'
import type { BdfSystem, CorrectorHistory } from '../bdf/index.ts'

import { ConsistentStart } from './consistent-start.ts'
import { DaeMatrix } from './dae-matrix.ts'
import { HiddenStart } from './hidden-start.ts'
import { Residual } from './residual.ts'
import { FIRST_STEP_PART } from './start-iteration.ts'

/** Iterations per attempt. */
const MAX_ITERATIONS = 4
/** The same, if the constraints have a tolerance of their own. */
const MAX_ITERATIONS_CONSTRAINED = 8
/**
 * Convergence rate assumed with a new matrix, and the largest fall of the estimate from step to step. More careful than for
 * explicit problems: errors that an early end of the iteration leaves in algebraic variables are not damped by the equations,
 * and extrapolated by the next predictions until the error test fails at any step size.
 */
const RATE_OF_NEW_MATRIX = 0.3
const RATE_DECAY = 0.5
/** A measured rate above this says that the matrix is out of date. */
const POOR_RATE = 0.2
/** The iteration diverges if a displacement exceeds this multiple of the one before. */
const DIVERGENCE_RATIO = 2
/** The matrix serves as long as c stays within this factor of its own. */
const MAX_C_RATIO = 5 / 3
/** Part of the constraint tolerance that the predicted residuals may take. */
const CONSTRAINT_SAFETY = 0.1
/** Limit of the first step in units of the error weights [Hindmarsh et al. 2005, §2.2]. */
const FIRST_STEP_CHANGE = 0.5
/** Chosen on the DAEs of benchmarks/ode: with 3.6 and with 5 the errors of the pendulum exceed those recorded for IDA in some cases. */
const ERROR_SAFETY = 4
/** Given initial values are consistent if the first Newton displacement stays below this part of the tolerances. */
const CONSISTENT = 0.01
/** The same for the differential variables of a problem of index 2: the dense output at an event is off by as much as the tolerances. */
const NEARLY_CONSISTENT = 1
/** Largest problem that is looked through for nearly dependent equations at the first start. */
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
export class DaeSystem implements BdfSystem {
  readonly n: number
  readonly e: Float64Array
  readonly isTested: Uint8Array | null
  readonly errorSafety = ERROR_SAFETY
  worst = -1
  /** Why the start has failed, in the user's words; '' if there is nothing to say. */
  reason = ''
  /** Derivatives: the guess before a start, consistent after it (n). */
  readonly yp: Float64Array
  /** Whether `yp` holds more than zeros before the start. */
  hasSlope = false

  private readonly residual: Residual
  private readonly matrix: DaeMatrix
  private readonly iteration: IterationMatrix
  private readonly initializer: ConsistentStart
  private readonly hiddenInitializer: HiddenStart
  private readonly isDifferential: Uint8Array
  /** Equations without derivatives: watched if a constraint tolerance is given (their number, indices). */
  private constraints = new Int32Array(0)
  /** Trial values and their residual (n). */
  private readonly y: Float64Array
  private readonly ypTrial: Float64Array
  private readonly res: Float64Array
  /** Displacement of the last iteration (n). */
  private readonly delta: Float64Array
  private cOfMatrix = 0.1
  private hasMatrix = false
  private isPoor = false
  private rate = 0.1
  private hasStarted = false
  /** Whether the equations without derivatives of the first start hide others. */
  private isHidden = false
  private inconsistency = 0.1
  private differentialInconsistency = 0.1

  constructor(
    problem: DaeProblem,
    private readonly options: DaeSystemOptions,
    readonly stats: Statistics,
  ) {
    const n = problem.n
    this.n = n
    this.isDifferential = new Uint8Array(n).fill(1)
    const { differential } = problem
    if (differential) for (let i = 0; i < n; i++) this.isDifferential[i] = differential[i] ? 1 : 0
    this.isTested = options.ignoreAlgebraicErrors ? this.isDifferential : null
    this.residual = new Residual(problem, stats)
    this.matrix = new DaeMatrix(problem, this.residual, options.rtol)
    this.iteration = new IterationMatrix(this.matrix.layout, stats)
    this.initializer = new ConsistentStart(this.residual, this.matrix, this.isDifferential, options)
    this.hiddenInitializer = new HiddenStart(this.residual, this.matrix, this.isDifferential, options)
    this.e = new Float64Array(n)
    this.yp = new Float64Array(n)
    this.y = new Float64Array(n)
    this.ypTrial = new Float64Array(n)
    this.res = new Float64Array(n)
    this.delta = new Float64Array(n)
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
   * A step may leave algebraic equations violated, where the matrix of the iteration was that of another state, as that of a diode
   * which has just closed. From there no step passes the error test, however small. So they are solved again, with the differential
   * variables as they are; in a problem of index 2 that is not possible, and the past is all that is known.
   */
  reload(t: number, y: Float64Array, slope: Float64Array, weights: Float64Array, h: number): number {
    const { n, yp, isDifferential } = this
    this.y.set(y)
    for (let i = 0; i < n; i++) yp[i] = isDifferential[i] ? slope[i] : 0
    const status = this.initializer.solve(t, this.y, yp, h, weights)
    if (status < 0) return status
    if (status !== OK) return OK
    y.set(this.y)
    slope.set(yp)
    this.hasMatrix = false
    return OK
  }

  solve(
    t: number,
    h: number,
    z: Float64Array,
    l1: number,
    weights: Float64Array,
    tolerance: number,
    _step: number,
    history: CorrectorHistory,
  ): number {
    const c = l1 / h
    const ratio = this.hasMatrix ? c / this.cOfMatrix : 1
    let isFresh =
      !this.hasMatrix ||
      this.isPoor ||
      history === 'correctorFailure' ||
      ratio > MAX_C_RATIO ||
      ratio < 1 / MAX_C_RATIO ||
      // Exact constraints need fast convergence, which a new matrix gives; if it is exact, it costs no residuals.
      (this.constraints.length > 0 && this.matrix.isExact)
    for (;;) {
      let status = this.evaluatePrediction(t, h, z)
      if (status === OK && isFresh) status = this.factorMatrix(t, c, h, weights)
      if (status === OK) status = this.iterate(t, h, z, l1, weights, tolerance, isFresh)
      if (status === OK) return OK
      if (status !== NEWTON_FAILED || isFresh) return this.blame(status, weights)
      isFresh = true
    }
  }

  private blame(status: number, weights: Float64Array): number {
    if (status === NEWTON_FAILED) this.worst = worstComponent(this.delta, weights)
    else this.worst = status === SINGULAR ? this.iteration.singularColumn : this.residual.badComponent
    return status
  }

  private evaluatePrediction(t: number, h: number, z: Float64Array): number {
    const { n, e, y, ypTrial } = this
    for (let i = 0; i < n; i++) {
      e[i] = 0
      y[i] = z[i]
      ypTrial[i] = z[n + i] / h
    }
    return this.residual.evaluate(t, y, ypTrial, this.res)
  }

  private factorMatrix(t: number, c: number, h: number, weights: Float64Array): number {
    let status = this.matrix.update(t, this.y, this.ypTrial, c, this.res, h, weights)
    if (status !== OK) return status
    status = this.iteration.factor(this.matrix.values, 1, 0)
    this.hasMatrix = status === OK
    this.cOfMatrix = c
    this.rate = RATE_OF_NEW_MATRIX
    this.isPoor = false
    return status
  }

  private iterate(
    t: number,
    h: number,
    z: Float64Array,
    l1: number,
    weights: Float64Array,
    tolerance: number,
    isFresh: boolean,
  ): number {
    const { n, e, y, ypTrial, res, delta, iteration, residual } = this
    const c = l1 / h
    const ratio = c / this.cOfMatrix
    // A matrix of another c converges at this rate at best. No relaxation, which would spoil the algebraic equations.
    const slowest = (2 * Math.abs(ratio - 1)) / (ratio + 1)
    const maxIterations = this.constraints.length > 0 ? MAX_ITERATIONS_CONSTRAINED : MAX_ITERATIONS
    const constraintTolerance = CONSTRAINT_SAFETY * this.options.constraintTolerance
    let lastNorm = 0
    let lastViolation = 0
    for (let m = 0; ; ) {
      this.stats.newton++
      const violation = this.maxConstraintResidual()
      for (let i = 0; i < n; i++) delta[i] = -res[i]
      iteration.solve(delta)
      for (let i = 0; i < n; i++) {
        e[i] += delta[i]
        y[i] = z[i] + e[i]
        ypTrial[i] = (z[n + i] + l1 * e[i]) / h
      }
      const norm = wrmsNorm(delta, weights)
      if (m > 0) {
        this.rate = Math.max(RATE_DECAY * this.rate, norm / lastNorm)
        if (norm > POOR_RATE * lastNorm) this.isPoor = true
      }
      const hasConverged = norm * Math.min(1, Math.max(this.rate, slowest)) <= tolerance
      // With a new exact matrix, the residuals of the constraints after this displacement can be predicted.
      const canPredict = m > 0 && lastViolation > 0 && this.matrix.isExact
      const nextViolation = canPredict ? (violation * violation) / lastViolation : violation
      if (hasConverged && nextViolation <= constraintTolerance) return OK
      m++
      const hasDiverged = m > 1 && norm > DIVERGENCE_RATIO * lastNorm && !hasConverged
      if (m === maxIterations || hasDiverged || !(norm < Infinity)) {
        return isFresh && this.isDoneUpToMultipliers(weights, tolerance) ? OK : NEWTON_FAILED
      }
      lastNorm = norm
      lastViolation = violation
      const status = residual.evaluate(t, y, ypTrial, res)
      if (status !== OK) return status
    }
  }

  /**
   * Whether the last displacement was small but for what the error test leaves out. The rounding errors of multipliers of index 2 grow with 1/h: at
   * tight tolerances, an iteration with a new matrix ends with them, and they need not be found any better.
   */
  private isDoneUpToMultipliers(weights: Float64Array, tolerance: number): boolean {
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

  /** Accepts given values that fulfil the equations to within the tolerances, and corrects others. */
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
    // Equations that look dependent may have small entries only.
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

  /** First Newton displacement of a step of size `h` from the given values: of all variables, and of the differential ones. */
  private measureInconsistency(t: number, y: Float64Array, weights: Float64Array, h: number): number {
    const { yp, res, iteration, delta, isDifferential } = this
    let status = this.residual.evaluate(t, y, yp, res)
    if (status !== OK) return status
    status = this.matrix.update(t, y, yp, 1 / h, res, h, weights)
    if (status !== OK) return status
    status = iteration.factor(this.matrix.values, 1, 0)
    if (status !== OK) return status
    delta.set(res)
    iteration.solve(delta)
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
