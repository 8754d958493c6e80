import { EPS } from '../../base/index.ts'
import { isContracting, searchByHalving } from '../../math/index.ts'
import { forEachEntry, multiplyMagnitudes } from '../jacobian/index.ts'
import { NEWTON_FAILED, OK, type StepperOptions } from '../stepping/index.ts'
import type { DaeMatrix } from './dae-matrix.ts'
import type { Residual } from './residual.ts'

const MAX_ITERATIONS = 30
/** The iteration has converged if the next displacement would be below this part of the tolerances. */
const ACCURACY = 1e-4
/** Shortest part of a Newton displacement that the line search tries. */
const MIN_DAMPING = 1 / 1024
/** Differences of F in units of its rounding errors. */
const MIN_SIGNAL = 1e6
/** Factor for increments without any effect on F, and how often increments are enlarged. */
const ENLARGEMENT = 1e4
const MAX_ENLARGEMENTS = 8
/** The first step of a run as part of its interval. */
export const FIRST_STEP_PART = 1e-3

/**
 * Newton's method with line search for the algebraic variables y_a and the derivatives yp_d of the differential
 * variables, with these, y_d, fixed. The derived class supplies the equations.
 */
export abstract class StartIteration {
  /** The equations at the last point (n). */
  protected readonly res: Float64Array
  /** ∂F/∂y and ∂F/∂yp at the last point where the matrix was made, in the layout's order. */
  protected readonly ofY: Float64Array
  protected readonly ofYp: Float64Array
  /** Lower bound of the last displacement in the weighted norm, from rounding errors. */
  protected noise = 0
  /** Increments of yp of the last differences, and the sizes of the terms of F (n each). */
  protected readonly increments: Float64Array
  protected readonly terms: Float64Array
  private readonly signals: Float64Array
  private readonly delta: Float64Array
  private readonly next: Float64Array
  private readonly yTrial: Float64Array
  private readonly ypTrial: Float64Array

  constructor(
    protected readonly residual: Residual,
    protected readonly matrix: DaeMatrix,
    protected readonly isDifferential: Uint8Array,
    private readonly options: StepperOptions,
  ) {
    const { n, size } = matrix.layout
    this.res = new Float64Array(n)
    this.ofY = new Float64Array(size)
    this.ofYp = new Float64Array(size)
    this.increments = new Float64Array(n)
    this.terms = new Float64Array(n)
    this.signals = new Float64Array(n)
    this.delta = new Float64Array(n)
    this.next = new Float64Array(n)
    this.yTrial = new Float64Array(n)
    this.ypTrial = new Float64Array(n)
  }

  /** Writes the residuals of the equations to `res`. */
  protected abstract evaluate(t: number, y: Float64Array, yp: Float64Array): number
  /** Forms and factorizes the matrix of the equations at a point where they have been evaluated. */
  protected abstract factor(
    t: number,
    y: Float64Array,
    yp: Float64Array,
    h: number,
    weights: Float64Array,
  ): number
  /** Solves with that matrix in place. */
  protected abstract solveLinear(b: Float64Array): void

  /** Corrects `y` (algebraic part) and `yp` (differential part) in place; `h` is the size of the first step [s]. */
  protected iterate(t: number, y: Float64Array, yp: Float64Array, h: number, weights: Float64Array): number {
    const { res, delta, next } = this
    let status = this.evaluate(t, y, yp)
    if (status !== OK) return status
    for (let k = 0; k < MAX_ITERATIONS; k++) {
      status = this.factor(t, y, yp, h, weights)
      if (status !== OK) return status
      delta.set(res)
      this.solveLinear(delta)
      const norm = this.norm(delta, yp, h, weights)

      let nextNorm = Infinity
      let accuracy = ACCURACY
      const damping = searchByHalving((factor) => {
        this.move(y, yp, factor)
        status = this.evaluate(t, this.yTrial, this.ypTrial)
        if (status !== OK) return status < 0
        next.set(res)
        this.solveLinear(next)
        nextNorm = this.norm(next, yp, h, weights)
        accuracy = Math.max(ACCURACY, this.noise)
        return isContracting(nextNorm, norm, factor) || nextNorm <= accuracy
      }, MIN_DAMPING)
      if (status < 0) return status
      if (damping === 0) return status === OK ? NEWTON_FAILED : status
      y.set(this.yTrial)
      yp.set(this.ypTrial)
      if (nextNorm <= accuracy) return OK
    }
    return NEWTON_FAILED
  }

