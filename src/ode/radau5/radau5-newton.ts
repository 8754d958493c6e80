import { EPS } from '../../base/index.ts'
import { wrmsNorm } from '../../math/index.ts'
import { type DifferenceMatrix, multiplyMagnitudes } from '../jacobian/index.ts'
import {
  NEWTON_FAILED,
  NON_FINITE,
  OK,
  RECOVERABLE,
  type RightHandSide,
  SINGULAR,
} from '../stepping/index.ts'
import { createStageMatrices, type StageMatrices } from './radau5-matrices.ts'
import { ALPHA, BETA, C1, C2, GAMMA, T, T_INVERSE } from './radau5-tableau.ts'

// Entries of T (last row 1, 1, 0) and of T⁻¹, as numbers of the module for the inner loops
const [T11, T12, T13, T21, T22, T23] = T
const [I11, I12, I13, I21, I22, I23, I31, I32, I33] = T_INVERSE

const MAX_ITERATIONS = 10
/** Ratio of two increments from which on the iteration counts as divergent. */
const MAX_THETA = 0.99
/** η before the convergence has been measured. */
const UNKNOWN_ETA = 1.1
/** η of the last step, a number below 1, counts with this power: it is trusted less the longer it was not measured. */
const ETA_AGEING = 0.8
/**
 * The least η that counts for a first iteration. Smaller ones are measured where the problem is linear, and would let a
 * single iteration pass that moves the solution by many tolerances, with matrices that may be wrong there: behind the
 * knee of a diode.
 */
const MIN_TRUSTED_ETA = 1e-3
/** Increments this far below the tolerance that no longer shrink are rounding errors. */
const ROUNDING_FRACTION = 0.1
/** The iteration need not go below the rounding errors of f, as long as these are below this part of the tolerance. */
const MAX_ROUNDING = 0.1

/**
 * Simplified Newton iteration for the stage increments z_i = x(t + c_i h) - x of one step [Hairer & Wanner 1996, IV.8].
 *
 * With Z = T W (block-wise) and A⁻¹ = T Λ T⁻¹ the equations A⁻¹ Z = h F(Z) become
 *   (1)  (Λ - h J) ΔW = h T⁻¹ F(T W) - Λ W,
 * which is one real system of size n with γ I - h J and one complex system with (α + iβ) I - h J. In this form, no step
 * is too short for the numbers.
 *
 * With θ_k = ‖ΔW_k‖ / ‖ΔW_{k-1}‖ and η = θ / (1 - θ), the error after iteration k is about η ‖ΔW_k‖:
 *   (2)  converged if η ‖ΔW_k‖ ≤ κ,
 *   (3)  hopeless if η θ^{kMax - k - 1} ‖ΔW_k‖ ≥ κ.
 * From the third iteration on θ is the geometric mean of the last two ratios. η of the last step with the same matrices
 * serves for the first iteration, so that one iteration is enough where the guess is good.
 */
export class StageNewton {
  /** Increments of the stages: guess before, solution after `solve` (n each). */
  readonly z1: Float64Array
  readonly z2: Float64Array
  readonly z3: Float64Array
  /** Iterations of the last solve. */
  iterations = 0
  /** Last measured ratio of convergence; 0 if there was only one iteration. */
  theta = 0.1
  /** After a failure: the factor for the step size with which the iteration is expected to converge. */
  reduction = 0.5
  /** Weighted norm of the rounding errors of h f. */
  residualRounding = 0.1
  private eta = UNKNOWN_ETA
  /** Weighted norm of the effect that the rounding errors of f have on the increments. */
  private rounding = 0.1
  private readonly w1: Float64Array
  private readonly w2: Float64Array
  private readonly w3: Float64Array
  /** f at the stages, then residuals, then increments of W (n each). */
  private readonly r1: Float64Array
  private readonly r2: Float64Array
  private readonly r3: Float64Array
  private readonly xStage: Float64Array
  private readonly terms: Float64Array
  private readonly matrices: StageMatrices

