import type { SparseRows } from '../stepping/index.ts'

/**
 * Layout of a matrix that has rows with few entries beside full ones: first the full rows, column by column, as
 * differences compute them (entry of column j in the k-th full row: j nFull + k), then the sparse rows, row by row.
 */
export interface RowLayout {
  readonly n: number
  /** Numbers of the full rows, ascending (nFull). */
  readonly full: Int32Array
  /** The other rows, each with its diagonal entry. */
  readonly sparse: SparseRows
  /** Position of the first entry of the sparse rows: n nFull. */
  readonly firstSparse: number
  /** The entries of the sparse rows by columns: start of each column (n + 1), rows, and positions. */
  readonly colPtr: Int32Array
  readonly rowOf: Int32Array
  readonly position: Int32Array
}

/** Layout of n rows of which some are sparse; writes the positions of the diagonal entries (n). */
export function createRowLayout(n: number, sparseRows: SparseRows, diagonal: Int32Array): RowLayout {
  const sparse = addDiagonal(sparseRows)
  const isSparse = new Uint8Array(n)
  for (const i of sparse.rows) isSparse[i] = 1
  const full = new Int32Array(n - sparse.rows.length)
  for (let i = 0, k = 0; i < n; i++) if (!isSparse[i]) full[k++] = i
  const firstSparse = n * full.length
  full.forEach((i, k) => {
    diagonal[i] = i * full.length + k
  })
  sparse.rows.forEach((i, k) => {
    diagonal[i] = firstSparse + sparse.colIdx.indexOf(i, sparse.rowPtr[k])
  })
  return { n, full, sparse, firstSparse, ...sortByColumns(n, sparse, firstSparse) }
}

function sortByColumns(
  n: number,
  { rows, rowPtr, colIdx }: SparseRows,
  firstSparse: number,
): Pick<RowLayout, 'colPtr' | 'rowOf' | 'position'> {
  const colPtr = new Int32Array(n + 1)
  for (const j of colIdx) colPtr[j + 1]++
  for (let j = 0; j < n; j++) colPtr[j + 1] += colPtr[j]
  const next = colPtr.slice()
  const rowOf = new Int32Array(colIdx.length)
  const position = new Int32Array(colIdx.length)
  for (let k = 0; k < rows.length; k++) {
    for (let p = rowPtr[k]; p < rowPtr[k + 1]; p++) {
      const q = next[colIdx[p]]++
      rowOf[q] = rows[k]
      position[q] = firstSparse + p
    }
  }
  return { colPtr, rowOf, position }
}

function addDiagonal({ rows, rowPtr, colIdx }: SparseRows): SparseRows {
  const columns: number[] = []
  const starts = new Int32Array(rowPtr.length)
  rows.forEach((i, k) => {
    let seen = false
    for (let p = rowPtr[k]; p < rowPtr[k + 1]; p++) {
      if (!seen && colIdx[p] >= i) {
        seen = true
        if (colIdx[p] > i) columns.push(i)
      }
      columns.push(colIdx[p])
    }
    if (!seen) columns.push(i)
    starts[k + 1] = columns.length
  })
  return { rows, rowPtr: starts, colIdx: Int32Array.from(columns) }
}

/** Number of entries. */
export function countRowEntries({ firstSparse, sparse }: RowLayout): number {
  return firstSparse + sparse.colIdx.length
}

/** Enters column j: the differences of two vectors (n), times a factor. */
export function setDifferences(
  { full, colPtr, rowOf, position }: RowLayout,
  values: Float64Array,
  j: number,
  shifted: Float64Array,
  base: Float64Array,
  factor: number,
): void {
  const start = j * full.length
  for (let k = 0; k < full.length; k++) values[start + k] = (shifted[full[k]] - base[full[k]]) * factor
  for (let q = colPtr[j]; q < colPtr[j + 1]; q++)
    values[position[q]] = (shifted[rowOf[q]] - base[rowOf[q]]) * factor
}

/** Takes the entries from a dense row-major matrix (n × n). */
export function gatherRows(
  { n, full, sparse, firstSparse }: RowLayout,
  dense: Float64Array,
  values: Float64Array,
): void {
  const { rows, rowPtr, colIdx } = sparse
  const nFull = full.length
  for (let k = 0; k < nFull; k++)
    for (let j = 0, at = full[k] * n; j < n; j++) values[j * nFull + k] = dense[at + j]
  for (let k = 0; k < rows.length; k++)
    for (let p = rowPtr[k]; p < rowPtr[k + 1]; p++) values[firstSparse + p] = dense[rows[k] * n + colIdx[p]]
}

/** Writes A v (n), or |A| |v|. */
export function multiplyRows(
  { n, full, sparse, firstSparse }: RowLayout,
  values: Float64Array,
  v: Float64Array,
  ofMagnitudes: boolean,
  out: Float64Array,
): void {
  const { rows, rowPtr, colIdx } = sparse
  const nFull = full.length
  out.fill(0)
  for (let j = 0, at = 0; j < n; j++, at += nFull) {
    const factor = v[j]
    if (ofMagnitudes) for (let k = 0; k < nFull; k++) out[full[k]] += Math.abs(values[at + k] * factor)
    else for (let k = 0; k < nFull; k++) out[full[k]] += values[at + k] * factor
  }
  for (let k = 0; k < rows.length; k++) {
    let sum = 0
    for (let p = rowPtr[k]; p < rowPtr[k + 1]; p++) {
      const term = values[firstSparse + p] * v[colIdx[p]]
      sum += ofMagnitudes ? Math.abs(term) : term
    }
    out[rows[k]] = sum
  }
}
