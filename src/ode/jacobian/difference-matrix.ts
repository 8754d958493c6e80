import { type ColumnColoring, type CscPattern, colorColumns } from '../../math/index.ts'
import { OK, type SparseRows } from '../stepping/index.ts'
import { createMatrixLayout, type MatrixLayout } from './matrix-layout.ts'
import { gatherRows, type RowLayout, setDifferences } from './row-layout.ts'

/**
 * A matrix of derivatives with its storage, dense or sparse, filled by the user or by finite differences, which are
 * colored if a sparsity pattern is known. The derived class decides which variables are shifted, and evaluates.
 */
export abstract class DifferenceMatrix {
  readonly layout: MatrixLayout
  /** Entries in the layout's order (layout.size). */
  readonly values: Float64Array
  /** Entries in the user's order: for the user's own function. */
  protected readonly userValues: Float64Array
  /** Increment per column (n). */
  protected readonly increments: Float64Array
  private readonly sparsity: CscPattern | undefined
  private readonly coloring: ColumnColoring | null
  private readonly shifted: Float64Array

  constructor(
    n: number,
    sparsity: CscPattern | undefined,
    sparseRows: SparseRows | undefined,
    usesDifferences: boolean,
  ) {
    this.layout = createMatrixLayout(n, sparsity, sparseRows)
    this.values = new Float64Array(this.layout.size)
    this.sparsity = sparsity
    const { fromUser, rows } = this.layout
    if (fromUser) this.userValues = new Float64Array(fromUser.length)
    else this.userValues = rows && !usesDifferences ? new Float64Array(n * n) : this.values
    this.coloring = sparsity && usesDifferences ? colorColumns(sparsity) : null
    this.shifted = new Float64Array(n)
    this.increments = new Float64Array(n)
  }

  /** Evaluations of the function per matrix by differences. */
  get nDifference(): number {
    return this.coloring ? this.coloring.nColors : this.layout.n
  }

  /** Moves variable j by its increment, and back. */
  protected abstract shift(j: number): void
  protected abstract unshift(j: number): void
  /** Evaluates the function at the shifted point. */
  protected abstract evaluateShifted(out: Float64Array): number

  /** Fills the matrix with difference quotients against `base`, the function at the point itself (n). */
  protected fillByDifferences(base: Float64Array): number {
    const { rows } = this.layout
    if (rows) return this.fillRows(base, rows)
    if (!this.coloring) return this.fillDense(base)
    const status = this.fillColored(base, this.coloring)
    this.scatter()
    return status
  }

  /** Moves the user's values to their places. */
  protected scatter(): void {
    const { values, userValues } = this
    const { fromUser, rows } = this.layout
    if (rows) gatherRows(rows, userValues, values)
    if (!fromUser) return
    for (let p = 0; p < fromUser.length; p++) values[fromUser[p]] = userValues[p]
  }

  private fillDense(base: Float64Array): number {
    const { values, shifted, increments } = this
    const { n } = this.layout
    for (let j = 0; j < n; j++) {
      this.shift(j)
      const status = this.evaluateShifted(shifted)
      this.unshift(j)
      if (status !== OK) return status
      const inverse = 1 / increments[j]
      for (let i = 0, k = j; i < n; i++, k += n) values[k] = (shifted[i] - base[i]) * inverse
    }
    return OK
  }

  private fillRows(base: Float64Array, rows: RowLayout): number {
    const { values, shifted, increments } = this
    for (let j = 0; j < rows.n; j++) {
      this.shift(j)
      const status = this.evaluateShifted(shifted)
      this.unshift(j)
      if (status !== OK) return status
      setDifferences(rows, values, j, shifted, base, 1 / increments[j])
    }
    return OK
  }

  private fillColored(base: Float64Array, coloring: ColumnColoring): number {
    const { userValues, shifted, increments } = this
    const { colPtr, rowIdx } = this.sparsity!
    const { nColors, columns, colorPtr } = coloring
    for (let c = 0; c < nColors; c++) {
      // All columns of one color touch different rows: shift them together.
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) this.shift(columns[q])
      const status = this.evaluateShifted(shifted)
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) this.unshift(columns[q])
      if (status !== OK) return status
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) {
        const j = columns[q]
        const inverse = 1 / increments[j]
        for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
          const i = rowIdx[p]
          userValues[p] = (shifted[i] - base[i]) * inverse
        }
      }
    }
    return OK
  }
}
