import { EPS } from '../base/index.ts'
import { type ColumnColoring, type CscPattern, colorColumns, wrmsNorm } from '../math/index.ts'
import type { OdeProblem } from './problem.ts'
import type { RightHandSide } from './rhs.ts'
import { FATAL, OK, RECOVERABLE } from './status.ts'

/** Smallest difference increment in units of the rounding error of f, as in CVODE's dense difference quotient. */
const MIN_INCREMENT_FACTOR = 1000

/**
 * Where the entries of an n × n matrix live: dense row-major, or the values of a CSC pattern that holds every diagonal
 * entry. With the positions of the diagonal known, I - γJ and αI - J are formed by the same loops in both cases.
 */
export interface MatrixLayout {
  readonly n: number
  /** Number of stored entries. */
  readonly size: number
  /** null: dense row-major. */
  readonly pattern: CscPattern | null
  /** Position of entry (i, i) (n). */
  readonly diagonal: Int32Array
  /** For every entry of the user's pattern, its position here; null where the two are the same. */
  readonly fromUser: Int32Array | null
}

export function createMatrixLayout(n: number, sparsity: CscPattern | undefined): MatrixLayout {
  const diagonal = new Int32Array(n)
  if (!sparsity) {
    for (let i = 0; i < n; i++) diagonal[i] = i * n + i
    return { n, size: n * n, pattern: null, diagonal, fromUser: null }
  }

  // Merge the diagonal into the user's pattern, column by column.
  const colPtr = new Int32Array(n + 1)
  const rowIdx = new Int32Array(sparsity.rowIdx.length + n)
  const fromUser = new Int32Array(sparsity.rowIdx.length)
  let k = 0
  for (let j = 0; j < n; j++) {
    let seen = false
    for (let p = sparsity.colPtr[j]; p < sparsity.colPtr[j + 1]; p++) {
      const i = sparsity.rowIdx[p]
      if (!seen && i >= j) {
        seen = true
        diagonal[j] = k
        if (i > j) rowIdx[k++] = j
      }
      fromUser[p] = k
      rowIdx[k++] = i
    }
    if (!seen) {
      diagonal[j] = k
      rowIdx[k++] = j
    }
    colPtr[j + 1] = k
  }
  const pattern: CscPattern = { nRows: n, nCols: n, colPtr, rowIdx: rowIdx.slice(0, k) }
  return { n, size: k, pattern, diagonal, fromUser: k === fromUser.length ? null : fromUser }
}

/** Evaluates J = ∂f/∂x: the user's exact one, or finite differences, coloured if a sparsity pattern is known. */
export class JacobianEvaluator {
  readonly layout: MatrixLayout
  /** J in the layout's order (layout.size). */
  readonly values: Float64Array
  private readonly exact: OdeProblem['jacobian']
  private readonly userValues: Float64Array
  private readonly sparsity: CscPattern | undefined
  private readonly coloring: ColumnColoring | null
  private readonly xShifted: Float64Array
  private readonly fShifted: Float64Array
  private readonly increments: Float64Array

  constructor(problem: OdeProblem, private readonly rhs: RightHandSide) {
    const n = problem.n
    this.layout = createMatrixLayout(n, problem.sparsity)
    this.values = new Float64Array(this.layout.size)
    this.exact = problem.jacobian
    this.sparsity = problem.sparsity
    this.userValues = this.layout.fromUser ? new Float64Array(this.layout.fromUser.length) : this.values
    this.coloring = problem.sparsity && !problem.jacobian ? colorColumns(problem.sparsity) : null
    this.xShifted = new Float64Array(n)
    this.fShifted = new Float64Array(n)
    this.increments = new Float64Array(n)
  }

  /** Writes J(t, x) to `values`. `fx` is f(t, x), `h` the step size, `weights` the error weights (n). */
  update(t: number, x: Float64Array, fx: Float64Array, h: number, weights: Float64Array): number {
    this.rhs.stats.jacobians++
    if (this.exact) {
      this.userValues.fill(0)
      const outcome = this.exact(t, x, this.userValues)
      if (outcome) return outcome > 0 ? RECOVERABLE : FATAL
      this.scatter()
      return OK
    }
    this.computeIncrements(x, fx, h, weights)
    if (!this.coloring) return this.differenceDense(t, x, fx)
    const status = this.differenceColored(t, x, fx)
    this.scatter()
    return status
  }

  /** σ_j = max(√eps |x_j|, σ_0 / w_j) with σ_0 from the rounding error of f [Hindmarsh et al. 2005, CVODE, §2.1]. */
  private computeIncrements(x: Float64Array, fx: Float64Array, h: number, weights: Float64Array): void {
    const n = this.layout.n
    const fNorm = wrmsNorm(fx, weights)
    const minIncrement = fNorm > 0 ? MIN_INCREMENT_FACTOR * Math.abs(h) * EPS * n * fNorm : 1
    const rootEps = Math.sqrt(EPS)
    for (let j = 0; j < n; j++) {
      const relative = rootEps * Math.abs(x[j])
      const absolute = minIncrement / weights[j]
      // The increment that is really made is the difference of two representable numbers.
      const shifted = x[j] + (relative > absolute ? relative : absolute)
      this.increments[j] = shifted - x[j]
    }
  }

  private differenceDense(t: number, x: Float64Array, fx: Float64Array): number {
    const { rhs, values, xShifted, fShifted, increments } = this
    const n = this.layout.n
    xShifted.set(x)
    for (let j = 0; j < n; j++) {
      xShifted[j] = x[j] + increments[j]
      const status = rhs.evaluateForJacobian(t, xShifted, fShifted)
      if (status !== OK) return status
      xShifted[j] = x[j]
      const inverse = 1 / increments[j]
      for (let i = 0, k = j; i < n; i++, k += n) values[k] = (fShifted[i] - fx[i]) * inverse
    }
    return OK
  }

  private differenceColored(t: number, x: Float64Array, fx: Float64Array): number {
    const { rhs, userValues, xShifted, fShifted, increments } = this
    const { colPtr, rowIdx } = this.sparsity!
    const { nColors, columns, colorPtr } = this.coloring!
    for (let c = 0; c < nColors; c++) {
      // All columns of one colour touch different rows: shift them together.
      xShifted.set(x)
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) xShifted[columns[q]] += increments[columns[q]]
      const status = rhs.evaluateForJacobian(t, xShifted, fShifted)
      if (status !== OK) return status
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) {
        const j = columns[q]
        const inverse = 1 / increments[j]
        for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
          const i = rowIdx[p]
          userValues[p] = (fShifted[i] - fx[i]) * inverse
        }
      }
    }
    return OK
  }

  private scatter(): void {
    const fromUser = this.layout.fromUser
    if (!fromUser) return
    const { values, userValues } = this
    for (let p = 0; p < fromUser.length; p++) values[fromUser[p]] = userValues[p]
  }
}
