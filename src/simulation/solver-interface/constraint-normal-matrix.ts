import {
  type CscPattern,
  createPatternFromRows,
  createSparseLu,
  factorSparseLu,
  type SparseLu,
  solveSparseLu,
  transposePattern,
} from '../../math/index.ts'

/** Added to the diagonal, for rows that are constant or follow from others. */
const REGULARIZATION = 1e-13

/** Rows of scaled constraints below this length consist of rounding errors: they follow from others. */
const NO_ROW = 1e-13

/**
 * Smallest displacements that change constraints by given values, for sequences of matrices G (m × ns) of one pattern.
 * With rows Ĝ = G W of length 1 and the weights W = diag(w) of the states:
 *
 *   (Ĝ Ĝᵀ + ε I) λ = g,   d = W Ĝᵀ λ                              (1)
 *
 * The product has an entry where two constraints share a state. Its factors keep their ordering.
 */
export class ConstraintNormalMatrix {
  private readonly transposed: CscPattern
  /** Place in G of every entry of its transpose. */
  private readonly place: Int32Array
  private readonly pattern: CscPattern
  private readonly lu: SparseLu
  private readonly product: Float64Array
  private readonly scaled: Float64Array
  private readonly length: Float64Array
  private readonly sums: Float64Array
  private readonly lambda: Float64Array

  constructor(private readonly G: CscPattern) {
    const m = G.nRows
    const rows = transposePattern(G)
    this.transposed = rows
    this.place = new Int32Array(G.rowIdx.length)
    const next = rows.colPtr.slice(0, m)
    for (let p = 0; p < G.rowIdx.length; p++) this.place[next[G.rowIdx[p]]++] = p
    this.pattern = createPatternFromRows(m, listNeighbors(G, rows))
    this.lu = createSparseLu(this.pattern)
    this.product = new Float64Array(this.pattern.rowIdx.length)
    this.scaled = new Float64Array(G.rowIdx.length)
    this.length = new Float64Array(m)
    this.sums = new Float64Array(m)
    this.lambda = new Float64Array(m)
  }

  /**
   * Subtracts from `x` the displacement that changes the constraints by `g`.
   *
   * @param values of G
   * @param weight of the states; 0: a state that must not change (ns)
   * @returns false if that is not possible
   */
  displace(values: Float64Array, weight: Float64Array, g: Float64Array, x: Float64Array): boolean {
    const { lu, lambda, length, scaled } = this
    const { nCols, colPtr, rowIdx } = this.G
    this.scaleRows(values, weight)
    this.fill()
    if (factorSparseLu(lu, this.product) !== 0) return false
    for (let k = 0; k < lambda.length; k++) lambda[k] = g[k] / length[k]
    solveSparseLu(lu, lambda)
    for (let j = 0; j < nCols; j++) {
      let sum = 0
      for (let p = colPtr[j]; p < colPtr[j + 1]; p++) sum += scaled[p] * lambda[rowIdx[p]]
      x[j] -= weight[j] * sum
    }
    return true
  }

  /** Ĝ and the lengths of the rows before. */
  private scaleRows(values: Float64Array, weight: Float64Array): void {
    const { length, scaled } = this
    const { nCols, colPtr, rowIdx } = this.G
    length.fill(0)
    for (let j = 0; j < nCols; j++)
      for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
        scaled[p] = values[p] * weight[j]
        length[rowIdx[p]] += scaled[p] * scaled[p]
      }
    for (let k = 0; k < length.length; k++) length[k] = length[k] > NO_ROW ** 2 ? Math.sqrt(length[k]) : 1
    for (let p = 0; p < rowIdx.length; p++) scaled[p] /= length[rowIdx[p]]
  }

  /** Ĝ Ĝᵀ + ε I, column by column. */
  private fill(): void {
    const { transposed, place, pattern, product, sums, scaled } = this
    const { colPtr, rowIdx } = this.G
    for (let l = 0; l < pattern.nCols; l++) {
      for (let q = transposed.colPtr[l]; q < transposed.colPtr[l + 1]; q++) {
        const j = transposed.rowIdx[q]
        const factor = scaled[place[q]]
        for (let p = colPtr[j]; p < colPtr[j + 1]; p++) sums[rowIdx[p]] += scaled[p] * factor
      }
      sums[l] += REGULARIZATION
      for (let p = pattern.colPtr[l]; p < pattern.colPtr[l + 1]; p++) {
        product[p] = sums[pattern.rowIdx[p]]
        sums[pattern.rowIdx[p]] = 0
      }
    }
  }
}

/** For every constraint, itself and those that share a state with it. */
function listNeighbors(G: CscPattern, rows: CscPattern): number[][] {
  return Array.from({ length: G.nRows }, (_, k) => {
    const neighbors = new Set([k])
    for (let q = rows.colPtr[k]; q < rows.colPtr[k + 1]; q++) {
      const j = rows.rowIdx[q]
      for (let p = G.colPtr[j]; p < G.colPtr[j + 1]; p++) neighbors.add(G.rowIdx[p])
    }
    return [...neighbors]
  })
}
