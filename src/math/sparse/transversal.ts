/**
 * Maximum transversal: a largest set of entries with no two in the same row or column. Its size is the structural rank,
 * and permuting its entries to the diagonal frees a structurally nonsingular matrix of zeros there.
 *
 * Depth-first search for augmenting paths with a cheap assignment as lookahead [Duff 1981, algorithm 575 (MC21);
 * Davis 2006, section 7.2]. Entries that stand on the diagonal already are matched first, which leaves the rows of
 * ordinary equations where they are and with them the symmetry that the fill-reducing ordering profits from.
 */
import type { CscPattern } from './sparse.ts'

/** A matching of rows and columns. */
export interface Transversal {
  /** Number of matched columns: the structural rank. */
  readonly rank: number
  /** Row matched with each column, -1 if none (nCols). */
  readonly rowOfCol: Int32Array
  /** Column matched with each row, -1 if none (nRows). */
  readonly colOfRow: Int32Array
}

/** Finds a maximum transversal of a pattern. */
export function findMaximumTransversal(pattern: CscPattern): Transversal {
  const { nRows, nCols, colPtr, rowIdx } = pattern
  const rowOfCol = new Int32Array(nCols).fill(-1)
  const colOfRow = new Int32Array(nRows).fill(-1)
  let rank = 0
  // The diagonal
  for (let j = 0; j < nCols; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      if (rowIdx[p] !== j) continue
      rowOfCol[j] = j
      colOfRow[j] = j
      rank++
    }
  }
  // Everything else by augmenting paths
  const search: Search = {
    pattern,
    rowOfCol,
    colOfRow,
    visited: new Int32Array(nCols).fill(-1),
    lookahead: colPtr.slice(0, nCols),
    position: new Int32Array(nCols),
    pathCol: new Int32Array(nCols),
    pathRow: new Int32Array(nCols),
  }
  for (let j = 0; j < nCols; j++) if (rowOfCol[j] < 0 && augment(search, j)) rank++
  return { rank, rowOfCol, colOfRow }
}

/** State of the depth-first search for augmenting paths. */
interface Search {
  readonly pattern: CscPattern
  readonly rowOfCol: Int32Array
  readonly colOfRow: Int32Array
  /** Root of the last search that reached a column (nCols). */
  readonly visited: Int32Array
  /** First entry of a column that may still be in an unmatched row; rows never become unmatched again (nCols). */
  readonly lookahead: Int32Array
  /** Entry at which the search of a column continues (nCols). */
  readonly position: Int32Array
  /** Columns of the current path, and the row through which each is left (nCols). */
  readonly pathCol: Int32Array
  readonly pathRow: Int32Array
}

/** Looks for a path from column `root` to an unmatched row and, if there is one, matches along it. */
function augment(search: Search, root: number): boolean {
  const { colPtr, rowIdx } = search.pattern
  const { rowOfCol, colOfRow, visited, lookahead, position, pathCol, pathRow } = search
  let head = 0
  pathCol[0] = root
  while (head >= 0) {
    const col = pathCol[head]
    const end = colPtr[col + 1]
    if (visited[col] !== root) {
      visited[col] = root
      position[col] = colPtr[col]
      // Check for a free row in this column
      let p = lookahead[col]
      while (p < end && colOfRow[rowIdx[p]] >= 0) p++
      lookahead[col] = p
      if (p < end) {
        pathRow[head] = rowIdx[p]
        for (let h = head; h >= 0; h--) {
          rowOfCol[pathCol[h]] = pathRow[h]
          colOfRow[pathRow[h]] = pathCol[h]
        }
        return true
      }
    }
    // Otherwise continue with the column of a matched row, or back
    let p = position[col]
    while (p < end && visited[colOfRow[rowIdx[p]]] === root) p++
    position[col] = p + 1
    if (p < end) {
      pathRow[head] = rowIdx[p]
      head++
      pathCol[head] = colOfRow[rowIdx[p]]
    } else {
      head--
    }
  }
  return false
}
