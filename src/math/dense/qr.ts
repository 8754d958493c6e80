/**
 * Rank-revealing QR: Householder with column pivoting, completed from the right for minimum-norm solutions.
 *
 *   A P = Q [ R11 R12 ]        (1)  [Golub & Van Loan 2013, section 5.4], R11 r × r with r the numerical rank
 *           [  0   ~0 ]
 *   [ R11 R12 ] = [ T 0 ] Z    (2)  complete orthogonal decomposition [ibid.]
 *
 * so that  x = P Zᵀ [ T⁻¹ (Qᵀ b)_1..r ; 0 ]  minimizes ‖A x - b‖ and, among all minimizers, ‖x‖  (3).
 * The last n - r columns of P Zᵀ span the null space of A.
 *
 * Reflections are H = I - τ v vᵀ with v_1 = 1. The rest of v stands in `a`: that of the k-th reflection of Q below the
 * diagonal of column k, that of Z in row k from column r on. The pivot column is the one of largest remaining norm;
 * norms are updated from step to step and recomputed when the update has lost its digits [Drmač & Bujanović 2008].
 */

/** Rank-revealing QR factors. Fill `a`, call {@link factorQr}, then {@link solveQr}. */
export interface Qr {
  readonly nRows: number
  readonly nCols: number
  /** The matrix before factorization, its factors afterwards, row-major (nRows × nCols). */
  readonly a: Float64Array
  /** Column of A that stands in each column of A P (nCols). */
  readonly columnOrder: Int32Array
  /** Numerical rank; -1 before factorization and after one with non-finite numbers. */
  rank: number
  /** Factors τ of the reflections of Q (nCols) and of Z (nCols). */
  readonly tauQ: Float64Array
  readonly tauZ: Float64Array
  /** Norm of the rest of each column, and its value at its last recomputation (nCols each). */
  readonly norms: Float64Array
  readonly freshNorms: Float64Array
  /** Workspace: one row (nCols), and the right-hand side (nRows). */
  readonly rowWork: Float64Array
  readonly rhsWork: Float64Array
}

/** A norm below √ε of its recomputed value has no correct digit left and is computed again. */
const NORM_UPDATE_LIMIT = Math.sqrt(Number.EPSILON)

/** Allocates the factorization of an nRows × nCols matrix, filled with zeros. */
export function createQr(nRows: number, nCols: number): Qr {
  return {
    nRows,
    nCols,
    a: new Float64Array(nRows * nCols),
    columnOrder: new Int32Array(nCols),
    rank: -1,
    tauQ: new Float64Array(nCols),
    tauZ: new Float64Array(nCols),
    norms: new Float64Array(nCols),
    freshNorms: new Float64Array(nCols),
    rowWork: new Float64Array(nCols),
    rhsWork: new Float64Array(nRows),
  }
}

/**
 * Factorizes `qr.a` in place and determines its rank: the number of diagonal entries of R above `tolerance` times the
 * first, which is the largest.
 *
 * @param tolerance relative; by default ε max(nRows, nCols), the rounding error of a zero
 * @returns the rank, or -1 if the matrix has a non-finite number
 */
export function factorQr(qr: Qr, tolerance = Number.EPSILON * Math.max(qr.nRows, qr.nCols)): number {
  const { nRows, nCols, columnOrder, norms, freshNorms } = qr
  qr.rank = -1
  for (let j = 0; j < nCols; j++) {
    columnOrder[j] = j
    norms[j] = freshNorms[j] = columnNorm(qr, 0, j)
    if (!(norms[j] < Infinity)) return -1
  }
  // Eq. (1)
  const nSteps = Math.min(nRows, nCols)
  let limit = 0
  let rank = 0
  for (let k = 0; k < nSteps; k++) {
    let pivot = k
    for (let j = k + 1; j < nCols; j++) if (norms[j] > norms[pivot]) pivot = j
    if (k === 0) limit = tolerance * norms[pivot]
    if (pivot !== k) swapColumns(qr, k, pivot)
    const size = columnNorm(qr, k, k)
    if (!(size > limit)) break
    reflectColumn(qr, k, size)
    updateNorms(qr, k)
    rank++
  }
  qr.rank = rank
  // Eq. (2)
  if (rank < nCols) for (let k = rank - 1; k >= 0; k--) reflectRow(qr, k)
  return rank
}

/**
 * Writes x (nCols), the vector of least norm among those that minimize ‖A x - b‖, eq. (3). b (nRows) is unchanged.
 *
 * @returns the norm of the residual A x - b
 */
export function solveQr(qr: Qr, b: Float64Array, x: Float64Array): number {
  const { nRows, nCols, a, rank, tauQ, tauZ, columnOrder, rhsWork: c, rowWork: y } = qr
  // c = Qᵀ b
  for (let i = 0; i < nRows; i++) c[i] = b[i]
  for (let k = 0; k < rank; k++) {
    let sum = c[k]
    for (let i = k + 1; i < nRows; i++) sum += a[i * nCols + k] * c[i]
    sum *= tauQ[k]
    c[k] -= sum
    for (let i = k + 1; i < nRows; i++) c[i] -= sum * a[i * nCols + k]
  }
  // T y = c, the rest of y is zero
  for (let k = rank - 1; k >= 0; k--) {
    let sum = c[k]
    for (let j = k + 1; j < rank; j++) sum -= a[k * nCols + j] * y[j]
    y[k] = sum / a[k * nCols + k]
  }
  for (let j = rank; j < nCols; j++) y[j] = 0
  // x = P Zᵀ y
  if (rank < nCols) for (let k = 0; k < rank; k++) applyRowReflection(qr, k, tauZ[k], y, 0)
  for (let j = 0; j < nCols; j++) x[columnOrder[j]] = y[j]
  let residual = 0
  for (let i = rank; i < nRows; i++) residual += c[i] * c[i]
  return Math.sqrt(residual)
}

