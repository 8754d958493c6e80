/**
 * Symbolic part of sparse LU factorization; `sparse-lu.ts` and `sparse-lu-complex.ts` add the arithmetic.
 *
 * Factors are those of P S A Q = L U with row scaling S, column order Q and row order P. Step k of the elimination
 * takes column q[k] of A and makes one row its pivot row. L is unit lower triangular, U upper triangular, both by
 * columns, the diagonals separate:
 *   column k of L: rows lIdx[p], lPtr[k] ≤ p < lPtr[k+1], all below the diagonal
 *   column k of U: rows uIdx[p], uPtr[k] ≤ p < uPtr[k+1], all above the diagonal, in the order of elimination
 *
 * Gilbert–Peierls: column k of U and L comes from one sparse triangular solve L x = S A e_q[k]. Its pattern is the set
 * of nodes reachable, in the graph of L, from the rows of that column of A, found by depth-first search in time
 * proportional to the arithmetic [Gilbert & Peierls 1988; Davis 2006, sections 3.2 and 6.2]. The reverse postorder of
 * the search is a valid order of elimination, so a later factorization with the same pivots repeats it without any
 * search.
 */
import { InputError } from '../../base/index.ts'
import { assertCscPattern, type CscPattern, transposePattern } from './sparse.ts'
import { computeAmdOrdering } from './sparse-ordering.ts'
import { findMaximumTransversal } from './transversal.ts'

/**
 * The diagonal entry is kept as pivot down to this fraction of the largest candidate: growth per step stays below 11.
 */
export const DIAGONAL_PREFERENCE = 0.1

/**
 * Maximum accepted entry of U, relative to the scaled matrix: two of sixteen digits lost. Beyond it the diagonal is no
 * longer preferred. A refactorization may exceed the initial value of its pivots by a factor of 10.
 */
export const MAX_GROWTH = 100

/** A refactorization is refused when a multiplier of L exceeds this: a pivot is below 1/1000 of its column. */
export const MAX_REFACTOR_MULTIPLIER = 1000

/** Fill-reducing order of a square pattern. Frozen: any number of factorizations may share it. */
export interface SparseLuAnalysis {
  /** The pattern, columns as given. */
  readonly pattern: CscPattern
  /** Column eliminated in each step (n). */
  readonly q: Int32Array
  /** Row on the diagonal in each step, unless a pivot must leave the diagonal (n). */
  readonly diagonalRow: Int32Array
  /** Size of a maximum transversal: below n, the matrix is singular whatever its values. */
  readonly structuralRank: number
  /** First column without a partner in the maximum transversal, -1 if there is none. */
  readonly unmatchedColumn: number
}

/** Patterns of the factors and pivot sequence, with the workspace of the search. */
export interface LuStructure {
  readonly n: number
  readonly analysis: SparseLuAnalysis
  /** Columns of L (n + 1; capacity). Rows are rows of A during pivoting and steps afterwards. */
  readonly lPtr: Int32Array
  lIdx: Int32Array
  /** Columns of U (n + 1; capacity). Rows are steps. */
  readonly uPtr: Int32Array
  uIdx: Int32Array
  /** Step in which a row is pivot row, -1 before that (n), and its inverse (n). */
  readonly stepOfRow: Int32Array
  readonly rowOfStep: Int32Array
  /** Step of the row of each entry of A (nnz). */
  readonly stepOfEntry: Int32Array
  /** Row that each step prefers as pivot row, and its inverse (n each). */
  readonly preferredRow: Int32Array
  readonly preferringStep: Int32Array
  /** Result of {@link findReach}: steps in order of elimination, from `reachTop` to n - 1 (n). */
  readonly reach: Int32Array
  reachTop: number
  /** Result of {@link findReach}: rows without a pivot yet, the first `nCandidates` (n). */
  readonly candidates: Int32Array
  nCandidates: number
  /**
   * Last step that reached a row (n), path of the search and position at which each of its steps continues (n each).
   */
  readonly visited: Int32Array
  readonly path: Int32Array
  readonly position: Int32Array
}

/** Orders a square pattern: a zero-free diagonal by a maximum transversal, then approximate minimum degree. */
export function analyzeSparseLu(pattern: CscPattern): SparseLuAnalysis {
  assertCscPattern('pattern', pattern)
  const n = pattern.nCols
  if (pattern.nRows !== n) throw new InputError('pattern', 'a square matrix', `${pattern.nRows} × ${n}`)
  const { rank, rowOfCol, colOfRow } = findMaximumTransversal(pattern)
  // Unmatched columns get the unmatched rows, in order
  const unmatchedColumn = rowOfCol.indexOf(-1)
  for (let j = 0, i = 0; j < n; j++) {
    if (rowOfCol[j] >= 0) continue
    while (colOfRow[i] >= 0) i++
    rowOfCol[j] = i
    colOfRow[i] = j
  }
  // Minimum degree on the matrix with the transversal on its diagonal; transposing twice sorts its rows
  const rowIdx = new Int32Array(pattern.rowIdx.length)
  for (let p = 0; p < rowIdx.length; p++) rowIdx[p] = colOfRow[pattern.rowIdx[p]]
  const moved: CscPattern = { nRows: n, nCols: n, colPtr: pattern.colPtr, rowIdx }
  const q = computeAmdOrdering(transposePattern(transposePattern(moved)))
  const diagonalRow = new Int32Array(n)
  for (let k = 0; k < n; k++) diagonalRow[k] = rowOfCol[q[k]]
  return { pattern, q, diagonalRow, structuralRank: rank, unmatchedColumn }
}

