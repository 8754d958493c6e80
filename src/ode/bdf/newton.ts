import { wrmsNorm } from '../../math/index.ts'
import { IterationMatrix } from '../iteration-matrix.ts'
import { JacobianEvaluator } from '../jacobian.ts'
import type { OdeProblem } from '../problem.ts'
import type { RightHandSide } from '../rhs.ts'
import { NEWTON_FAILED, OK } from '../status.ts'

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

/** What happened before this solve within the same step. */
export type NewtonHistory = 'first' | 'errorFailure' | 'newtonFailure'

/**
 * Modified Newton iteration for the corrector of one BDF step: find e with
 *   e + z_1 / l_1 - γ f(t, z_0 + e) = 0,   γ = h / l_1,
 * with the matrix M = I - γ̄ J, where J and γ̄ may be from an earlier step [Hindmarsh et al. 2005, §2.1].
 */
export class BdfNewton {
  /** The correction e (n). */
  readonly e: Float64Array
  /** ‖e‖ in the weighted norm. */
  eNorm = 0.1
  /** Trial state z_0 + e (n). */
  readonly y: Float64Array
  /** f at the trial state (n). */
  readonly fy: Float64Array
  /** Component with the largest displacement when the iteration failed. */
  readonly delta: Float64Array
  private readonly jacobian: JacobianEvaluator
  private readonly matrix: IterationMatrix
  private gammaOfMatrix = 0.1
  private stepOfMatrix = 0
  private stepOfJacobian = 0
  private hasMatrix = false
  private isPoor = false
  private rate = 1.1

  constructor(
    problem: OdeProblem,
    private readonly rhs: RightHandSide,
  ) {
    this.e = new Float64Array(problem.n)
    this.y = new Float64Array(problem.n)
    this.fy = new Float64Array(problem.n)
    this.delta = new Float64Array(problem.n)
    this.jacobian = new JacobianEvaluator(problem, rhs)
    this.matrix = new IterationMatrix(this.jacobian.layout, rhs.stats)
  }

  /** Forgets the matrix: the problem may have changed. */
  reset(): void {
    this.hasMatrix = false
  }

  /**
   * Solves for e. `z` holds the predicted rows; `step` is the number of steps made so far; `tolerance` bounds the
   * displacement.
   */
  solve(
    t: number,
    h: number,
    z: Float64Array,
    l1: number,
    weights: Float64Array,
    tolerance: number,
    step: number,
    history: NewtonHistory,
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
      history === 'newtonFailure' ||
      step > this.stepOfJacobian + MAX_JACOBIAN_AGE

    for (;;) {
      const n = this.rhs.n
      for (let i = 0; i < n; i++) {
        this.e[i] = 0
        this.y[i] = z[i]
      }
      let status = this.rhs.evaluate(t, this.y, this.fy)
      if (status !== OK) return status

      // Matrix and Jacobian at the predicted state, if the old ones will not do.
      let jacobianIsFresh = false
      if (needMatrix) {
        if (needJacobian) {
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
    const m = this.matrix.values
    const j = this.jacobian.values
    const { n, size, diagonal } = this.jacobian.layout
    for (let k = 0; k < size; k++) m[k] = -gamma * j[k]
    for (let i = 0; i < n; i++) m[diagonal[i]] += 1
    this.gammaOfMatrix = gamma
    this.rate = RATE_OF_NEW_MATRIX
    this.isPoor = false
    const status = this.matrix.factor()
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
      if (norm * Math.min(1, this.rate) <= tolerance) {
        this.eNorm = m === 0 ? norm : wrmsNorm(e, weights)
        return OK
      }
      m++
      if (m === MAX_ITERATIONS || (m > 1 && norm > DIVERGENCE_RATIO * lastNorm) || !(norm < Infinity)) return NEWTON_FAILED
      lastNorm = norm
      const status = rhs.evaluate(t, y, fy)
      if (status !== OK) return status
    }
  }
}
