import { type CscPattern, createPatternFromPairs, findEntry } from '../../math/index.ts'
import type { RowLayout } from './row-layout.ts'

/**
 * The structure of a matrix, real or complex, for the elimination of its sparse rows. With the sparse rows P and their
 * columns first, the full rows D and theirs last,
 *
 *   M = | M_PP  M_PD |      S = M_DD - M_DP X,   X = M_PP⁻¹ M_PD                   (1)
 *       | M_DP  M_DD |
 *
 *   y = M_PP⁻¹ b_P,   x_D = S⁻¹ (b_D - M_DP y),   x_P = y - X x_D                  (2)
 *
 * Only S is dense: of equations of motion with x' = v, it has half the order of M, an eighth of its work and a quarter
 * of its storage.
 */
export interface RowElimination {
  /** Pattern of M_PP, positions of its entries in the matrix, and of its diagonal in the pattern. */
  readonly own: CscPattern
  readonly ownFrom: Int32Array
  readonly ownDiagonal: Int32Array
  /** Pattern of M_PD, and positions of its entries in the matrix. */
  readonly outer: CscPattern
  readonly outerFrom: Int32Array
}

export function createRowElimination({ n, full, sparse, firstSparse }: RowLayout): RowElimination {
  const { rows, rowPtr, colIdx } = sparse
  // Number among the sparse rows, or of a full one the complement of its number
  const place = new Int32Array(n)
  rows.forEach((i, k) => {
    place[i] = k
  })
  full.forEach((i, k) => {
    place[i] = ~k
  })
  const collect = (isOwn: boolean, nCols: number): { pattern: CscPattern; from: Int32Array } => {
    const pairs: [number[], number[], number[]] = [[], [], []]
    for (let k = 0; k < rows.length; k++) {
      for (let p = rowPtr[k]; p < rowPtr[k + 1]; p++) {
        const column = place[colIdx[p]]
        if (column >= 0 !== isOwn) continue
        pairs[0].push(k)
        pairs[1].push(isOwn ? column : ~column)
        pairs[2].push(firstSparse + p)
      }
    }
    const pattern = createPatternFromPairs(rows.length, nCols, pairs[0], pairs[1])
    const from = new Int32Array(pairs[0].length)
    for (let q = 0; q < from.length; q++) from[findEntry(pattern, pairs[0][q], pairs[1][q])] = pairs[2][q]
    return { pattern, from }
  }
  const own = collect(true, rows.length)
  const outer = collect(false, full.length)
  return {
    own: own.pattern,
    ownFrom: own.from,
    ownDiagonal: Int32Array.from(rows, (_, k) => findEntry(own.pattern, k, k)),
    outer: outer.pattern,
    outerFrom: outer.from,
  }
}

/** Columns with varying numbers of entries: X of (1). */
export class SparseColumns {
  readonly colPtr: Int32Array
  rowIdx: Int32Array
  re: Float64Array
  /** Empty for a real matrix. */
  im: Float64Array

  constructor(nCols: number, nEntries: number, isComplex: boolean) {
    this.colPtr = new Int32Array(nCols + 1)
    this.rowIdx = new Int32Array(nEntries)
    this.re = new Float64Array(nEntries)
    this.im = new Float64Array(isComplex ? nEntries : 0)
  }

  /** Makes room for `count` entries; existing entries stay. */
  reserve(count: number): void {
    if (count <= this.rowIdx.length) return
    const size = Math.max(count, 2 * this.rowIdx.length)
    const grow = <T extends Int32Array | Float64Array>(old: T, bigger: T): T => {
      bigger.set(old)
      return bigger
    }
    this.rowIdx = grow(this.rowIdx, new Int32Array(size))
    this.re = grow(this.re, new Float64Array(size))
    if (this.im.length > 0) this.im = grow(this.im, new Float64Array(size))
  }
}