  /** `tolerance` is κ, in units of the weighted norm. */
  constructor(
    private readonly jacobian: DifferenceMatrix,
    private readonly rhs: RightHandSide,
    private readonly tolerance: number,
  ) {
    const { layout } = jacobian
    const n = layout.n
    this.z1 = new Float64Array(n)
    this.z2 = new Float64Array(n)
    this.z3 = new Float64Array(n)
    this.w1 = new Float64Array(n)
    this.w2 = new Float64Array(n)
    this.w3 = new Float64Array(n)
    this.r1 = new Float64Array(n)
    this.r2 = new Float64Array(n)
    this.r3 = new Float64Array(n)
    this.xStage = new Float64Array(n)
    this.terms = new Float64Array(n)
    this.matrices = createStageMatrices(jacobian, rhs.stats)
  }

  /** Marks that the Jacobian has changed. */
  takeJacobian(): void {
    this.matrices.takeJacobian()
  }

  /** Forms and factorizes both matrices of (1) for the Jacobian as it is now and the step size h. */
  factor(h: number): number {
    // The convergence with these matrices is measured anew: with η of a previous step that was ten times smaller, the
    // pollution problem at 1e-4 ended with errors 300 times as large.
    this.eta = UNKNOWN_ETA
    return this.matrices.factor(h)
  }

  /**
   * After `factor`: the limit of the convergence. Where stiff terms cancel, as in the force of a spring between bodies
   * far from the origin, their rounding errors can exceed the stopping tolerance of the iteration, which then fails at
   * any step size.
   */
  measureRounding(h: number, x: Float64Array, weights: Float64Array): void {
    const { terms } = this
    multiplyMagnitudes(this.jacobian.layout, this.jacobian.values, x, terms)
    const unit = h * EPS
    // signs without a pattern, the same in every run
    for (let i = 0; i < terms.length; i++) terms[i] *= (i * 0.6180339887498949) % 1 < 0.5 ? unit : -unit
    this.residualRounding = wrmsNorm(terms, weights)
    this.matrices.solveReal(terms)
    this.rounding = wrmsNorm(terms, weights)
  }

  /** Solves (γ I - h J) b = b in place (n). */
  solveReal(b: Float64Array): void {
    this.matrices.solveReal(b)
  }

  /** Solves for the stages of the step from (t, x) of size h; the guess is in z1, z2, z3. Returns a status. */
  solve(t: number, x: Float64Array, h: number, weights: Float64Array): number {
    const { rhs } = this
    const tolerance = Math.max(this.tolerance, Math.min(this.rounding, MAX_ROUNDING))
    const aged = Math.max(this.eta, MIN_TRUSTED_ETA) ** ETA_AGEING
    let eta = Math.min(aged, UNKNOWN_ETA)
    let theta = 0
    let ratioOld = 0.1
    let normOld = 0.1
    this.reduction = 0.5
    this.computeW()
    for (let k = 1; k <= MAX_ITERATIONS; k++) {
      rhs.stats.newton++
      this.iterations = k
      const status = this.evaluateStages(t, x, h)
      if (status !== OK) return status
      this.computeResiduals(h)
      this.matrices.solveReal(this.r1)
      this.matrices.solveComplex(this.r2, this.r3)
      const norm = this.addIncrements(weights)
      if (!(norm < Infinity)) return NEWTON_FAILED

      if (k > 1) {
        const ratio = norm / normOld
        theta = k === 2 ? ratio : Math.sqrt(ratio * ratioOld)
        ratioOld = ratio
        if (!(theta < MAX_THETA)) {
          if (!(norm <= ROUNDING_FRACTION * tolerance)) return NEWTON_FAILED
          this.theta = 0
          this.eta = UNKNOWN_ETA
          return OK
        }
        eta = theta / (1 - theta)
        const expected = (eta * norm * theta ** (MAX_ITERATIONS - k - 1)) / tolerance
        if (k < MAX_ITERATIONS && expected >= 1) {
          // (3); the guess improves with h⁴, every iteration that is left with h
          this.reduction = 0.8 * Math.min(expected, 20) ** (-1 / (3 + MAX_ITERATIONS - k))
          return NEWTON_FAILED
        }
      }
      normOld = norm
      if (eta * norm <= tolerance) {
        // (2)
        this.theta = theta
        this.eta = eta
        return OK
      }
    }
    return NEWTON_FAILED
  }

