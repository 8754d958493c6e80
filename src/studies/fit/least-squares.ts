/**
 * Nonlinear least squares with bounds: minimizes S(x) = ‖r(x)‖² with lower <= x <= upper by a trust region method of
 * Levenberg, Marquardt and Moré [Moré 1978; Nocedal & Wright 2006, sections 4.1, 10.3].
 *
 *   min ‖J p + r‖  with ‖D p‖ <= Δ, lower <= x + p <= upper                                        (1)
 *   D_j: the largest norm so far of column j of J, so that the units of parameters do not matter   (2)
 *   ρ = (S(x) - S(x + p))/(S(x) - ‖J p + r‖²): Δ shrinks if ρ < 1/4 and grows if ρ > 3/4          (3)
 *
 * Parameters that the step would take beyond a bound are moved onto it, and the others are solved again. The search has
 * converged when the step of Gauss and Newton is far smaller than the standard errors [Bates & Watts 1988, section
 * 2.2.3] or than the parameters themselves.
 */
import { EPS } from '../../base/index.ts'
import { DifferenceColumns, type Residuals } from './differences.ts'
import { type Estimate, estimateParameters } from './estimate.ts'
import { TrustRegionStep } from './trust-region-step.ts'

/** A problem of least squares. */
export interface LeastSquares {
  /** Names of the parameters (n). */
  readonly names: readonly string[]
  readonly nResidual: number
  readonly residuals: Residuals
  /**
   * Writes ∂r/∂x, row-major (nResidual × n), and returns its relative error; null: it is not known, and extrapolated differences
   * take its place (default).
   */
  readonly jacobian?: (x: Float64Array, out: Float64Array) => number | null
  /** Start (n). */
  readonly start: readonly number[]
  /** Bounds (n); default: none. */
  readonly lower?: readonly number[]
  readonly upper?: readonly number[]
  /** Typical sizes of parameters whose values may be near 0, for differences (n); default: 1 for a start of 0. */
  readonly scales?: readonly number[]
  /** Relative error of the residuals (default: that of rounding). */
  readonly noise?: number
  /** Most iterations (default 200 for each parameter). */
  readonly maxIterations?: number
}

/**
 * Why a search has ended: 'converged'; 'precision': rounding errors, or those of the residuals, permit no further step;
 * 'limit': too many iterations; 'start': the residuals are not defined at the start.
 */
export type Termination = 'converged' | 'precision' | 'limit' | 'start'

/** The result of a search. */
export interface LeastSquaresResult extends Estimate {
  readonly x: Float64Array
  readonly residuals: Float64Array
  /** Derivatives of the residuals at the solution, row-major (m × n). */
  readonly jacobian: Float64Array
  /** S at the solution. */
  readonly sumOfSquares: number
  readonly termination: Termination
  readonly nIteration: number
}

/** Size of a step relative to the standard errors that ends the search, and the same in roots of the noise. */
const OFFSET = 1e-9
const OFFSET_PER_NOISE = 0.1
/** Size of a step relative to the parameters that ends the search, in relative errors of the residuals. */
const SMALLEST_STEP = 4
/** Radius of the trust region at the start, relative to ‖D x‖. */
const RADIUS = 1
/** Radius relative to ‖D x‖ below which steps are rounding errors. */
const SMALLEST_RADIUS = EPS

/** Searches a minimum near the start. */
export function minimizeLeastSquares(problem: LeastSquares): LeastSquaresResult {
  return new Search(problem).run()
}

class Search {
  private readonly n: number
  private readonly m: number
  private readonly lower: Float64Array
  private readonly upper: Float64Array
  private readonly x: Float64Array
  private readonly r: Float64Array
  /** Row-major (m × n). */
  private readonly jacobian: Float64Array
  /** D, eq. 2. */
  private readonly scaling: Float64Array
  private readonly differences: DifferenceColumns
  private readonly column: Float64Array
  private readonly step: TrustRegionStep
  /** Estimated relative error of the columns. */
  private jacobianError = 0
  private nIteration = 0

  constructor(private readonly problem: LeastSquares) {
    const { start, nResidual: m, residuals, noise = EPS } = problem
    const n = start.length
    this.n = n
    this.m = m
    this.lower = Float64Array.from(problem.lower ?? start.map(() => -Infinity))
    this.upper = Float64Array.from(problem.upper ?? start.map(() => Infinity))
    this.x = Float64Array.from(start, (value, j) => Math.min(Math.max(value, this.lower[j]), this.upper[j]))
    this.r = new Float64Array(m)
    this.jacobian = new Float64Array(m * n)
    this.scaling = new Float64Array(n)
    this.column = new Float64Array(m)
    const scales = Float64Array.from(problem.scales ?? start.map((value) => (value === 0 ? 1 : 0)))
    this.differences = new DifferenceColumns(residuals, m, scales, this.lower, this.upper, noise)
    this.step = new TrustRegionStep(m, n, this.lower, this.upper)
  }

