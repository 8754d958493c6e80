import { worstComponent, wrmsNorm } from '../../math/index.ts'
import type { IterationMatrix } from '../jacobian/index.ts'
import { NEWTON_FAILED, OK, SINGULAR, type Statistics } from '../stepping/index.ts'
import type { BdfAttempt } from './bdf-system.ts'

/**
 * A measured rate above this indicates an outdated matrix: it is evaluated anew in the next step. On the stiff problems
 * of benchmarks/ode this saves a sixth of the evaluations of f (a tenth, if those for difference Jacobians are
 * counted), because inaccurate iterations also keep the order low.
 */
const POOR_RATE = 0.2
/** The iteration diverges if a displacement exceeds this multiple of the one before. */
const DIVERGENCE_RATIO = 2

/** Action of an attempt on its matrix: none, new factors of the old entries, or new entries and factors. */
export type Renewal = 'keep' | 'factor' | 'evaluate'

/** Assumptions on the convergence of the iteration. */
export interface CorrectorRates {
  /** Convergence rate assumed with a new matrix. With 1, the first iteration could never be the last. */
  readonly rateOfNewMatrix: number
  /** The estimate of the convergence rate may fall at most to this part of its last value. */
  readonly rateDecay: number
}

/**
 * One step of BDF: the correction e by a modified Newton iteration, whose matrix may be from an earlier step. Common to
 * explicit and implicit equations, which supply their defect, the matrix, and the decisions on its age.
 */
export abstract class BdfCorrector {
  readonly n: number
  /** The correction (n). */
  readonly e: Float64Array
  /** Component at fault in the last failure; -1: unknown. */
  worst = -1
  /** Trial values z_0 + e (n). */
  protected readonly y: Float64Array
  /** Displacement of the last iteration (n). */
  protected readonly delta: Float64Array
  /** True if the factors belong to a point of this run. */
  protected hasMatrix = false
  /** γ or c with which the matrix was made, see `coefficientOf`. */
  protected coefficientOfMatrix = 0.1
  /** The last iterations were slow: the matrix is outdated. */
  protected isPoor = false
  private rate = 0.1

  /** @param factors of the matrix of the iteration */
  constructor(
    n: number,
    readonly stats: Statistics,
    protected readonly factors: IterationMatrix,
    private readonly rates: CorrectorRates,
  ) {
    this.n = n
    this.e = new Float64Array(n)
    this.y = new Float64Array(n)
    this.delta = new Float64Array(n)
  }

  // --- supplied by the equations ----------------------------------------------------------------

  /** Iterations per attempt at most. */
  protected abstract readonly maxIterations: number
  /** Evaluates the equations at `y` and `e`. */
  protected abstract evaluate(attempt: BdfAttempt): number
  /** First component that was not finite in the last evaluation that failed; -1: none. */
  protected abstract readonly badComponent: number
  /** Writes the right-hand side of the linear system of the next displacement. */
  protected abstract computeDefect(attempt: BdfAttempt, out: Float64Array): void
  /** The number that ties the matrix to the step size. */
  protected abstract coefficientOf(attempt: BdfAttempt): number
  /** The one place that decides whether the matrix is fresh enough, before the first iteration of an attempt. */
  protected abstract chooseRenewal(attempt: BdfAttempt): Renewal
  /** The same after an iteration that has failed with a matrix that was not evaluated for it. */
  protected abstract chooseRenewalAfterFailure(attempt: BdfAttempt, last: Renewal): Renewal
  /** Evaluates the entries of the matrix at `y`, where the equations have been evaluated. */
  protected abstract evaluateMatrix(attempt: BdfAttempt): number
  /** Factorizes the matrix with the coefficient of the attempt. */
  protected abstract factorMatrix(attempt: BdfAttempt): number
  /** Factor on displacements with a matrix of another coefficient. */
  protected abstract relaxationAt(attempt: BdfAttempt): number
  /** Rate at which a matrix of another coefficient converges at best. */
  protected abstract slowestRateAt(attempt: BdfAttempt): number
  /** True if equations with a separate tolerance hold after displacement number m. Called once per iteration. */
  protected abstract meetsConstraints(m: number): boolean
  /** True if an iteration that has ended without convergence, with a new matrix, is good enough nevertheless. */
  protected abstract isGoodEnough(attempt: BdfAttempt): boolean

