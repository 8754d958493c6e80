import {
  type ComplexDenseLu,
  type ComplexSparseLu,
  createComplexDenseLu,
  createComplexSparseLu,
  factorComplexDenseLu,
  factorComplexSparseLu,
  solveComplexDenseLu,
  solveComplexSparseLu,
} from '../../math/index.ts'
import { createRowElimination, type RowElimination, SparseColumns } from './row-elimination.ts'
import type { RowLayout } from './row-layout.ts'

/** Columns of S formed together: their entries in one row fill a cache line. */
const BLOCK = 8

/**
 * LU factors of scale A + shift I with sparse rows, a complex shift and real A and scale, by (1) and (2) of
 * row-elimination.ts. M_DP, which is real, is not copied: the entries must stay as they are until the next `factor`.
 */
export class ComplexReducedMatrix {
  private readonly structure: RowElimination
  private readonly own: ComplexSparseLu
  private readonly ownRe: Float64Array
  private readonly ownIm: Float64Array
  private readonly coupling: SparseColumns
  private readonly complement: ComplexDenseLu
  /** Real and imaginary parts of a block of columns of S (nFull × BLOCK each), one after the other. */
  private readonly blockRe: Float64Array
  private readonly blockIm: Float64Array
  private readonly sparseRe: Float64Array
  private readonly sparseIm: Float64Array
  private readonly fullRe: Float64Array
  private readonly fullIm: Float64Array
  private entries: Float64Array = new Float64Array(0)
  private scale = 0.1

  constructor(private readonly layout: RowLayout) {
    const { full, sparse } = layout
    this.structure = createRowElimination(layout)
    const { own, outer } = this.structure
    this.own = createComplexSparseLu(own)
    this.ownRe = new Float64Array(own.rowIdx.length)
    this.ownIm = new Float64Array(own.rowIdx.length)
    this.coupling = new SparseColumns(full.length, outer.rowIdx.length, true)
    this.complement = createComplexDenseLu(full.length)
    this.blockRe = new Float64Array(full.length * BLOCK)
    this.blockIm = new Float64Array(full.length * BLOCK)
    this.sparseRe = new Float64Array(sparse.rows.length)
    this.sparseIm = new Float64Array(sparse.rows.length)
    this.fullRe = new Float64Array(full.length)
    this.fullIm = new Float64Array(full.length)
  }

  /** Factorizes scale A + (shiftRe + i shiftIm) I; returns 0, or 1 + the column without a pivot. */
  factor(entries: Float64Array, scale: number, shiftRe: number, shiftIm: number): number {
    const { structure, own, ownRe, ownIm, complement, layout } = this
    const { ownFrom, ownDiagonal } = structure
    this.entries = entries
    this.scale = scale
    ownIm.fill(0)
    for (let q = 0; q < ownFrom.length; q++) ownRe[q] = scale * entries[ownFrom[q]]
    for (let k = 0; k < ownDiagonal.length; k++) {
      ownRe[ownDiagonal[k]] += shiftRe
      ownIm[ownDiagonal[k]] = shiftIm
    }
    let column = factorComplexSparseLu(own, ownRe, ownIm)
    if (column > 0) return layout.sparse.rows[column - 1] + 1
    this.computeCoupling()
    this.formComplement(shiftRe, shiftIm)
    column = factorComplexDenseLu(complement)
    return column > 0 ? layout.full[column - 1] + 1 : 0
  }

