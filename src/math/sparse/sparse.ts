/**
 * Sparse matrices in compressed sparse column (CSC) form: the entries of column j are at the positions colPtr[j] ≤ p <
 * colPtr[j+1], entry p is in row rowIdx[p] and has the value values[p]. Row indices are sorted and unique within a
 * column, so a position p names an entry for the lifetime of the pattern [Davis 2006, section 2.1].
 */
import { InputError } from '../../base/index.ts'

/** Positions of the possible non-zeros of a sparse matrix. */
export interface CscPattern {
  readonly nRows: number
  readonly nCols: number
  /** Start of each column in `rowIdx`, then the number of entries (nCols + 1). */
  readonly colPtr: Int32Array
  /** Row of each entry, ascending within a column (nnz). */
  readonly rowIdx: Int32Array
}

/** A sparse matrix: a pattern and one value per entry. */
export interface CscMatrix extends CscPattern {
  /** Value of each entry (nnz). */
  readonly values: Float64Array
}

/** Builds a pattern from (row, column) pairs in any order; repeated pairs count once. */
export function createPatternFromPairs(
  nRows: number,
  nCols: number,
  rows: ArrayLike<number>,
  cols: ArrayLike<number>,
): CscPattern {
  return toPattern(compressTriplets(nRows, nCols, rows, cols, undefined))
}

/** Builds a pattern from the column indices of each row, the form in which equations name their unknowns. */
export function createPatternFromRows(nCols: number, rows: readonly ArrayLike<number>[]): CscPattern {
  assertCount('nCols', nCols)
  const nRows = rows.length
  // Numbers of entries of the columns; the last row of each detects repeated entries in a row
  const colPtr = new Int32Array(nCols + 1)
  const lastRow = new Int32Array(nCols).fill(-1)
  for (let i = 0; i < nRows; i++) {
    const row = rows[i]
    assertIndices(`rows[${i}]`, row, nCols)
    for (let k = 0; k < row.length; k++) {
      const j = row[k]
      if (lastRow[j] === i) continue
      lastRow[j] = i
      colPtr[j + 1]++
    }
  }
  for (let j = 0; j < nCols; j++) colPtr[j + 1] += colPtr[j]
  // Rows come in ascending order, so that they are sorted within columns
  const rowIdx = new Int32Array(colPtr[nCols])
  const next = colPtr.slice(0, nCols)
  for (let i = 0; i < nRows; i++) {
    const row = rows[i]
    for (let k = 0; k < row.length; k++) {
      const j = row[k]
      if (next[j] > colPtr[j] && rowIdx[next[j] - 1] === i) continue
      rowIdx[next[j]++] = i
    }
  }
  return { nRows, nCols, colPtr, rowIdx }
}

/** Builds the pattern of a full matrix. */
export function createDensePattern(nRows: number, nCols: number): CscPattern {
  assertCount('nRows', nRows)
  assertCount('nCols', nCols)
  const colPtr = new Int32Array(nCols + 1)
  const rowIdx = new Int32Array(nRows * nCols)
  for (let j = 0; j <= nCols; j++) colPtr[j] = j * nRows
  for (let p = 0; p < rowIdx.length; p++) rowIdx[p] = p % nRows
  return { nRows, nCols, colPtr, rowIdx }
}

/** Builds a matrix from triplets in any order; values at the same place are added. */
export function createCscFromTriplets(
  nRows: number,
  nCols: number,
  rows: ArrayLike<number>,
  cols: ArrayLike<number>,
  values: ArrayLike<number>,
): CscMatrix {
  return compressTriplets(nRows, nCols, rows, cols, values)
}

/** Builds a matrix from a row-major dense one; entries that are exactly zero are omitted. */
export function createCscFromDense(nRows: number, nCols: number, a: ArrayLike<number>): CscMatrix {
  assertCount('nRows', nRows)
  assertCount('nCols', nCols)
  if (a.length !== nRows * nCols) {
    throw new InputError(
      'a',
      `${nRows * nCols} values (${nRows} × ${nCols}, row-major)`,
      `${a.length} values`,
    )
  }
  const rowList: number[] = []
  const colList: number[] = []
  const valueList: number[] = []
  for (let i = 0; i < nRows; i++) {
    for (let j = 0; j < nCols; j++) {
      const value = a[i * nCols + j]
      if (value === 0) continue
      rowList.push(i)
      colList.push(j)
      valueList.push(value)
    }
  }
  return compressTriplets(nRows, nCols, rowList, colList, valueList)
}