  /** Marks the matrix as no longer valid. */
  forget(): void {
    this.hasMatrix = false
  }

  // --- the iteration ----------------------------------------------------------------------------

  /** Solves for e; returns a status. */
  solve(attempt: BdfAttempt): number {
    return this.blame(this.correct(attempt), attempt.weights)
  }

  filterDefect(defect: Float64Array): void {
    this.factors.solve(defect)
  }

  /** Records the component that caused a failure. */
  protected blame(status: number, weights: Float64Array): number {
    if (status === NEWTON_FAILED) this.worst = worstComponent(this.delta, weights)
    else if (status === SINGULAR) this.worst = this.factors.singularColumn
    else if (status !== OK) this.worst = this.badComponent
    return status
  }

  private correct(attempt: BdfAttempt): number {
    let renewal = this.chooseRenewal(attempt)
    for (;;) {
      let status = this.evaluatePrediction(attempt)
      if (status === OK) status = this.renew(attempt, renewal)
      if (status !== OK) return status
      status = this.iterate(attempt, renewal === 'evaluate')
      // Failed with old data: repeat with new ones, unless these were new already.
      if (status !== NEWTON_FAILED || renewal === 'evaluate') return status
      renewal = this.chooseRenewalAfterFailure(attempt, renewal)
    }
  }

  private evaluatePrediction(attempt: BdfAttempt): number {
    const { n, e, y } = this
    const { z } = attempt
    for (let i = 0; i < n; i++) {
      e[i] = 0
      y[i] = z[i]
    }
    return this.evaluate(attempt)
  }

  /** Makes the matrix of the iteration at the predicted values, if the old one is outdated. */
  private renew(attempt: BdfAttempt, renewal: Renewal): number {
    if (renewal === 'keep') return OK
    if (renewal === 'evaluate') {
      // The factors must not outlive the entries from which they were made.
      this.hasMatrix = false
      const status = this.evaluateMatrix(attempt)
      if (status !== OK) return status
    }
    const status = this.factorMatrix(attempt)
    this.hasMatrix = status === OK
    this.coefficientOfMatrix = this.coefficientOf(attempt)
    this.rate = this.rates.rateOfNewMatrix
    this.isPoor = false
    return status
  }

  private iterate(attempt: BdfAttempt, isFresh: boolean): number {
    const { n, e, y, delta, factors } = this
    const { z, weights, tolerance } = attempt
    const { maxIterations } = this
    const { rateDecay } = this.rates
    const relaxation = this.relaxationAt(attempt)
    const slowest = this.slowestRateAt(attempt)
    let lastNorm = 0
    for (let m = 0; ; ) {
      this.stats.newton++
      this.computeDefect(attempt, delta)
      factors.solve(delta)
      for (let i = 0; i < n; i++) {
        const d = relaxation * delta[i]
        delta[i] = d
        e[i] += d
        y[i] = z[i] + e[i]
      }
      const norm = wrmsNorm(delta, weights)
      if (m > 0) {
        this.rate = Math.max(rateDecay * this.rate, norm / lastNorm)
        if (norm > POOR_RATE * lastNorm) this.isPoor = true
      }
      const hasConverged = norm * Math.min(1, Math.max(this.rate, slowest)) <= tolerance
      if (this.meetsConstraints(m) && hasConverged) return OK
      m++
      const hasDiverged = m > 1 && norm > DIVERGENCE_RATIO * lastNorm && !hasConverged
      if (m === maxIterations || hasDiverged || !(norm < Infinity))
        return isFresh && this.isGoodEnough(attempt) ? OK : NEWTON_FAILED
      lastNorm = norm
      const status = this.evaluate(attempt)
      if (status !== OK) return status
    }
  }
}
