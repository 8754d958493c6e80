import { identity, type Mat } from './matrix.ts'

/**
 * Compresses the rows of a matrix by reflections with column pivoting: Qᵀ M = (R; 0) with as many rows in R as the
 * numerical rank.
 *
 * @param tolerance absolute: a remainder whose columns are all smaller is zero
 */
export function compressRows({ nRows, nCols, a }: Mat, tolerance: number): { Q: Mat; rank: number } {
  const r = a.slice()
  const Q = identity(nRows)
  const v = new Float64Array(nRows)
  let rank = 0
  for (; rank < Math.min(nRows, nCols); rank++) {
    let pivot = rank
    let size = 0
    for (let j = rank; j < nCols; j++) {
      let norm = 0
      for (let i = rank; i < nRows; i++) norm = Math.hypot(norm, r[i * nCols + j])
      if (norm > size) [pivot, size] = [j, norm]
    }
    if (!(size > tolerance)) break
    for (let i = 0; i < nRows; i++) {
      const [p, q] = [i * nCols + rank, i * nCols + pivot]
      ;[r[p], r[q]] = [r[q], r[p]]
      v[i] = i < rank ? 0 : r[p] / size
    }
    v[rank] += v[rank] > 0 ? 1 : -1
    const tau = 1 / Math.abs(v[rank])
    for (let j = rank; j < nCols; j++) {
      let s = 0
      for (let i = rank; i < nRows; i++) s += v[i] * r[i * nCols + j]
      for (let i = rank; i < nRows; i++) r[i * nCols + j] -= tau * s * v[i]
    }
    for (let row = 0; row < nRows * nRows; row += nRows) {
      let s = 0
      for (let i = rank; i < nRows; i++) s += v[i] * Q.a[row + i]
      for (let i = rank; i < nRows; i++) Q.a[row + i] -= tau * s * v[i]
    }
  }
  return { Q, rank }
}