  run(): LeastSquaresResult {
    const termination = this.problem.residuals(this.x, this.r) && areFinite(this.r) ? this.search() : 'start'
    const { x, r, m, n } = this
    const isFixed = Uint8Array.from(x, (value, j) => (this.isHeld(value, j) ? 1 : 0))
    const estimate = estimateParameters(
      this.problem.names,
      m,
      n,
      this.jacobian,
      r,
      isFixed,
      this.jacobianError,
    )
    const result = { x, residuals: r, jacobian: this.jacobian, sumOfSquares: sumSquares(r), termination }
    return { ...result, ...estimate, nIteration: this.nIteration }
  }

  private search(): Termination {
    const { x, r, n, m, step, problem } = this
    const limit = problem.maxIterations ?? 200 * n
    const trial = new Float64Array(n)
    const rTrial = new Float64Array(m)
    let sum = sumSquares(r)
    this.evaluateJacobian(false)
    let radius = RADIUS * (this.scaledNorm(x) || 1)
    let isAccurate = false
    for (; this.nIteration < limit; this.nIteration++) {
      const newton = step.compute(x, r, this.jacobian, this.scaling, Infinity)
      if (this.isConverged(step.p, newton, sum)) {
        if (isAccurate) return 'converged'
        this.evaluateJacobian(true)
        isAccurate = true
        continue
      }
      for (;;) {
        const predicted = sum - step.compute(x, r, this.jacobian, this.scaling, radius)
        for (let j = 0; j < n; j++) trial[j] = x[j] + step.p[j]
        const isDefined = problem.residuals(trial, rTrial) && areFinite(rTrial)
        const actual = isDefined ? sum - sumSquares(rTrial) : -Infinity
        const ratio = predicted > 0 ? actual / predicted : -1
        const length = this.scaledNorm(step.p)
        // eq. 3
        if (!(ratio >= 0.25)) radius = (isDefined ? 0.25 : 0.1) * Math.min(radius, length)
        else if (ratio > 0.75) radius = Math.max(radius, 2 * length)
        if (actual > 0 && ratio > 1e-4) {
          x.set(trial)
          r.set(rTrial)
          sum -= actual
          break
        }
        if (!(radius > SMALLEST_RADIUS * this.scaledNorm(x))) {
          if (isAccurate) return 'precision'
          this.evaluateJacobian(true)
          isAccurate = true
          radius = 1e-3 * this.scaledNorm(x)
        }
      }
      sum = sumSquares(r)
      // near the solution the error of the Jacobian is that of the parameters
      isAccurate = isAccurate || newton > 0.99 * sum
      this.evaluateJacobian(isAccurate)
    }
    this.evaluateJacobian(true)
    return 'limit'
  }

  /** @param left S that the model predicts after the step */
  private isConverged(p: Float64Array, left: number, sum: number): boolean {
    const { x, n, m } = this
    const { noise = EPS } = this.problem
    if (sum === 0) return true
    const gained = Math.max(0, sum - left)
    const offset = Math.max(OFFSET, OFFSET_PER_NOISE * Math.sqrt(noise))
    if (m > n && gained / n <= (offset * offset * left) / (m - n)) return true
    return p.every((value, j) => Math.abs(value) <= SMALLEST_STEP * noise * Math.abs(x[j]))
  }

  private evaluateJacobian(isAccurate: boolean): void {
    const { n, m, x, r, jacobian, scaling, column, problem } = this
    const known = problem.jacobian?.(x, jacobian) ?? null
    this.jacobianError = known ?? 0
    for (let j = 0; j < n; j++) {
      if (known === null) {
        const error = this.differences.compute(x, r, j, isAccurate, column)
        this.jacobianError = Math.max(this.jacobianError, error)
        for (let i = 0; i < m; i++) jacobian[i * n + j] = column[i]
      } else for (let i = 0; i < m; i++) column[i] = jacobian[i * n + j]
      // eq. 2
      scaling[j] = Math.max(scaling[j], Math.sqrt(sumSquares(column)))
    }
  }

  private scaledNorm(v: Float64Array): number {
    let sum = 0
    for (let j = 0; j < v.length; j++) sum += (this.scaling[j] * v[j]) ** 2
    return Math.sqrt(sum)
  }

  /** True if a bound holds a parameter at the solution. */
  private isHeld(value: number, j: number): boolean {
    return value === this.lower[j] || value === this.upper[j]
  }
}

function sumSquares(v: Float64Array): number {
  let sum = 0
  for (let i = 0; i < v.length; i++) sum += v[i] * v[i]
  return sum
}

function areFinite(v: Float64Array): boolean {
  return v.every(Number.isFinite)
}
