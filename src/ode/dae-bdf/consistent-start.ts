import { IterationMatrix } from '../iteration-matrix.ts'
import { NEWTON_FAILED, OK, SINGULAR } from '../status.ts'
import type { StepperOptions } from '../stepper.ts'
import type { DaeMatrix } from './dae-matrix.ts'
import type { Residual } from './residual.ts'

const MAX_ITERATIONS = 30
/** The iteration has converged if the next displacement would be below this part of the tolerances. */
const ACCURACY = 1e-4
/** Shortest part of a Newton displacement that the line search tries. */
const MIN_DAMPING = 1 / 1024
/** Two values of c whose matrices are far enough apart to separate ∂F/∂y from ∂F/∂yp. */
const C1 = 1
const C2 = 2

/**
 * Consistent initial values of an index-1 problem: with the differential variables y_d fixed, Newton's method with line
 * search finds the algebraic variables y_a and the derivatives yp_d such that F(t, y, yp) = 0
 * [Brown, Hindmarsh & Petzold 1998, method 1].
 *
 * Column j of its matrix is ∂F/∂yp_j for a differential variable and ∂F/∂y_j for an algebraic one. Both come from the
 * iteration matrix, which is linear in c: J(c) = ∂F/∂y + c ∂F/∂yp.
 */
export class ConsistentStart {
  private readonly iteration: IterationMatrix
  private readonly first: Float64Array
  private readonly delta: Float64Array
  private readonly res: Float64Array
  private readonly yTrial: Float64Array
  private readonly ypTrial: Float64Array
  /** Column of every stored entry of the matrix. */
  private readonly columnOf: Int32Array

  constructor(
    private readonly residual: Residual,
    private readonly matrix: DaeMatrix,
    private readonly isDifferential: Uint8Array,
    private readonly options: StepperOptions,
  ) {
    const { n, size, pattern } = matrix.layout
    this.iteration = new IterationMatrix(matrix.layout, residual.stats)
    this.first = new Float64Array(size)
    this.delta = new Float64Array(n)
    this.res = new Float64Array(n)
    this.yTrial = new Float64Array(n)
    this.ypTrial = new Float64Array(n)
    this.columnOf = new Int32Array(size)
    for (let j = 0; j < n; j++) {
      if (pattern) this.columnOf.fill(j, pattern.colPtr[j], pattern.colPtr[j + 1])
      else for (let i = 0; i < n; i++) this.columnOf[i * n + j] = j
    }
  }

  /** Equation with the largest residual left after a failure. */
  worstEquation(): number {
    let worst = 0
    for (let i = 1; i < this.res.length; i++) if (Math.abs(this.res[i]) > Math.abs(this.res[worst])) worst = i
    return worst
  }

  /** Corrects `y` (algebraic part) and `yp` (differential part) in place; `h` is the size of the first step [s]. */
  solve(t: number, y: Float64Array, yp: Float64Array, h: number, weights: Float64Array): number {
    const { residual, res, delta, iteration } = this
    let status = residual.evaluate(t, y, yp, res)
    if (status !== OK) return status
    for (let k = 0; k < MAX_ITERATIONS; k++) {
      status = this.factorMatrix(t, y, yp, h, weights)
      if (status !== OK) return status
      delta.set(res)
      iteration.solve(delta)
      const norm = this.norm(delta, yp, weights)

      // Line search: a displacement must bring the next one, with the same matrix, down.
      let damping = 1
      for (;;) {
        this.move(y, yp, damping)
        status = residual.evaluate(t, this.yTrial, this.ypTrial, res)
        if (status < 0) return status
        if (status === OK) {
          const next = Float64Array.from(res)
          iteration.solve(next)
          const nextNorm = this.norm(next, yp, weights)
          if (nextNorm <= (1 - 0.5 * damping) * norm || nextNorm <= ACCURACY) {
            y.set(this.yTrial)
            yp.set(this.ypTrial)
            if (nextNorm <= ACCURACY) return OK
            break
          }
        }
        damping *= 0.5
        if (damping < MIN_DAMPING) return status === OK ? NEWTON_FAILED : status
      }
    }
    return NEWTON_FAILED
  }

  private factorMatrix(
    t: number,
    y: Float64Array,
    yp: Float64Array,
    h: number,
    weights: Float64Array,
  ): number {
    const { matrix, first, iteration, isDifferential, columnOf, res } = this
    let status = matrix.update(t, y, yp, C1, res, h, weights)
    if (status !== OK) return status
    first.set(matrix.values)
    status = matrix.update(t, y, yp, C2, res, h, weights)
    if (status !== OK) return status
    const second = matrix.values
    for (let k = 0; k < first.length; k++) {
      first[k] = isDifferential[columnOf[k]] ? second[k] - first[k] : 2 * first[k] - second[k]
    }
    return iteration.factor(first, 1, 0) === OK ? OK : SINGULAR
  }

  private move(y: Float64Array, yp: Float64Array, damping: number): void {
    const { delta, isDifferential, yTrial, ypTrial } = this
    for (let i = 0; i < y.length; i++) {
      const isD = isDifferential[i]
      yTrial[i] = isD ? y[i] : y[i] - damping * delta[i]
      ypTrial[i] = isD ? yp[i] - damping * delta[i] : yp[i]
    }
  }

  /** Weighted norm; derivatives are measured with the tolerances of their variables, per second. */
  private norm(v: Float64Array, yp: Float64Array, weights: Float64Array): number {
    const { rtols, atol } = this.options
    let sum = 0
    for (let i = 0; i < v.length; i++) {
      const weight = this.isDifferential[i] ? 1 / (rtols[i] * Math.abs(yp[i]) + atol[i]) : weights[i]
      sum += v[i] * weight * (v[i] * weight)
    }
    return Math.sqrt(sum / Math.max(1, v.length))
  }
}