/** Writes an orthonormal basis of the null space of A as the columns of a row-major array (nCols × (nCols - rank)). */
export function computeNullSpaceQr(qr: Qr, out: Float64Array): void {
  const { nCols, rank, tauZ, columnOrder, rowWork: y } = qr
  const nNull = nCols - rank
  for (let s = 0; s < nNull; s++) {
    for (let j = 0; j < nCols; j++) y[j] = j === rank + s ? 1 : 0
    for (let k = 0; k < rank; k++) applyRowReflection(qr, k, tauZ[k], y, 0)
    for (let j = 0; j < nCols; j++) out[columnOrder[j] * nNull + s] = y[j]
  }
}

/** Norm of column j from row k on, safe from overflow and underflow. */
function columnNorm(qr: Qr, k: number, j: number): number {
  const { nRows, nCols, a } = qr
  let largest = 0
  for (let i = k; i < nRows; i++) {
    const size = Math.abs(a[i * nCols + j])
    if (!(size <= largest)) largest = size
    if (Number.isNaN(size)) return NaN
  }
  if (largest === 0 || largest === Infinity) return largest
  let sum = 0
  for (let i = k; i < nRows; i++) {
    const scaled = a[i * nCols + j] / largest
    sum += scaled * scaled
  }
  return largest * Math.sqrt(sum)
}

function swapColumns(qr: Qr, k: number, j: number): void {
  const { nRows, nCols, a, columnOrder, norms, freshNorms } = qr
  for (let row = 0; row < nRows * nCols; row += nCols) {
    const t = a[row + k]
    a[row + k] = a[row + j]
    a[row + j] = t
  }
  const column = columnOrder[k]
  columnOrder[k] = columnOrder[j]
  columnOrder[j] = column
  norms[j] = norms[k]
  freshNorms[j] = freshNorms[k]
}

/** Reflects column k, whose norm from row k on is `size`, to the diagonal, and the columns after it likewise. */
function reflectColumn(qr: Qr, k: number, size: number): void {
  const { nRows, nCols, a, tauQ, rowWork: w } = qr
  const kk = k * nCols + k
  const diagonal = a[kk] > 0 ? -size : size
  const head = a[kk] - diagonal
  const tau = -head / diagonal
  tauQ[k] = tau
  a[kk] = diagonal
  for (let i = k + 1; i < nRows; i++) a[i * nCols + k] /= head
  // w = τ vᵀ A, row by row
  for (let j = k + 1; j < nCols; j++) w[j] = a[k * nCols + j]
  for (let i = k + 1; i < nRows; i++) {
    const row = i * nCols
    const v = a[row + k]
    for (let j = k + 1; j < nCols; j++) w[j] += v * a[row + j]
  }
  // A := A - v w
  for (let j = k + 1; j < nCols; j++) {
    w[j] *= tau
    a[k * nCols + j] -= w[j]
  }
  for (let i = k + 1; i < nRows; i++) {
    const row = i * nCols
    const v = a[row + k]
    for (let j = k + 1; j < nCols; j++) a[row + j] -= v * w[j]
  }
}

/** Takes row k out of the norms of the columns after k. */
function updateNorms(qr: Qr, k: number): void {
  const { nCols, a, norms, freshNorms } = qr
  for (let j = k + 1; j < nCols; j++) {
    if (norms[j] === 0) continue
    const ratio = a[k * nCols + j] / norms[j]
    const left = Math.max(0, 1 - ratio * ratio)
    const shrink = norms[j] / freshNorms[j]
    if (left * shrink * shrink <= NORM_UPDATE_LIMIT) norms[j] = freshNorms[j] = columnNorm(qr, k + 1, j)
    else norms[j] *= Math.sqrt(left)
  }
}

/**
 * Reflects the entries of row k in columns k and r..nCols-1 to the diagonal from the right, and the rows above
 * likewise.
 */
function reflectRow(qr: Qr, k: number): void {
  const { nCols, a, rank, tauZ } = qr
  const row = k * nCols
  let largest = Math.abs(a[row + k])
  for (let j = rank; j < nCols; j++) largest = Math.max(largest, Math.abs(a[row + j]))
  let sum = (a[row + k] / largest) * (a[row + k] / largest)
  for (let j = rank; j < nCols; j++) sum += (a[row + j] / largest) * (a[row + j] / largest)
  const size = largest * Math.sqrt(sum)
  const diagonal = a[row + k] > 0 ? -size : size
  const head = a[row + k] - diagonal
  const tau = -head / diagonal
  tauZ[k] = tau
  a[row + k] = diagonal
  for (let j = rank; j < nCols; j++) a[row + j] /= head
  for (let i = 0; i < k; i++) applyRowReflection(qr, k, tau, a, i * nCols)
}

/** Applies reflection k of Z to the nCols numbers of y from `yOffset` on. */
function applyRowReflection(qr: Qr, k: number, tau: number, y: Float64Array, yOffset: number): void {
  const { nCols, a, rank } = qr
  const row = k * nCols
  let sum = y[yOffset + k]
  for (let j = rank; j < nCols; j++) sum += a[row + j] * y[yOffset + j]
  sum *= tau
  y[yOffset + k] -= sum
  for (let j = rank; j < nCols; j++) y[yOffset + j] -= sum * a[row + j]
}
