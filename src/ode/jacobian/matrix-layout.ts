import type { CscPattern } from '../../math/index.ts'
import type { SparseRows } from '../stepping/index.ts'
import { countRowEntries, createRowLayout, multiplyRows, type RowLayout } from './row-layout.ts'

/**
 * Storage layout of the entries of an n × n matrix: dense row-major, the values of a CSC pattern, or sparse rows beside
 * full ones.
 */
export interface MatrixLayout {
  readonly n: number
  /** Number of stored entries. */
  readonly size: number
  /** Contains every diagonal entry; null: the matrix is not stored in this way. */
  readonly pattern: CscPattern | null
  /** null: the matrix is not stored in this way. Without both, it is dense and row-major. */
  readonly rows: RowLayout | null
  /** Position of entry (i, i) (n). */
  readonly diagonal: Int32Array
  /** For every entry of the user's pattern, its position here; null where the two are the same. */
  readonly fromUser: Int32Array | null
}

export function createMatrixLayout(
  n: number,
  sparsity: CscPattern | undefined,
  sparseRows?: SparseRows | undefined,
): MatrixLayout {
  const diagonal = new Int32Array(n)
  if (!sparsity && sparseRows) {
    const rows = createRowLayout(n, sparseRows, diagonal)
    return { n, size: countRowEntries(rows), pattern: null, rows, diagonal, fromUser: null }
  }
  if (!sparsity) {
    for (let i = 0; i < n; i++) diagonal[i] = i * n + i
    return { n, size: n * n, pattern: null, rows: null, diagonal, fromUser: null }
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
  return { n, size: k, pattern, rows: null, diagonal, fromUser: k === fromUser.length ? null : fromUser }
}

/** Visits all stored entries: row, column, position. */
export function forEachEntry(
  { n, size, pattern }: MatrixLayout,
  visit: (i: number, j: number, k: number) => void,
): void {
  if (!pattern) {
    for (let k = 0; k < size; k++) visit(Math.floor(k / n), k % n, k)
    return
  }
  for (let j = 0; j < n; j++)
    for (let k = pattern.colPtr[j]; k < pattern.colPtr[j + 1]; k++) visit(pattern.rowIdx[k], j, k)
}

/** Writes A v for the entries of A in the layout's order (n). */
export function multiplyMatrix(
  { n, pattern, rows }: MatrixLayout,
  values: Float64Array,
  v: Float64Array,
  out: Float64Array,
): void {
  if (rows) {
    multiplyRows(rows, values, v, false, out)
    return
  }
  if (!pattern) {
    for (let i = 0, k = 0; i < n; i++) {
      let sum = 0
      for (let j = 0; j < n; j++, k++) sum += values[k] * v[j]
      out[i] = sum
    }
    return
  }
  out.fill(0)
  const { colPtr, rowIdx } = pattern
  for (let j = 0; j < n; j++)
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) out[rowIdx[p]] += values[p] * v[j]
}

/** Writes |A| |v|, the size of the terms of A v (n). */
export function multiplyMagnitudes(
  { n, pattern, rows }: MatrixLayout,
  values: Float64Array,
  v: Float64Array,
  out: Float64Array,
): void {
  if (rows) {
    multiplyRows(rows, values, v, true, out)
    return
  }
  if (!pattern) {
    for (let i = 0, k = 0; i < n; i++) {
      let sum = 0
      for (let j = 0; j < n; j++, k++) sum += Math.abs(values[k] * v[j])
      out[i] = sum
    }
    return
  }
  out.fill(0)
  const { colPtr, rowIdx } = pattern
  for (let j = 0; j < n; j++)
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) out[rowIdx[p]] += Math.abs(values[p] * v[j])
}