/** Throws an InputError unless the arrays form a valid pattern: for patterns from outside. */
export function assertCscPattern(path: string, pattern: CscPattern): void {
  const { nRows, nCols, colPtr, rowIdx } = pattern
  assertCount(`${path}.nRows`, nRows)
  assertCount(`${path}.nCols`, nCols)
  if (colPtr.length !== nCols + 1) {
    throw new InputError(`${path}.colPtr`, `${nCols + 1} entries (nCols + 1)`, `${colPtr.length} entries`)
  }
  if (colPtr[0] !== 0) throw new InputError(`${path}.colPtr[0]`, '0', colPtr[0])
  for (let j = 0; j < nCols; j++) {
    if (colPtr[j + 1] < colPtr[j]) {
      throw new InputError(`${path}.colPtr[${j + 1}]`, `at least ${colPtr[j]}`, colPtr[j + 1])
    }
  }
  if (rowIdx.length !== colPtr[nCols]) {
    throw new InputError(
      `${path}.rowIdx`,
      `${colPtr[nCols]} entries (colPtr[nCols])`,
      `${rowIdx.length} entries`,
    )
  }
  assertIndices(`${path}.rowIdx`, rowIdx, nRows)
  for (let j = 0; j < nCols; j++) {
    for (let p = colPtr[j] + 1; p < colPtr[j + 1]; p++) {
      if (rowIdx[p] > rowIdx[p - 1]) continue
      const expected = `more than ${rowIdx[p - 1]}, the row before it in column ${j}`
      throw new InputError(`${path}.rowIdx[${p}]`, expected, rowIdx[p])
    }
  }
}

/** Position of the entry (row, col), found by bisection, or -1 if the pattern lacks it. */
export function findEntry(pattern: CscPattern, row: number, col: number): number {
  const rowIdx = pattern.rowIdx
  let low = pattern.colPtr[col]
  let high = pattern.colPtr[col + 1] - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = rowIdx[middle]
    if (found === row) return middle
    if (found < row) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Pattern of the transpose, which is also the compressed sparse row form of the pattern itself. */
export function transposePattern(pattern: CscPattern): CscPattern {
  return toPattern(transpose(pattern, undefined))
}

/** The transpose of a matrix, in new arrays. */
export function transposeCsc(matrix: CscMatrix): CscMatrix {
  return transpose(matrix, matrix.values)
}

/** Writes y = A x. */
export function multiplyCsc(
  pattern: CscPattern,
  values: Float64Array,
  x: Float64Array,
  y: Float64Array,
): void {
  const { nRows, nCols, colPtr, rowIdx } = pattern
  for (let i = 0; i < nRows; i++) y[i] = 0
  for (let j = 0; j < nCols; j++) {
    const xj = x[j]
    const end = colPtr[j + 1]
    for (let p = colPtr[j]; p < end; p++) y[rowIdx[p]] += values[p] * xj
  }
}

/** Writes y = Aᵀ x. */
export function multiplyTransposeCsc(
  pattern: CscPattern,
  values: Float64Array,
  x: Float64Array,
  y: Float64Array,
): void {
  const { nCols, colPtr, rowIdx } = pattern
  for (let j = 0; j < nCols; j++) {
    let sum = 0
    const end = colPtr[j + 1]
    for (let p = colPtr[j]; p < end; p++) sum += values[p] * x[rowIdx[p]]
    y[j] = sum
  }
}

/** Writes the matrix to a row-major dense array (nRows × nCols). */
export function fillDenseFromCsc(pattern: CscPattern, values: Float64Array, out: Float64Array): void {
  const { nRows, nCols, colPtr, rowIdx } = pattern
  for (let i = 0; i < nRows * nCols; i++) out[i] = 0
  for (let j = 0; j < nCols; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) out[rowIdx[p] * nCols + j] = values[p]
  }
}

