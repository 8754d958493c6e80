import { worstComponent, wrmsNorm } from '../../../math/index.ts'
import { IterationMatrix, JacobianEvaluator } from '../../newton/index.ts'
import type { OdeProblem, Statistics } from '../../problem/index.ts'
import { NEWTON_FAILED, OK, SINGULAR } from '../../problem/index.ts'
import type { Stepper, StepperOptions } from '../../stepping/index.ts'
import { RightHandSide } from '../../stepping/index.ts'
import { BdfStepper } from './bdf-stepper.ts'
import type { BdfSystem, CorrectorHistory } from './bdf-system.ts'
import { computeFirstStepOfOrderOne } from './initial-step.ts'

/** Iterations per attempt. */
const MAX_ITERATIONS = 3
/** The estimate of the convergence rate may fall at most to this part of its last value. */
const RATE_DECAY = 0.1
/** Convergence rate assumed with a new matrix. With 1, the first iteration could never be the last. */
const RATE_OF_NEW_MATRIX = 0.1
/**
 * A measured rate above this says that J is out of date: it is evaluated anew in the next step. On the stiff problems of
 * benchmarks/ode this saves a sixth of the evaluations of f (a tenth, if those for difference Jacobians are counted), because
 * sloppy iterations also keep the order low.
 */
const POOR_RATE = 0.2
/** The iteration diverges if a displacement exceeds this multiple of the one before. */
const DIVERGENCE_RATIO = 2
/** The matrix is formed anew if γ has changed by more than this … */
const MAX_GAMMA_CHANGE = 0.3
/** … or after this many steps. */
const MAX_MATRIX_AGE = 20
/** J is evaluated anew after this many steps, … */
const MAX_JACOBIAN_AGE = 50
/** … or after a convergence failure that a change of γ beyond this does not explain. */
const GAMMA_CHANGE_TO_BLAME = 0.2

/**
 * Chosen on the stiff problems of benchmarks/ode: of 3.4, 3.5, … 4.1 the one with which all of them stay within 1.15 times the
 * evaluations of CVODE at no larger error; the others miss that in one to three of fourteen cases.
 */
const ERROR_SAFETY = 3.6

/** Variable-order BDF for dx/dt = f(t, x). */
export function createBdf(problem: OdeProblem, options: StepperOptions, stats: Statistics): Stepper {
  return new BdfStepper('bdf', new OdeSystem(problem, options, stats), options)
}

/**
 * An explicit problem under BDF. The correction e of a step solves
 *   e + z_1 / l_1 - γ f(t, z_0 + e) = 0,   γ = h / l_1,
 * by a modified Newton iteration with the matrix M = I - γ̄ J, where J and γ̄ may be from an earlier step
 * [Hindmarsh et al. 2005, §2.1].
 */
class OdeSystem implements BdfSystem {
  readonly n: number
  readonly stats: Statistics
  readonly isTested = null
  readonly errorSafety = ERROR_SAFETY
  readonly e: Float64Array
  worst = -1
  private readonly rhs: RightHandSide
  /** Trial state z_0 + e (n). */
  private readonly y: Float64Array
  /** f at the trial state (n). */
  private readonly fy: Float64Array
  /** Displacement of the last iteration (n). */
  private readonly delta: Float64Array
  private readonly jacobian: JacobianEvaluator
  private readonly matrix: IterationMatrix
  private gammaOfMatrix = 0.1
  private stepOfMatrix = 0
  private stepOfJacobian = 0
  private hasMatrix = false
  private isPoor = false
  private rate = 0.1

