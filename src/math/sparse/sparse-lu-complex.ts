/**
 * Sparse LU factorization of complex matrices, real and imaginary parts in separate arrays. Everything that concerns
 * patterns and pivot sequences is in `sparse-lu-structure.ts`; the stages are those of `sparse-lu.ts`, the arithmetic
 * is complex. Sizes are compared by |re| + |im|.
 */
import { InputError } from '../../base/index.ts'
import type { CscPattern } from './sparse.ts'
import {
  analyzeSparseLu,
  createLuStructure,
  DIAGONAL_PREFERENCE,
  findReach,
  finishStructure,
  growTo,
  type LuStructure,
  MAX_GROWTH,
  MAX_REFACTOR_MULTIPLIER,
  recordColumn,
  resetPivots,
  type SparseLuAnalysis,
} from './sparse-lu-structure.ts'

/** Factors of a sparse complex matrix, reused for all matrices with its pattern. */
export interface ComplexSparseLu {
  readonly n: number
  readonly analysis: SparseLuAnalysis
  /** Patterns of the factors and pivot sequence. */
  readonly structure: LuStructure
  /** Values of L below its unit diagonal and of U above its diagonal, in the order of the structure (capacity). */
  lRe: Float64Array
  lIm: Float64Array
  uRe: Float64Array
  uIm: Float64Array
  /** Reciprocals of the diagonal of U (n). */
  readonly inverseRe: Float64Array
  readonly inverseIm: Float64Array
  /** Row scaling: reciprocal of the largest entry of each row of A (n). */
  readonly rowScale: Float64Array
  /** Dense column under work, zero between calls (n). */
  readonly xRe: Float64Array
  readonly xIm: Float64Array
  /** True if `structure` holds pivots that a refactorization may try. */
  hasPivots: boolean
  /** Largest entry of U when pivots were last chosen; that of the scaled matrix is 1. */
  growth: number
  /** Entries of L below the diagonal, and of U with its diagonal. */
  nnzL: number
  nnzU: number
  /** How many factorizations chose pivots, and how many reused them. */
  nPivoted: number
  nReused: number
}

/** Orders a square pattern and allocates its complex factors. The `analysis` of a real factorization may be shared. */
export function createComplexSparseLu(
  pattern: CscPattern,
  analysis: SparseLuAnalysis = analyzeSparseLu(pattern),
): ComplexSparseLu {
  const n = analysis.pattern.nCols
  const nnz = analysis.pattern.rowIdx.length
  return {
    n,
    analysis,
    structure: createLuStructure(analysis),
    lRe: new Float64Array(nnz),
    lIm: new Float64Array(nnz),
    uRe: new Float64Array(nnz),
    uIm: new Float64Array(nnz),
    inverseRe: new Float64Array(n),
    inverseIm: new Float64Array(n),
    rowScale: new Float64Array(n),
    xRe: new Float64Array(n),
    xIm: new Float64Array(n),
    hasPivots: false,
    growth: NaN,
    nnzL: 0,
    nnzU: 0,
    nPivoted: 0,
    nReused: 0,
  }
}

/**
 * Factorizes the matrix re + i im, one value of each per entry of the pattern: with the pivots of the last
 * factorization if they are still acceptable, else with new ones.
 *
 * @returns 0 if the factors are usable, j + 1 if column j has no usable (zero or non-finite) pivot; the factors must
 * not be used then.
 */
export function factorComplexSparseLu(lu: ComplexSparseLu, re: Float64Array, im: Float64Array): number {
  const nnz = lu.analysis.pattern.rowIdx.length
  if (re.length < nnz) throw new InputError('re', `${nnz} values`, `${re.length} values`)
  if (im.length < nnz) throw new InputError('im', `${nnz} values`, `${im.length} values`)
  const badColumn = computeRowScale(lu, re, im)
  if (badColumn >= 0) return badColumn + 1
  if (lu.hasPivots && refactorComplexSparseLu(lu, re, im) === 0) {
    lu.nReused++
    return 0
  }
  lu.nPivoted++
  const status = pivotComplexSparseLu(lu, re, im, DIAGONAL_PREFERENCE)
  // A series of small pivots has lost too many digits: choose the largest ones
  if (status === 0 && lu.growth > MAX_GROWTH) return pivotComplexSparseLu(lu, re, im, 1)
  return status
}

