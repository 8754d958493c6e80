import {
  createDenseLu,
  createSparseLu,
  type DenseLu,
  factorDenseLu,
  factorSparseLu,
  type SparseLu,
  solveDenseLu,
  solveSparseLu,
} from '../../math/index.ts'
import { createRowElimination, type RowElimination, SparseColumns } from './row-elimination.ts'
import type { RowLayout } from './row-layout.ts'

/** Columns of S formed together: their entries in one row fill a cache line. */
const BLOCK = 8

/**
 * LU factors of a real matrix with sparse rows, by (1) and (2) of row-elimination.ts. M_DP is not copied: the entries
 * must stay as they are until the next `factor`.
 */
export class ReducedMatrix {
  private readonly structure: RowElimination
  private readonly own: SparseLu
  private readonly ownValues: Float64Array
  private readonly coupling: SparseColumns
  private readonly complement: DenseLu
  /** A block of columns of S (nFull × BLOCK), one after the other. */
  private readonly block: Float64Array
  private readonly bSparse: Float64Array
  private readonly bFull: Float64Array
  private entries: Float64Array = new Float64Array(0)
  private scale = 0.1

  constructor(private readonly layout: RowLayout) {
    const { full, sparse } = layout
    this.structure = createRowElimination(layout)
    const { own, outer } = this.structure
    this.own = createSparseLu(own)
    this.ownValues = new Float64Array(own.rowIdx.length)
    this.coupling = new SparseColumns(full.length, outer.rowIdx.length, false)
    this.complement = createDenseLu(full.length)
    this.block = new Float64Array(full.length * BLOCK)
    this.bSparse = new Float64Array(sparse.rows.length)
    this.bFull = new Float64Array(full.length)
  }

  /** Factorizes scale A + shift I; returns 0, or 1 + the column without a pivot. */
  factor(entries: Float64Array, scale: number, shift: number): number {
    const { structure, own, ownValues, complement, layout } = this
    const { ownFrom, ownDiagonal } = structure
    this.entries = entries
    this.scale = scale
    for (let q = 0; q < ownFrom.length; q++) ownValues[q] = scale * entries[ownFrom[q]]
    for (let k = 0; k < ownDiagonal.length; k++) ownValues[ownDiagonal[k]] += shift
    let column = factorSparseLu(own, ownValues)
    if (column > 0) return layout.sparse.rows[column - 1] + 1
    this.computeCoupling()
    this.formComplement(shift)
    column = factorDenseLu(complement)
    return column > 0 ? layout.full[column - 1] + 1 : 0
  }

  /** Solves in place (n), by (2). */
  solve(b: Float64Array): void {
    const { own, complement, coupling, bSparse, bFull, entries, scale } = this
    const { full, sparse } = this.layout
    const { rows } = sparse
    const nFull = full.length
    for (let k = 0; k < rows.length; k++) bSparse[k] = b[rows[k]]
    for (let k = 0; k < nFull; k++) bFull[k] = b[full[k]]
    solveSparseLu(own, bSparse)
    for (let p = 0; p < rows.length; p++) {
      const y = scale * bSparse[p]
      const at = rows[p] * nFull
      if (y !== 0) for (let k = 0; k < nFull; k++) bFull[k] -= entries[at + k] * y
    }
    solveDenseLu(complement, bFull)
    const { colPtr, rowIdx, re } = coupling
    for (let c = 0; c < nFull; c++)
      for (let q = colPtr[c]; q < colPtr[c + 1]; q++) bSparse[rowIdx[q]] -= re[q] * bFull[c]
    for (let k = 0; k < rows.length; k++) b[rows[k]] = bSparse[k]
    for (let k = 0; k < nFull; k++) b[full[k]] = bFull[k]
  }

  /** X of (1), column by column. */
  private computeCoupling(): void {
    const { structure, own, coupling, bSparse, entries, scale } = this
    const { outer, outerFrom } = structure
    let count = 0
    bSparse.fill(0)
    for (let c = 0; c < outer.nCols; c++) {
      for (let q = outer.colPtr[c]; q < outer.colPtr[c + 1]; q++)
        bSparse[outer.rowIdx[q]] = scale * entries[outerFrom[q]]
      if (outer.colPtr[c + 1] > outer.colPtr[c]) {
        solveSparseLu(own, bSparse)
        coupling.reserve(count + bSparse.length)
        for (let k = 0; k < bSparse.length; k++) {
          if (bSparse[k] === 0) continue
          coupling.rowIdx[count] = k
          coupling.re[count++] = bSparse[k]
          bSparse[k] = 0
        }
      }
      coupling.colPtr[c + 1] = count
    }
  }

  /** S of (1), row-major. */
  private formComplement(shift: number): void {
    const { complement, coupling, block, entries, scale } = this
    const { full, sparse } = this.layout
    const { colPtr, rowIdx, re } = coupling
    const nFull = full.length
    const { a } = complement
    for (let first = 0; first < nFull; first += BLOCK) {
      const width = Math.min(BLOCK, nFull - first)
      for (let w = 0; w < width; w++) {
        const to = w * nFull
        let from = full[first + w] * nFull
        for (let k = 0; k < nFull; k++) block[to + k] = scale * entries[from + k]
        block[to + first + w] += shift
        for (let q = colPtr[first + w]; q < colPtr[first + w + 1]; q++) {
          const factor = scale * re[q]
          from = sparse.rows[rowIdx[q]] * nFull
          for (let k = 0; k < nFull; k++) block[to + k] -= entries[from + k] * factor
        }
      }
      for (let k = 0; k < nFull; k++)
        for (let w = 0, at = k * nFull + first; w < width; w++) a[at + w] = block[w * nFull + k]
    }
  }
}