/** Allocates the structure of the factors of a matrix that has been analyzed. */
export function createLuStructure(analysis: SparseLuAnalysis): LuStructure {
  const n = analysis.pattern.nCols
  const nnz = analysis.pattern.rowIdx.length
  return {
    n,
    analysis,
    lPtr: new Int32Array(n + 1),
    lIdx: new Int32Array(nnz),
    uPtr: new Int32Array(n + 1),
    uIdx: new Int32Array(nnz),
    stepOfRow: new Int32Array(n),
    rowOfStep: new Int32Array(n),
    stepOfEntry: new Int32Array(nnz),
    preferredRow: new Int32Array(n),
    preferringStep: new Int32Array(n),
    reach: new Int32Array(n),
    reachTop: n,
    candidates: new Int32Array(n),
    nCandidates: 0,
    visited: new Int32Array(n),
    path: new Int32Array(n),
    position: new Int32Array(n),
  }
}

/** Forgets all pivots. */
export function resetPivots(structure: LuStructure): void {
  const { n, preferredRow, preferringStep } = structure
  structure.stepOfRow.fill(-1)
  structure.visited.fill(-1)
  preferredRow.set(structure.analysis.diagonalRow)
  for (let k = 0; k < n; k++) preferringStep[preferredRow[k]] = k
}

/**
 * Finds the pattern of column k of the factors: earlier steps (its rows in U) and rows without a pivot (candidates, its
 * rows in L). Makes room for both in `lIdx` and `uIdx`.
 */
export function findReach(structure: LuStructure, k: number): void {
  const { colPtr, rowIdx } = structure.analysis.pattern
  const { lPtr, lIdx, stepOfRow, reach, candidates, visited, path, position } = structure
  const column = structure.analysis.q[k]
  let top = structure.n
  let nCandidates = 0
  for (let p = colPtr[column]; p < colPtr[column + 1]; p++) {
    const root = rowIdx[p]
    if (visited[root] === k) continue
    visited[root] = k
    if (stepOfRow[root] < 0) {
      candidates[nCandidates++] = root
      continue
    }
    // Depth first through the columns of L
    let head = 0
    path[0] = stepOfRow[root]
    position[0] = lPtr[path[0]]
    while (head >= 0) {
      const step = path[head]
      const end = lPtr[step + 1]
      let at = position[head]
      let next = -1
      while (at < end && next < 0) {
        const row = lIdx[at++]
        if (visited[row] === k) continue
        visited[row] = k
        if (stepOfRow[row] < 0) candidates[nCandidates++] = row
        else next = stepOfRow[row]
      }
      position[head] = at
      if (next >= 0) {
        head++
        path[head] = next
        position[head] = lPtr[next]
      } else {
        reach[--top] = step
        head--
      }
    }
  }
  structure.reachTop = top
  structure.nCandidates = nCandidates
  structure.uIdx = reserve(structure.uIdx, structure.uPtr[k] + structure.n - top)
  structure.lIdx = reserve(structure.lIdx, lPtr[k] + nCandidates)
}

/**
 * Records the pattern of column k with `pivotRow` as its pivot row: the entries of U take the order of `reach`, those
 * of L the order of `candidates`. If the pivot leaves the diagonal, the row it displaces takes the place of the pivot
 * row.
 */
export function recordColumn(structure: LuStructure, k: number, pivotRow: number): void {
  const { n, lPtr, lIdx, uPtr, uIdx, stepOfRow, rowOfStep, reach, candidates, preferredRow, preferringStep } =
    structure
  let u = uPtr[k]
  for (let r = structure.reachTop; r < n; r++) uIdx[u++] = reach[r]
  uPtr[k + 1] = u
  let l = lPtr[k]
  for (let c = 0; c < structure.nCandidates; c++) if (candidates[c] !== pivotRow) lIdx[l++] = candidates[c]
  lPtr[k + 1] = l
  stepOfRow[pivotRow] = k
  rowOfStep[k] = pivotRow
  const displaced = preferredRow[k]
  if (displaced !== pivotRow) {
    const later = preferringStep[pivotRow]
    preferredRow[later] = displaced
    preferringStep[displaced] = later
  }
}

/** Ends pivoting: rows of L and of A are renumbered by steps, for solving and refactorization. */
export function finishStructure(structure: LuStructure): void {
  const { n, lPtr, lIdx, stepOfRow, stepOfEntry } = structure
  const rowIdx = structure.analysis.pattern.rowIdx
  for (let p = 0; p < lPtr[n]; p++) lIdx[p] = stepOfRow[lIdx[p]]
  for (let p = 0; p < rowIdx.length; p++) stepOfEntry[p] = stepOfRow[rowIdx[p]]
}

/** The array itself, or a copy with room for at least `count` entries. */
function reserve(array: Int32Array, count: number): Int32Array {
  if (count <= array.length) return array
  const grown = new Int32Array(Math.max(count, 2 * array.length))
  grown.set(array)
  return grown
}

/** Grows an array like those of the structure: returns `array`, or a copy of it with room for `count` entries. */
export function growTo(array: Float64Array, count: number): Float64Array {
  if (count <= array.length) return array
  const grown = new Float64Array(count)
  grown.set(array)
  return grown
}