/** Replaces b = bRe + i bIm, n entries from `bOffset` on in both arrays, by the solution of A x = b. */
export function solveComplexSparseLu(
  lu: ComplexSparseLu,
  bRe: Float64Array,
  bIm: Float64Array,
  bOffset = 0,
): void {
  const { n, lRe, lIm, uRe, uIm, inverseRe, inverseIm, rowScale, xRe, xIm } = lu
  const { lPtr, lIdx, uPtr, uIdx, rowOfStep } = lu.structure
  const q = lu.analysis.q
  // x := P S b
  for (let k = 0; k < n; k++) {
    const row = rowOfStep[k]
    xRe[k] = bRe[bOffset + row] * rowScale[row]
    xIm[k] = bIm[bOffset + row] * rowScale[row]
  }
  // L y = x
  for (let k = 0; k < n; k++) {
    const yr = xRe[k]
    const yi = xIm[k]
    const end = lPtr[k + 1]
    for (let p = lPtr[k]; p < end; p++) {
      const row = lIdx[p]
      xRe[row] -= lRe[p] * yr - lIm[p] * yi
      xIm[row] -= lRe[p] * yi + lIm[p] * yr
    }
  }
  // U z = y, and b := Q z
  for (let k = n - 1; k >= 0; k--) {
    const zr = xRe[k] * inverseRe[k] - xIm[k] * inverseIm[k]
    const zi = xRe[k] * inverseIm[k] + xIm[k] * inverseRe[k]
    const end = uPtr[k + 1]
    for (let p = uPtr[k]; p < end; p++) {
      const row = uIdx[p]
      xRe[row] -= uRe[p] * zr - uIm[p] * zi
      xIm[row] -= uRe[p] * zi + uIm[p] * zr
    }
    bRe[bOffset + q[k]] = zr
    bIm[bOffset + q[k]] = zi
    xRe[k] = 0
    xIm[k] = 0
  }
}

/** Sets `rowScale`; returns the column of the first value that is not finite, -1 if there is none. */
function computeRowScale(lu: ComplexSparseLu, re: Float64Array, im: Float64Array): number {
  const { n, rowScale } = lu
  const { colPtr, rowIdx } = lu.analysis.pattern
  for (let i = 0; i < n; i++) rowScale[i] = 0
  for (let j = 0; j < n; j++) {
    const end = colPtr[j + 1]
    for (let p = colPtr[j]; p < end; p++) {
      const size = Math.abs(re[p]) + Math.abs(im[p])
      if (!(size < Infinity)) return j
      if (size > rowScale[rowIdx[p]]) rowScale[rowIdx[p]] = size
    }
  }
  // A row of zeros or of the smallest subnormal numbers stays as it is
  for (let i = 0; i < n; i++) {
    const scale = 1 / rowScale[i]
    rowScale[i] = scale < Infinity ? scale : 1
  }
  return -1
}

/** Factorizes with new pivots. Same return value as {@link factorComplexSparseLu}. */
function pivotComplexSparseLu(
  lu: ComplexSparseLu,
  re: Float64Array,
  im: Float64Array,
  diagonalPreference: number,
): number {
  const { n, structure, analysis, rowScale, xRe, xIm, inverseRe, inverseIm } = lu
  const { lPtr, uPtr, reach, candidates, rowOfStep, preferredRow } = structure
  const { colPtr, rowIdx } = analysis.pattern
  lu.hasPivots = false
  if (analysis.unmatchedColumn >= 0) return analysis.unmatchedColumn + 1
  resetPivots(structure)
  let growth = 0
  for (let k = 0; k < n; k++) {
    findReach(structure, k)
    growValues(lu)
    const { lRe, lIm, uRe, uIm } = lu
    const lIdx = structure.lIdx
    // L x = S A e_q[k]
    const column = analysis.q[k]
    for (let p = colPtr[column]; p < colPtr[column + 1]; p++) {
      xRe[rowIdx[p]] = re[p] * rowScale[rowIdx[p]]
      xIm[rowIdx[p]] = im[p] * rowScale[rowIdx[p]]
    }
    let u = uPtr[k]
    for (let r = structure.reachTop; r < n; r++) {
      const step = reach[r]
      const sr = xRe[rowOfStep[step]]
      const si = xIm[rowOfStep[step]]
      xRe[rowOfStep[step]] = 0
      xIm[rowOfStep[step]] = 0
      uRe[u] = sr
      uIm[u++] = si
      if (Math.abs(sr) + Math.abs(si) > growth) growth = Math.abs(sr) + Math.abs(si)
      const end = lPtr[step + 1]
      for (let p = lPtr[step]; p < end; p++) {
        xRe[lIdx[p]] -= lRe[p] * sr - lIm[p] * si
        xIm[lIdx[p]] -= lRe[p] * si + lIm[p] * sr
      }
    }
    // Pivot: the diagonal if it is large enough, else the largest candidate
    let largest = 0
    let pivotRow = -1
    for (let c = 0; c < structure.nCandidates; c++) {
      const size = Math.abs(xRe[candidates[c]]) + Math.abs(xIm[candidates[c]])
      if (size > largest) {
        largest = size
        pivotRow = candidates[c]
      }
    }
    if (largest > growth) growth = largest
    const diagonal = preferredRow[k]
    if (Math.abs(xRe[diagonal]) + Math.abs(xIm[diagonal]) >= diagonalPreference * largest) pivotRow = diagonal
    if (!(largest > 0 && setInversePivot(lu, k, xRe[pivotRow], xIm[pivotRow]))) {
      xRe.fill(0)
      xIm.fill(0)
      return column + 1
    }
    // Column k of L
    const ir = inverseRe[k]
    const ii = inverseIm[k]
    let l = lPtr[k]
    for (let c = 0; c < structure.nCandidates; c++) {
      const row = candidates[c]
      if (row !== pivotRow) {
        lRe[l] = xRe[row] * ir - xIm[row] * ii
        lIm[l++] = xRe[row] * ii + xIm[row] * ir
      }
      xRe[row] = 0
      xIm[row] = 0
    }
    recordColumn(structure, k, pivotRow)
  }
  finishStructure(structure)
  lu.growth = growth
  lu.nnzL = lPtr[n]
  lu.nnzU = uPtr[n] + n
  lu.hasPivots = true
  return 0
}