  /** The component to blame for the last failure of `factor` or `solve` with this status; -1: unknown. */
  findWorst(status: number, weights: Float64Array): number {
    if (status === NON_FINITE || status === RECOVERABLE) return this.rhs.badComponent
    if (status === SINGULAR) return this.matrices.singularColumn
    let worst = -1
    let largest = -1
    for (let i = 0; i < weights.length; i++) {
      const size = (Math.abs(this.r1[i]) + Math.abs(this.r2[i]) + Math.abs(this.r3[i])) * weights[i]
      if (Number.isNaN(size)) return i
      if (size > largest) {
        largest = size
        worst = i
      }
    }
    return worst
  }

  /** W = T⁻¹ Z. */
  private computeW(): void {
    const { z1, z2, z3, w1, w2, w3 } = this
    for (let i = 0; i < z1.length; i++) {
      const a = z1[i]
      const b = z2[i]
      const c = z3[i]
      w1[i] = I11 * a + I12 * b + I13 * c
      w2[i] = I21 * a + I22 * b + I23 * c
      w3[i] = I31 * a + I32 * b + I33 * c
    }
  }

  private evaluateStages(t: number, x: Float64Array, h: number): number {
    const { rhs, z1, z2, z3, xStage } = this
    const n = x.length
    for (let i = 0; i < n; i++) xStage[i] = x[i] + z1[i]
    let status = rhs.evaluate(t + C1 * h, xStage, this.r1)
    if (status !== OK) return status
    for (let i = 0; i < n; i++) xStage[i] = x[i] + z2[i]
    status = rhs.evaluate(t + C2 * h, xStage, this.r2)
    if (status !== OK) return status
    for (let i = 0; i < n; i++) xStage[i] = x[i] + z3[i]
    return rhs.evaluate(t + h, xStage, this.r3)
  }

  /** The right-hand side of (1), in place of F. */
  private computeResiduals(h: number): void {
    const { w1, w2, w3, r1, r2, r3 } = this
    for (let i = 0; i < r1.length; i++) {
      const a = h * r1[i]
      const b = h * r2[i]
      const c = h * r3[i]
      r1[i] = I11 * a + I12 * b + I13 * c - GAMMA * w1[i]
      r2[i] = I21 * a + I22 * b + I23 * c - (ALPHA * w2[i] - BETA * w3[i])
      r3[i] = I31 * a + I32 * b + I33 * c - (BETA * w2[i] + ALPHA * w3[i])
    }
  }

  /** W += ΔW and Z = T W; returns the root mean square of all 3n weighted increments. */
  private addIncrements(weights: Float64Array): number {
    const { z1, z2, z3, w1, w2, w3, r1, r2, r3 } = this
    const n = weights.length
    if (n === 0) return 0
    let sum = 0
    for (let i = 0; i < n; i++) {
      const weight = weights[i]
      const a = r1[i]
      const b = r2[i]
      const c = r3[i]
      sum += (a * a + b * b + c * c) * (weight * weight)
      const v1 = (w1[i] += a)
      const v2 = (w2[i] += b)
      const v3 = (w3[i] += c)
      z1[i] = T11 * v1 + T12 * v2 + T13 * v3
      z2[i] = T21 * v1 + T22 * v2 + T23 * v3
      z3[i] = v1 + v2
    }
    return Math.sqrt(sum / (3 * n))
  }
}
