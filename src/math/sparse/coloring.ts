/**
 * Column coloring: columns of one color share no row, so one evaluation of f with all of them shifted gives all their
 * entries of a finite-difference Jacobian [Curtis, Powell & Reid 1974].
 *
 * Columns are the nodes of the column intersection graph and are colored greedily, each with the smallest color that
 * no neighbor has [Coleman & Moré 1983]. The graph is never formed: neighbors are found through the rows of a column.
 * Two orders are tried, largest degree first and as given (optimal for banded matrices); the smaller number of colors
 * wins. No coloring can have fewer colors than the fullest row has entries; the search ends when that bound is met.
 */
import { type CscPattern, transposePattern } from './sparse.ts'

/** Partition of the columns of a pattern into groups that share no row. */
export interface ColumnColoring {
  readonly nColors: number
  /** Color of each column (nCols). */
  readonly color: Int32Array
  /** Start of each color in `columns`, then nCols (nColors + 1). */
  readonly colorPtr: Int32Array
  /** Columns grouped by color, ascending within a color (nCols). */
  readonly columns: Int32Array
}

/** Colors the columns of a pattern so that two columns with an entry in the same row differ in color. */
export function colorColumns(pattern: CscPattern): ColumnColoring {
  const n = pattern.nCols
  const rows = transposePattern(pattern)
  // Lower bound: the fullest row
  let bound = n > 0 ? 1 : 0
  for (let i = 0; i < rows.nCols; i++) bound = Math.max(bound, rows.colPtr[i + 1] - rows.colPtr[i])
  const natural = new Int32Array(n)
  for (let j = 0; j < n; j++) natural[j] = j
  // A full row leaves no choice
  if (bound === n) return groupByColor(n, natural)
  const color = new Int32Array(n)
  let nColors = colorGreedily(pattern, rows, natural, color)
  if (nColors > bound) {
    const other = new Int32Array(n)
    const nOther = colorGreedily(pattern, rows, orderLargestFirst(pattern, rows), other)
    if (nOther < nColors) {
      nColors = nOther
      color.set(other)
    }
  }
  return groupByColor(nColors, color)
}

/**
 * Gives each column, in the given order, the smallest color that no colored neighbor has; returns the number used.
 */
function colorGreedily(pattern: CscPattern, rows: CscPattern, order: Int32Array, color: Int32Array): number {
  const { nCols, colPtr, rowIdx } = pattern
  // takenBy[c] = j: color c is taken by a neighbor of column j
  const takenBy = new Int32Array(nCols + 1).fill(-1)
  color.fill(-1)
  let nColors = 0
  for (let k = 0; k < nCols; k++) {
    const j = order[k]
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const i = rowIdx[p]
      for (let q = rows.colPtr[i]; q < rows.colPtr[i + 1]; q++) {
        const c = color[rows.rowIdx[q]]
        if (c >= 0) takenBy[c] = j
      }
    }
    let c = 0
    while (takenBy[c] === j) c++
    color[j] = c
    if (c >= nColors) nColors = c + 1
  }
  return nColors
}

/** Columns by falling degree in the intersection graph; equal degrees keep their order. */
function orderLargestFirst(pattern: CscPattern, rows: CscPattern): Int32Array {
  const { nCols, colPtr, rowIdx } = pattern
  const seenBy = new Int32Array(nCols).fill(-1)
  const degree = new Int32Array(nCols)
  for (let j = 0; j < nCols; j++) {
    seenBy[j] = j
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const i = rowIdx[p]
      for (let q = rows.colPtr[i]; q < rows.colPtr[i + 1]; q++) {
        const neighbor = rows.rowIdx[q]
        if (seenBy[neighbor] === j) continue
        seenBy[neighbor] = j
        degree[j]++
      }
    }
  }
  // Counting sort, the largest degree first
  const next = new Int32Array(nCols + 1)
  for (let j = 0; j < nCols; j++) next[nCols - degree[j]]++
  for (let d = 0, start = 0; d <= nCols; d++) {
    const count = next[d]
    next[d] = start
    start += count
  }
  const order = new Int32Array(nCols)
  for (let j = 0; j < nCols; j++) order[next[nCols - degree[j]]++] = j
  return order
}

function groupByColor(nColors: number, color: Int32Array): ColumnColoring {
  const n = color.length
  const colorPtr = new Int32Array(nColors + 1)
  for (let j = 0; j < n; j++) colorPtr[color[j] + 1]++
  for (let c = 0; c < nColors; c++) colorPtr[c + 1] += colorPtr[c]
  const next = colorPtr.slice()
  const columns = new Int32Array(n)
  for (let j = 0; j < n; j++) columns[next[color[j]]++] = j
  return { nColors, color, colorPtr, columns }
}
