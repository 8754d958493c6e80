import { EPS } from '../../base/index.ts'
import { wrmsNorm } from '../../math/index.ts'
import { IterationMatrix, JacobianEvaluator } from '../jacobian/index.ts'
import {
  type OdeProblem,
  OK,
  RightHandSide,
  type StartPoint,
  type Statistics,
  type Stepper,
  type StepperOptions,
} from '../stepping/index.ts'
import { BdfStepper } from './bdf.ts'
import { BdfCorrector, type Renewal } from './bdf-newton.ts'
import { RadauStart } from './bdf-radau-start.ts'
import type { BdfAttempt, BdfSystem } from './bdf-system.ts'

/** Iterations per attempt. */
const MAX_ITERATIONS = 3
const RATES = { rateOfNewMatrix: 0.1, rateDecay: 0.1 }
/** The matrix is formed anew if γ has changed by more than this … */
const MAX_GAMMA_CHANGE = 0.3
/** … or after this many steps. */
const MAX_MATRIX_AGE = 20
/** J is evaluated anew after this many steps, … */
const MAX_JACOBIAN_AGE = 50
/** … or after a convergence failure that a change of γ beyond this does not explain. */
const GAMMA_CHANGE_TO_BLAME = 0.2

/**
 * Chosen on the stiff problems of benchmarks/ode: of 3.4, 3.5, … 4.1 the one with which all of them stay within 1.15
 * times the evaluations of CVODE at no larger error; the others miss that in one to three of fourteen cases.
 */
const ERROR_SAFETY = 3.6
/**
 * After an event: of 5, 10, 20, 50 and 100 the one with which bodies that bounce off each other, springs and drives
 * have errors similar to other methods after 100 events, at about the evaluations of the steps of low order. With 1,
 * errors are as large as with these.
 */
const ERROR_SAFETY_AFTER_EVENT = 20

/** Variable-order BDF for dx/dt = f(t, x). */
export function createBdf(problem: OdeProblem, options: StepperOptions, stats: Statistics): Stepper {
  return new OdeBdf(problem, options, stats)
}

/** The same, with access to its Jacobian. */
export class OdeBdf extends BdfStepper {
  readonly matrix: JacobianEvaluator

  /** @param strictness factor on the error estimates: 1 in `bdf` */
  constructor(problem: OdeProblem, options: StepperOptions, stats: Statistics, strictness = 1) {
    const system = new OdeSystem(problem, options, stats, strictness * ERROR_SAFETY)
    super('bdf', system, options)
    this.matrix = system.jacobian
  }
}

/**
 * An explicit problem under BDF. The correction e of a step solves
 *   e + z_1 / l_1 - γ f(t, z_0 + e) = 0,   γ = h / l_1,
 * by a modified Newton iteration with the matrix M = I - γ̄ J, where J and γ̄ may be from an earlier step
 * [Hindmarsh et al. 2005, §2.1].
 */
class OdeSystem extends BdfCorrector implements BdfSystem {
  readonly isTested = null
  readonly errorSafetyAfterEvent = ERROR_SAFETY_AFTER_EVENT
  protected readonly maxIterations = MAX_ITERATIONS
  private readonly rhs: RightHandSide
  readonly jacobian: JacobianEvaluator
  /** f at the trial state (n). */
  private readonly fy: Float64Array
  private stepOfMatrix = 0
  private stepOfJacobian = 0

  constructor(
    private readonly problem: OdeProblem,
    private readonly options: StepperOptions,
    stats: Statistics,
    readonly errorSafety: number,
  ) {
    const rhs = new RightHandSide(problem, stats)
    const jacobian = new JacobianEvaluator(problem, rhs, options.rtols)
    super(problem.n, stats, new IterationMatrix(jacobian.layout, stats), RATES)
    this.rhs = rhs
    this.jacobian = jacobian
    this.fy = new Float64Array(problem.n)
  }

  start(t: number, x: Float64Array, _weights: Float64Array, _tStop: number, slope: Float64Array): number {
    this.hasMatrix = false
    return this.reload(t, x, slope)
  }

  reload(t: number, x: Float64Array, slope: Float64Array): number {
    const status = this.rhs.evaluate(t, x, slope)
    this.worst = this.rhs.badComponent
    return status
  }

  createStart(): RadauStart {
    return new RadauStart(this.problem, this.options, this.stats)
  }

  computeFirstStep(
    t: number,
    x: Float64Array,
    slope: Float64Array,
    weights: Float64Array,
    tStop: number,
  ): number {
    const { rhs, y, fy } = this
    const start = { rhs, t, x, fx: slope, weights, xTrial: y, fTrial: fy }
    return computeFirstStepOfOrderOne(start, this.options.atol, tStop)
  }

  // --- for the Newton iteration -----------------------------------------------------------------

  protected get badComponent(): number {
    return this.rhs.badComponent
  }

  protected evaluate({ t }: BdfAttempt): number {
    return this.rhs.evaluate(t, this.y, this.fy)
  }

