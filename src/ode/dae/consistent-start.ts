import { IterationMatrix } from '../jacobian/index.ts'
import { OK, SINGULAR, type StepperOptions } from '../stepping/index.ts'

import type { DaeMatrix } from './dae-matrix.ts'
import type { Residual } from './residual.ts'
import { StartIteration } from './start-iteration.ts'

/**
 * Consistent initial values of an index-1 problem: with the differential variables y_d fixed, Newton's method with line
 * search finds the algebraic variables y_a and the derivatives yp_d such that F(t, y, yp) = 0
 * [Brown, Hindmarsh & Petzold 1998, method 1].
 *
 * Column j of its matrix is ∂F/∂yp_j for a differential variable and ∂F/∂y_j for an algebraic one.
 */
export class ConsistentStart extends StartIteration {
  private readonly iteration: IterationMatrix
  /** Column of every stored entry of the matrix. */
  private readonly columnOf: Int32Array

  constructor(residual: Residual, matrix: DaeMatrix, isDifferential: Uint8Array, options: StepperOptions) {
    super(residual, matrix, isDifferential, options)
    const { n, size, pattern } = matrix.layout
    this.iteration = new IterationMatrix(matrix.layout, residual.stats)
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
    return this.iterate(t, y, yp, h, weights)
  }

  protected evaluate(t: number, y: Float64Array, yp: Float64Array): number {
    return this.residual.evaluate(t, y, yp, this.res)
  }

  protected factor(t: number, y: Float64Array, yp: Float64Array, h: number, weights: Float64Array): number {
    const { iteration, isDifferential, columnOf, ofY, ofYp } = this
    const status = this.splitMatrix(t, y, yp, this.res, h, weights)
    if (status !== OK) return status
    for (let k = 0; k < ofY.length; k++) if (isDifferential[columnOf[k]]) ofY[k] = ofYp[k]
    return iteration.factor(ofY, 1, 0) === OK ? OK : SINGULAR
  }

  protected solveLinear(b: Float64Array): void {
    this.iteration.solve(b)
  }
}
