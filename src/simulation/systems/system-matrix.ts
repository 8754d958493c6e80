import { EPS } from '../../base/index.ts'
import {
  type ColumnColoring,
  type CscPattern,
  colorColumns,
  createDenseLu,
  createPatternFromRows,
  createSparseLu,
  type DenseLu,
  factorDenseLu,
  factorSparseLu,
  type SparseLu,
  solveDenseLu,
  solveSparseLu,
} from '../../math/index.ts'

/** Sparse systems of at least this size are factorized as sparse matrices. */
const SPARSE_FROM = 50
/** A pivot below this fraction of its column, in units of the rounding error, counts as zero. */
const SINGULAR_FACTOR = 16

/** Perturbation of a singular matrix, relative to the terms of its rows. */
const PERTURBATION = 1e-10

/** A number without a pattern, the same in every run. */
function hash(k: number): number {
  return (Math.imul(k + 1, 2654435761) >>> 8) % 1009
}

/** Writes the product of the matrix with `seed` to `out`. */
export type MatrixProduct = (seed: Float64Array, out: Float64Array) => void

/** Reason why a matrix cannot be factorized. */
export interface Singularity {
  readonly column: number
  /** A row that follows from the others; -1: unknown. */
  readonly row: number
  /** False: an entry is infinite or NaN. */
  readonly isNumber: boolean
}

/**
 * The matrix of a system of equations, given by its products with vectors: columns without a common row are computed
 * together. Rows are scaled by their largest entries, to compare pivots.
 */
export class SystemMatrix {
  readonly isSparse: boolean
  private readonly pattern: CscPattern | null
  private readonly coloring: ColumnColoring | null
  private readonly sparse: SparseLu | null
  private readonly values: Float64Array
  private readonly dense: DenseLu
  private readonly rowScale: Float64Array
  private readonly columnSize: Float64Array
  private readonly seed: Float64Array
  private readonly product: Float64Array

  /** @param rows unknowns in each equation; null: any */
  constructor(
    readonly n: number,
    rows: readonly ArrayLike<number>[] | null,
  ) {
    this.isSparse = rows !== null && n >= SPARSE_FROM
    this.pattern = this.isSparse ? createPatternFromRows(n, rows!) : null
    this.coloring = this.pattern && colorColumns(this.pattern)
    this.sparse = this.pattern && createSparseLu(this.pattern)
    this.values = new Float64Array(this.pattern?.rowIdx.length ?? 0)
    this.dense = createDenseLu(this.isSparse ? 0 : n)
    this.rowScale = new Float64Array(n)
    this.columnSize = new Float64Array(n)
    this.seed = new Float64Array(n)
    this.product = new Float64Array(n)
  }

  /** Fills the matrix from its products with vectors. */
  fill(multiply: MatrixProduct): void {
    if (this.isSparse) this.fillSparse(multiply)
    else this.fillDense(multiply)
  }

  /**
   * Writes the sizes of the terms in the equations: the sum of the absolute entries of every row, each times the size
   * of its unknown.
   */
  rowSizes(sizes: Float64Array, out: Float64Array): void {
    const { n, pattern, values, dense } = this
    out.fill(0)
    for (let j = 0; j < n; j++) {
      if (pattern) {
        for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) {
          out[pattern.rowIdx[p]] += Math.abs(values[p]) * sizes[j]
        }
      } else {
        for (let i = 0; i < n; i++) out[i] += Math.abs(dense.a[i * n + j]) * sizes[j]
      }
    }
  }

  /** Writes the entries before the factorization, row-major (n × n). */
  copyTo(out: Float64Array): void {
    const { n, pattern, values, dense } = this
    if (!pattern) {
      out.set(dense.a)
      return
    }
    out.fill(0)
    for (let j = 0; j < n; j++) {
      for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++)
        out[pattern.rowIdx[p] * n + j] = values[p]
    }
  }

  /** Adds numbers of various signs to the entries, far smaller than their rows: a singular matrix becomes regular. */
  perturb(sizes: Float64Array, rowSizes: Float64Array): void {
    const { n, pattern, values, dense } = this
    const change = (i: number, j: number, k: number): number =>
      (PERTURBATION * (k % 2 === 0 ? 1 : -1) * (1 + (k % 7)) * (rowSizes[i] || 1)) / sizes[j]
    for (let j = 0; j < n; j++) {
      if (pattern) {
        for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++)
          values[p] += change(pattern.rowIdx[p], j, hash(p))
      } else {
        for (let i = 0; i < n; i++) dense.a[i * n + j] += change(i, j, hash(i * n + j))
      }
    }
  }

  /** Factorizes; null: regular. */
  factor(): Singularity | null {
    if (this.sparse) {
      const column = factorSparseLu(this.sparse, this.values)
      return column === 0
        ? null
        : { column: column - 1, row: -1, isNumber: this.values.every(Number.isFinite) }
    }
    return this.factorDense()
  }

  /** Replaces b by the solution. */
  solve(b: Float64Array): void {
    if (this.sparse) {
      solveSparseLu(this.sparse, b)
      return
    }
    const { n, rowScale } = this
    for (let i = 0; i < n; i++) b[i] *= rowScale[i]
    solveDenseLu(this.dense, b)
  }

  private fillDense(multiply: MatrixProduct): void {
    const { n, seed, product, dense } = this
    for (let j = 0; j < n; j++) {
      seed[j] = 1
      multiply(seed, product)
      seed[j] = 0
      for (let i = 0; i < n; i++) dense.a[i * n + j] = product[i]
    }
  }

  private fillSparse(multiply: MatrixProduct): void {
    const { seed, product, values } = this
    const { colPtr, rowIdx } = this.pattern!
    const { nColors, columns, colorPtr } = this.coloring!
    for (let c = 0; c < nColors; c++) {
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) seed[columns[q]] = 1
      multiply(seed, product)
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) {
        const j = columns[q]
        seed[j] = 0
        for (let p = colPtr[j]; p < colPtr[j + 1]; p++) values[p] = product[rowIdx[p]]
      }
    }
  }

  private factorDense(): Singularity | null {
    const { n, dense, rowScale, columnSize } = this
    const { a, pivots } = dense
    columnSize.fill(0)
    let isNumber = true
    for (let row = 0, i = 0; i < n; i++, row += n) {
      let largest = 0
      for (let j = row; j < row + n; j++) {
        const size = Math.abs(a[j])
        if (size > largest) largest = size
        if (!(size < Infinity)) isNumber = false
      }
      const scale = largest > 0 && isNumber ? 1 / largest : 1
      rowScale[i] = scale
      for (let j = 0; j < n; j++) {
        const scaled = a[row + j] * scale
        a[row + j] = scaled
        const size = Math.abs(scaled)
        if (size > columnSize[j]) columnSize[j] = size
      }
    }
    if (!isNumber) return { column: 0, row: -1, isNumber }
    let column = factorDenseLu(dense) - 1
    const tolerance = SINGULAR_FACTOR * n * EPS
    for (let k = 0; k < n && column < 0; k++) {
      if (!(Math.abs(a[k * n + k]) > tolerance * columnSize[k])) column = k
    }
    if (column < 0) return null
    // The row that would have contained the pivot
    const order = Array.from({ length: n }, (_, i) => i)
    for (let k = 0; k < column; k++) [order[k], order[pivots[k]]] = [order[pivots[k]], order[k]]
    return { column, row: order[column], isNumber }
  }
}