  /** γ f - z_1 / l_1 - e. */
  protected computeDefect({ h, z, l1 }: BdfAttempt, out: Float64Array): void {
    const { n, e, fy } = this
    const gamma = h / l1
    const invL1 = 1 / l1
    for (let i = 0; i < n; i++) out[i] = gamma * fy[i] - invL1 * z[n + i] - e[i]
  }

  /** γ. */
  protected coefficientOf({ h, l1 }: BdfAttempt): number {
    return h / l1
  }

  protected chooseRenewal(attempt: BdfAttempt): Renewal {
    const { history, step } = attempt
    if (!this.hasMatrix || this.isPoor || history === 'correctorFailure') return 'evaluate'
    const gammaChange = Math.abs(this.coefficientOf(attempt) / this.coefficientOfMatrix - 1)
    const isMatrixOld = step >= this.stepOfMatrix + MAX_MATRIX_AGE || gammaChange > MAX_GAMMA_CHANGE
    if (history === 'first' && !isMatrixOld) return 'keep'
    return step > this.stepOfJacobian + MAX_JACOBIAN_AGE ? 'evaluate' : 'factor'
  }

  protected chooseRenewalAfterFailure(attempt: BdfAttempt, last: Renewal): Renewal {
    if (last === 'factor') return 'evaluate'
    const gammaChange = Math.abs(this.coefficientOf(attempt) / this.coefficientOfMatrix - 1)
    return gammaChange < GAMMA_CHANGE_TO_BLAME ? 'evaluate' : 'factor'
  }

  protected evaluateMatrix({ t, h, weights, step }: BdfAttempt): number {
    const status = this.jacobian.update(t, this.y, this.fy, h, weights)
    if (status === OK) this.stepOfJacobian = step
    return status
  }

  /** M = I - γ J. */
  protected factorMatrix(attempt: BdfAttempt): number {
    const status = this.factors.factor(this.jacobian.values, -this.coefficientOf(attempt), 1)
    if (status === OK) this.stepOfMatrix = attempt.step
    return status
  }

  /** The matrix belongs to γ̄: this factor minimizes the worst damping error over all eigenvalues. */
  protected relaxationAt(attempt: BdfAttempt): number {
    const gammaRatio = this.coefficientOf(attempt) / this.coefficientOfMatrix
    return gammaRatio === 1 ? 1 : 2 / (1 + gammaRatio)
  }

  protected slowestRateAt(): number {
    return 0
  }

  protected meetsConstraints(): boolean {
    return true
  }

  protected isGoodEnough(): boolean {
    return false
  }
}

/** Largest number of evaluations of f for the first step size. */
const MAX_START_EVALUATIONS = 4
/** Initial size in the search of the second derivative, as part of the largest reasonable step. */
const FIRST_START_GUESS = 1e-3

/**
 * First step size of a method that starts with order 1: ½ √(2/‖x″‖), so that the error h²‖x″‖/2 of an Euler step is a
 * quarter of the tolerance, where x″ is a difference of f along the Euler direction at about that size
 * [Hindmarsh et al. 2005, §2.1].
 */
function computeFirstStepOfOrderOne(
  { rhs, t, x, fx, weights, xTrial, fTrial }: StartPoint,
  atol: Float64Array,
  tStop: number,
): number {
  const n = rhs.n
  const interval = tStop - t

  // Bounds: the resolution of the time below, a change of x by a tenth above.
  const lower = 100 * EPS * Math.max(Math.abs(t), Math.abs(tStop))
  let upper = 0.1 * interval
  for (let i = 0; i < n; i++) {
    const limit = 0.1 * Math.abs(x[i]) + atol[i]
    if (Math.abs(fx[i]) * upper > limit) upper = limit / Math.abs(fx[i])
  }
  if (upper < lower) return upper
  let h = Math.max(FIRST_START_GUESS * upper, lower)

  for (let k = 1; k <= MAX_START_EVALUATIONS; k++) {
    for (let i = 0; i < n; i++) xTrial[i] = x[i] + h * fx[i]
    if (rhs.evaluate(t + h, xTrial, fTrial) !== OK) {
      h *= 0.2
      continue
    }
    for (let i = 0; i < n; i++) fTrial[i] -= fx[i]
    const secondDerivative = wrmsNorm(fTrial, weights) / h
    // the product of sizes below 1e-154 s is 0
    const mean = Math.sqrt(h * upper) || Math.sqrt(h) * Math.sqrt(upper)
    const next = secondDerivative * upper * upper > 2 ? Math.sqrt(2 / secondDerivative) : mean
    const ratio = next / h
    if (ratio > 0.5 && ratio < 2) {
      h = next
      break
    }
    // A second growth indicates that x″ is lost in rounding errors: the previous size was better.
    if (k > 1 && ratio > 2) break
    h = next
  }
  return Math.min(Math.max(0.5 * h, lower), upper)
}