/**
 * Compresses triplets by two stable counting sorts, by row and then by column, so that rows come out sorted within
 * columns in O(nnz + nRows + nCols); then entries at the same place are merged.
 */
function compressTriplets(
  nRows: number,
  nCols: number,
  rows: ArrayLike<number>,
  cols: ArrayLike<number>,
  values: ArrayLike<number> | undefined,
): CscMatrix {
  assertCount('nRows', nRows)
  assertCount('nCols', nCols)
  const count = rows.length
  if (cols.length !== count)
    throw new InputError('cols', `${count} entries, as many as rows`, `${cols.length} entries`)
  if (values !== undefined && values.length !== count) {
    throw new InputError('values', `${count} entries, as many as rows`, `${values.length} entries`)
  }
  assertIndices('rows', rows, nRows)
  assertIndices('cols', cols, nCols)
  // Sort by row, then by column
  const byRow = new Int32Array(count)
  const rowNext = countStarts(nRows, rows)
  for (let k = 0; k < count; k++) byRow[rowNext[rows[k]]++] = k
  const sorted = new Int32Array(count)
  const colStart = countStarts(nCols, cols)
  const colNext = colStart.slice()
  for (let k = 0; k < count; k++) sorted[colNext[cols[byRow[k]]]++] = byRow[k]
  // Merge entries at the same place
  const colPtr = new Int32Array(nCols + 1)
  const rowIdx = new Int32Array(count)
  const sums = new Float64Array(values === undefined ? 0 : count)
  let nnz = 0
  for (let j = 0; j < nCols; j++) {
    colPtr[j] = nnz
    for (let k = colStart[j]; k < colStart[j + 1]; k++) {
      const triplet = sorted[k]
      if (nnz === colPtr[j] || rowIdx[nnz - 1] !== rows[triplet]) rowIdx[nnz++] = rows[triplet]
      if (values !== undefined) sums[nnz - 1] += values[triplet]
    }
  }
  colPtr[nCols] = nnz
  return { nRows, nCols, colPtr, rowIdx: rowIdx.slice(0, nnz), values: sums.slice(0, nnz) }
}

function transpose(pattern: CscPattern, values: Float64Array | undefined): CscMatrix {
  const { nRows, nCols, colPtr, rowIdx } = pattern
  const starts = countStarts(nRows, rowIdx)
  const next = starts.slice()
  const colIdx = new Int32Array(rowIdx.length)
  const transposed = new Float64Array(values === undefined ? 0 : rowIdx.length)
  for (let j = 0; j < nCols; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const q = next[rowIdx[p]]++
      colIdx[q] = j
      if (values !== undefined) transposed[q] = values[p]
    }
  }
  return { nRows: nCols, nCols: nRows, colPtr: starts, rowIdx: colIdx, values: transposed }
}

function toPattern(matrix: CscMatrix): CscPattern {
  return { nRows: matrix.nRows, nCols: matrix.nCols, colPtr: matrix.colPtr, rowIdx: matrix.rowIdx }
}

/** Start of each of n groups when the keys are sorted into groups, then the number of keys (n + 1). */
function countStarts(n: number, keys: ArrayLike<number>): Int32Array {
  const starts = new Int32Array(n + 1)
  for (let k = 0; k < keys.length; k++) starts[keys[k] + 1]++
  for (let i = 0; i < n; i++) starts[i + 1] += starts[i]
  return starts
}

function assertCount(path: string, n: number): void {
  if (!Number.isInteger(n) || n < 0) throw new InputError(path, 'an integer of at least 0', n)
}

function assertIndices(path: string, indices: ArrayLike<number>, n: number): void {
  for (let k = 0; k < indices.length; k++) {
    const index = indices[k]
    if (Number.isInteger(index) && index >= 0 && index < n) continue
    throw new InputError(
      `${path}[${k}]`,
      n > 0 ? `an index from 0 to ${n - 1}` : 'no index into an empty dimension',
      index,
    )
  }
}