  /**
   * Writes ∂F/∂y and ∂F/∂yp, and the errors of the second. Exact matrices contain both: ∂F/∂y + c ∂F/∂yp with c = 0 and
   * with c = 1/h. Differences are taken over increments of yp alone, large enough for the rounding errors of F: in a
   * stiff problem, these may hide a change of yp in proportion to y.
   */
  protected splitMatrix(
    t: number,
    y: Float64Array,
    yp: Float64Array,
    base: Float64Array,
    h: number,
    weights: Float64Array,
  ): number {
    const { matrix, ofY, ofYp, increments, terms, isDifferential } = this
    const n = y.length
    let status = matrix.update(t, y, yp, 0, base, h, weights)
    if (status !== OK) return status
    ofY.set(matrix.values)
    if (matrix.isExact) {
      status = matrix.update(t, y, yp, 1 / h, base, h, weights)
      if (status !== OK) return status
      for (let k = 0; k < ofY.length; k++) ofYp[k] = (matrix.values[k] - ofY[k]) * h
      return OK
    }
    multiplyMagnitudes(matrix.layout, ofY, y, terms)
    for (let i = 0; i < n; i++) terms[i] += Math.abs(base[i])
    const { rtol } = this.options
    const rootEps = Math.sqrt(EPS)
    for (let j = 0; j < n; j++) {
      increments[j] = rootEps * Math.max(Math.abs(yp[j]), 1 / (rtol * weights[j] * h))
    }
    for (let attempt = 0; attempt < MAX_ENLARGEMENTS; attempt++) {
      status = matrix.updateSlopes(t, y, yp, base, increments)
      if (status !== OK) return status
      ofYp.set(matrix.values)
      if (!this.enlargeIncrements(isDifferential)) break
    }
    return OK
  }

  /** Finds differences that rounding errors of F spoil, and enlarges their increments. True if there were any. */
  private enlargeIncrements(isDifferential: Uint8Array): boolean {
    const { matrix, increments, terms, signals } = this
    signals.fill(0)
    forEachEntry(matrix.layout, (i, j, k) => {
      const change = Math.abs(matrix.values[k] * increments[j])
      if (change > 0) signals[j] = Math.max(signals[j], change / (EPS * terms[i]))
    })
    let isEnlarged = false
    for (let j = 0; j < signals.length; j++) {
      if (!isDifferential[j] || !(signals[j] < MIN_SIGNAL)) continue
      increments[j] *= signals[j] > 0 ? (2 * MIN_SIGNAL) / Math.max(signals[j], 1) : ENLARGEMENT
      isEnlarged = true
    }
    return isEnlarged
  }

  private move(y: Float64Array, yp: Float64Array, damping: number): void {
    const { delta, isDifferential, yTrial, ypTrial } = this
    for (let i = 0; i < y.length; i++) {
      const isD = isDifferential[i]
      yTrial[i] = isD ? y[i] : y[i] - damping * delta[i]
      ypTrial[i] = isD ? yp[i] - damping * delta[i] : yp[i]
    }
  }

  /**
   * Weighted norm; derivatives are measured with the tolerances of their variables, per second or per interval if that
   * is shorter.
   */
  protected norm(v: Float64Array, yp: Float64Array, h: number, weights: Float64Array): number {
    const { rtols, atol } = this.options
    const perSecond = Math.max(1, FIRST_STEP_PART / h)
    let sum = 0
    for (let i = 0; i < v.length; i++) {
      const weight = this.isDifferential[i]
        ? 1 / (rtols[i] * Math.abs(yp[i]) + perSecond * atol[i])
        : weights[i]
      sum += v[i] * weight * (v[i] * weight)
    }
    return Math.sqrt(sum / Math.max(1, v.length))
  }
}