  constructor(
    problem: OdeProblem,
    private readonly options: StepperOptions,
    stats: Statistics,
  ) {
    const n = problem.n
    this.n = n
    this.stats = stats
    this.rhs = new RightHandSide(problem, stats)
    this.e = new Float64Array(n)
    this.y = new Float64Array(n)
    this.fy = new Float64Array(n)
    this.delta = new Float64Array(n)
    this.jacobian = new JacobianEvaluator(problem, this.rhs, options.rtols)
    this.matrix = new IterationMatrix(this.jacobian.layout, stats)
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

  computeFirstStep(
    t: number,
    x: Float64Array,
    slope: Float64Array,
    weights: Float64Array,
    tStop: number,
  ): number {
    const { atol } = this.options
    return computeFirstStepOfOrderOne(this.rhs, t, x, slope, atol, weights, tStop, this.y, this.fy)
  }

  solve(
    t: number,
    h: number,
    z: Float64Array,
    l1: number,
    weights: Float64Array,
    tolerance: number,
    step: number,
    history: CorrectorHistory,
  ): number {
    const status = this.correct(t, h, z, l1, weights, tolerance, step, history)
    if (status === NEWTON_FAILED) this.worst = worstComponent(this.delta, weights)
    else if (status === SINGULAR) this.worst = this.matrix.singularColumn
    else if (status !== OK) this.worst = this.rhs.badComponent
    return status
  }

  private correct(
    t: number,
    h: number,
    z: Float64Array,
    l1: number,
    weights: Float64Array,
    tolerance: number,
    step: number,
    history: CorrectorHistory,
  ): number {
    const gamma = h / l1
    const gammaRatio = this.hasMatrix ? gamma / this.gammaOfMatrix : 1
    let needMatrix =
      !this.hasMatrix ||
      this.isPoor ||
      history !== 'first' ||
      step >= this.stepOfMatrix + MAX_MATRIX_AGE ||
      Math.abs(gammaRatio - 1) > MAX_GAMMA_CHANGE
    let needJacobian =
      !this.hasMatrix ||
      this.isPoor ||
      history === 'correctorFailure' ||
      step > this.stepOfJacobian + MAX_JACOBIAN_AGE

    for (;;) {
      for (let i = 0; i < this.n; i++) {
        this.e[i] = 0
        this.y[i] = z[i]
      }
      let status = this.rhs.evaluate(t, this.y, this.fy)
      if (status !== OK) return status

      // Matrix and Jacobian at the predicted state, if the old ones will not do.
      let jacobianIsFresh = false
      if (needMatrix) {
        if (needJacobian) {
          // The factors do not outlive the entries that they were made of
          this.hasMatrix = false
          status = this.jacobian.update(t, this.y, this.fy, h, weights)
          if (status !== OK) return status
          this.stepOfJacobian = step
          jacobianIsFresh = true
        }
        status = this.factorMatrix(gamma)
        if (status !== OK) return status
        this.stepOfMatrix = step
      }

      status = this.iterate(t, z, gamma, 1 / l1, weights, tolerance)
      // Failed with old data: once more with new ones, unless these were new already.
      if (status !== NEWTON_FAILED || jacobianIsFresh) return status
      const gammaChange = Math.abs(gamma / this.gammaOfMatrix - 1)
      if (needMatrix) {
        needJacobian = true
      } else {
        needMatrix = true
        needJacobian = gammaChange < GAMMA_CHANGE_TO_BLAME
      }
    }
  }

  /** M = I - γ J. */
  private factorMatrix(gamma: number): number {
    this.gammaOfMatrix = gamma
    this.rate = RATE_OF_NEW_MATRIX
    this.isPoor = false
    const status = this.matrix.factor(this.jacobian.values, -gamma, 1)
    this.hasMatrix = status === OK
    return status
  }

  private iterate(
    t: number,
    z: Float64Array,
    gamma: number,
    invL1: number,
    weights: Float64Array,
    tolerance: number,
  ): number {
    const { e, y, fy, delta, matrix, rhs } = this
    const n = rhs.n
    const gammaRatio = gamma / this.gammaOfMatrix
    // The matrix belongs to γ̄: this factor minimises the worst damping error over all eigenvalues.
    const relaxation = gammaRatio === 1 ? 1 : 2 / (1 + gammaRatio)
    let lastNorm = 0
    for (let m = 0; ; ) {
      rhs.stats.newton++
      for (let i = 0; i < n; i++) delta[i] = gamma * fy[i] - invL1 * z[n + i] - e[i]
      matrix.solve(delta)
      for (let i = 0; i < n; i++) {
        const d = relaxation * delta[i]
        delta[i] = d
        e[i] += d
        y[i] = z[i] + e[i]
      }
      const norm = wrmsNorm(delta, weights)
      if (m > 0) {
        this.rate = Math.max(RATE_DECAY * this.rate, norm / lastNorm)
        if (norm > POOR_RATE * lastNorm) this.isPoor = true
      }
      if (norm * Math.min(1, this.rate) <= tolerance) return OK
      m++
      if (m === MAX_ITERATIONS || (m > 1 && norm > DIVERGENCE_RATIO * lastNorm) || !(norm < Infinity))
        return NEWTON_FAILED
      lastNorm = norm
      const status = rhs.evaluate(t, y, fy)
      if (status !== OK) return status
    }
  }
}