  /** Solves in place for right-hand side bRe + i bIm (n each), by (2). */
  solve(bRe: Float64Array, bIm: Float64Array): void {
    const { own, complement, coupling, sparseRe, sparseIm, fullRe, fullIm, entries, scale } = this
    const { full, sparse } = this.layout
    const { rows } = sparse
    const nFull = full.length
    for (let k = 0; k < rows.length; k++) {
      sparseRe[k] = bRe[rows[k]]
      sparseIm[k] = bIm[rows[k]]
    }
    for (let k = 0; k < nFull; k++) {
      fullRe[k] = bRe[full[k]]
      fullIm[k] = bIm[full[k]]
    }
    solveComplexSparseLu(own, sparseRe, sparseIm)
    for (let p = 0; p < rows.length; p++) {
      const re = scale * sparseRe[p]
      const im = scale * sparseIm[p]
      const at = rows[p] * nFull
      for (let k = 0; k < nFull; k++) {
        const entry = entries[at + k]
        fullRe[k] -= entry * re
        fullIm[k] -= entry * im
      }
    }
    solveComplexDenseLu(complement, fullRe, fullIm)
    const { colPtr, rowIdx, re, im } = coupling
    for (let c = 0; c < nFull; c++) {
      for (let q = colPtr[c]; q < colPtr[c + 1]; q++) {
        sparseRe[rowIdx[q]] -= re[q] * fullRe[c] - im[q] * fullIm[c]
        sparseIm[rowIdx[q]] -= re[q] * fullIm[c] + im[q] * fullRe[c]
      }
    }
    for (let k = 0; k < rows.length; k++) {
      bRe[rows[k]] = sparseRe[k]
      bIm[rows[k]] = sparseIm[k]
    }
    for (let k = 0; k < nFull; k++) {
      bRe[full[k]] = fullRe[k]
      bIm[full[k]] = fullIm[k]
    }
  }

  /** X of (1), column by column. */
  private computeCoupling(): void {
    const { structure, own, coupling, sparseRe, sparseIm, entries, scale } = this
    const { outer, outerFrom } = structure
    let count = 0
    sparseRe.fill(0)
    sparseIm.fill(0)
    for (let c = 0; c < outer.nCols; c++) {
      for (let q = outer.colPtr[c]; q < outer.colPtr[c + 1]; q++)
        sparseRe[outer.rowIdx[q]] = scale * entries[outerFrom[q]]
      if (outer.colPtr[c + 1] > outer.colPtr[c]) {
        solveComplexSparseLu(own, sparseRe, sparseIm)
        coupling.reserve(count + sparseRe.length)
        for (let k = 0; k < sparseRe.length; k++) {
          if (sparseRe[k] === 0 && sparseIm[k] === 0) continue
          coupling.rowIdx[count] = k
          coupling.re[count] = sparseRe[k]
          coupling.im[count++] = sparseIm[k]
          sparseRe[k] = 0
          sparseIm[k] = 0
        }
      }
      coupling.colPtr[c + 1] = count
    }
  }

  /** S of (1), row-major. */
  private formComplement(shiftRe: number, shiftIm: number): void {
    const { complement, coupling, blockRe, blockIm, entries, scale } = this
    const { full, sparse } = this.layout
    const { colPtr, rowIdx } = coupling
    const nFull = full.length
    const { re, im } = complement
    for (let first = 0; first < nFull; first += BLOCK) {
      const width = Math.min(BLOCK, nFull - first)
      for (let w = 0; w < width; w++) {
        const to = w * nFull
        let from = full[first + w] * nFull
        for (let k = 0; k < nFull; k++) {
          blockRe[to + k] = scale * entries[from + k]
          blockIm[to + k] = 0
        }
        blockRe[to + first + w] += shiftRe
        blockIm[to + first + w] += shiftIm
        for (let q = colPtr[first + w]; q < colPtr[first + w + 1]; q++) {
          const factorRe = scale * coupling.re[q]
          const factorIm = scale * coupling.im[q]
          from = sparse.rows[rowIdx[q]] * nFull
          for (let k = 0; k < nFull; k++) {
            const entry = entries[from + k]
            blockRe[to + k] -= entry * factorRe
            blockIm[to + k] -= entry * factorIm
          }
        }
      }
      for (let k = 0; k < nFull; k++) {
        for (let w = 0, at = k * nFull + first; w < width; w++) {
          re[at + w] = blockRe[w * nFull + k]
          im[at + w] = blockIm[w * nFull + k]
        }
      }
    }
  }
}