/** Factorizes with the recorded pivots; returns k + 1 if the pivot of step k is no longer acceptable. */
function refactorComplexSparseLu(lu: ComplexSparseLu, re: Float64Array, im: Float64Array): number {
  const { n, lRe, lIm, uRe, uIm, inverseRe, inverseIm, rowScale, xRe, xIm } = lu
  const { lPtr, lIdx, uPtr, uIdx, stepOfEntry } = lu.structure
  const { colPtr, rowIdx } = lu.analysis.pattern
  const q = lu.analysis.q
  const growthLimit = Math.max(MAX_GROWTH, 10 * lu.growth)
  const leastInverse = 1 / growthLimit
  for (let k = 0; k < n; k++) {
    // L x = S A e_q[k]
    const column = q[k]
    const entryEnd = colPtr[column + 1]
    for (let p = colPtr[column]; p < entryEnd; p++) {
      const scale = rowScale[rowIdx[p]]
      xRe[stepOfEntry[p]] = re[p] * scale
      xIm[stepOfEntry[p]] = im[p] * scale
    }
    let isGood = true
    const uEnd = uPtr[k + 1]
    for (let u = uPtr[k]; u < uEnd; u++) {
      const step = uIdx[u]
      const sr = xRe[step]
      const si = xIm[step]
      xRe[step] = 0
      xIm[step] = 0
      uRe[u] = sr
      uIm[u] = si
      if (!(Math.abs(sr) + Math.abs(si) <= growthLimit)) isGood = false
      const end = lPtr[step + 1]
      for (let p = lPtr[step]; p < end; p++) {
        const row = lIdx[p]
        xRe[row] -= lRe[p] * sr - lIm[p] * si
        xIm[row] -= lRe[p] * si + lIm[p] * sr
      }
    }
    // Column k of L, with the judgment of the pivot
    if (!setInversePivot(lu, k, xRe[k], xIm[k])) isGood = false
    xRe[k] = 0
    xIm[k] = 0
    const ir = inverseRe[k]
    const ii = inverseIm[k]
    if (Math.abs(ir) + Math.abs(ii) < leastInverse) isGood = false
    const lEnd = lPtr[k + 1]
    for (let p = lPtr[k]; p < lEnd; p++) {
      const row = lIdx[p]
      const mr = xRe[row] * ir - xIm[row] * ii
      const mi = xRe[row] * ii + xIm[row] * ir
      xRe[row] = 0
      xIm[row] = 0
      lRe[p] = mr
      lIm[p] = mi
      if (!(Math.abs(mr) + Math.abs(mi) <= MAX_REFACTOR_MULTIPLIER)) isGood = false
    }
    if (!isGood) return k + 1
  }
  return 0
}

/** Stores the reciprocal of pivot k, computed without overflow; returns true if it is usable. */
function setInversePivot(lu: ComplexSparseLu, k: number, re: number, im: number): boolean {
  const size = Math.abs(re) + Math.abs(im)
  const zr = re / size
  const zi = im / size
  const d = (zr * zr + zi * zi) * size
  lu.inverseRe[k] = zr / d
  lu.inverseIm[k] = -zi / d
  return size > 0 && size < Infinity && 1 / size < Infinity
}

/** Makes the value arrays as long as the index arrays of the structure. */
function growValues(lu: ComplexSparseLu): void {
  const { lIdx, uIdx } = lu.structure
  lu.lRe = growTo(lu.lRe, lIdx.length)
  lu.lIm = growTo(lu.lIm, lIdx.length)
  lu.uRe = growTo(lu.uRe, uIdx.length)
  lu.uIm = growTo(lu.uIm, uIdx.length)
}
