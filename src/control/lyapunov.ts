import { InputError } from '../base/index.ts'
import {
  computeRealSchur,
  createDenseLu,
  createRealSchur,
  factorDenseLu,
  solveDenseLu,
} from '../math/index.ts'
import {
  largest,
  type Mat,
  type Matrix,
  multiply,
  readMatrix,
  readSymmetric,
  symmetric,
  toRows,
  transpose,
  zeros,
} from './matrix.ts'

/** Solves A X + X Aᵀ + Q = 0 for a symmetric Q: the covariance of dx/dt = A x + w with noise of the intensity Q. */
export function solveLyapunov(A: Matrix, Q: Matrix): number[][] {
  const a = readMatrix('A', A, A.length, A.length)
  const X = findLyapunov(a, readSymmetric('Q', Q, a.nRows), false)
  if (!X) throw new InputError('A', 'a matrix without eigenvalues λ and -λ', A)
  return toRows(X)
}

/** Solves A X Aᵀ - X + Q = 0 for a symmetric Q: the covariance of x_k+1 = A x_k + w with noise of the covariance Q. */
export function solveDiscreteLyapunov(A: Matrix, Q: Matrix): number[][] {
  const a = readMatrix('A', A, A.length, A.length)
  const X = findLyapunov(a, readSymmetric('Q', Q, a.nRows), true)
  if (!X) throw new InputError('A', 'a matrix without eigenvalues λ and 1/λ', A)
  return toRows(X)
}

/**
 * Solution of either equation, null if it is not unique: with the Schur form A = U T Uᵀ, blocks of columns of Y = Uᵀ X U
 * follow from the last to the first, and blocks of rows in each of them [Bartels & Stewart 1972; Kitagawa 1977].
 */
export function findLyapunov(A: Mat, Q: Mat, isDiscrete: boolean): Mat | null {
  const n = A.nRows
  const schur = createRealSchur(n)
  schur.t.set(A.a)
  if (computeRealSchur(schur) !== 0) return null
  const { t } = schur
  const U: Mat = { nRows: n, nCols: n, a: schur.u }
  const F = multiply(transpose(U), Q, U)
  const Y = zeros(n, n)
  const blocks: (readonly [number, number])[] = []
  for (let k = 0; k < n; ) {
    const size = k + 1 < n && t[(k + 1) * n + k] !== 0 ? 2 : 1
    blocks.push([k, size])
    k += size
  }
  const small = largest({ nRows: n, nCols: n, a: t }) * Number.EPSILON
  for (const [j, nj] of [...blocks].reverse()) {
    // terms of the columns that are known
    const R = zeros(n, nj)
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < nj; c++) {
        let sum = 0
        for (let k = j + nj; k < n; k++) sum += Y.a[i * n + k] * t[(j + c) * n + k]
        R.a[i * nj + c] = sum
      }
    }
    const known = isDiscrete ? multiply({ nRows: n, nCols: n, a: t }, R) : R
    for (const [i, ni] of [...blocks].reverse()) {
      if (!solveBlock(t, F, Y, known, [i, ni], [j, nj], isDiscrete, small)) return null
    }
  }
  return symmetric(multiply(U, Y, transpose(U)))
}

/** Solves for one block of Y; false if it is not determined. */
function solveBlock(
  t: Float64Array,
  F: Mat,
  Y: Mat,
  known: Mat,
  [i, ni]: readonly [number, number],
  [j, nj]: readonly [number, number],
  isDiscrete: boolean,
  small: number,
): boolean {
  const n = F.nRows
  const size = ni * nj
  const lu = createDenseLu(size)
  const b = new Float64Array(size)
  for (let r = 0; r < ni; r++) {
    for (let c = 0; c < nj; c++) {
      const row = r * nj + c
      let sum = F.a[(i + r) * n + j + c] + known.a[(i + r) * nj + c]
      // rows below: T Y, or T Y T_jjᵀ
      for (let d = 0; d < (isDiscrete ? nj : 1); d++) {
        const column = isDiscrete ? d : c
        const factor = isDiscrete ? t[(j + c) * n + j + d] : 1
        if (factor === 0) continue
        for (let k = i + ni; k < n; k++) sum += factor * t[(i + r) * n + k] * Y.a[k * n + j + column]
      }
      b[row] = -sum
      for (let p = 0; p < ni; p++) {
        for (let q = 0; q < nj; q++) {
          const left = t[(i + r) * n + i + p]
          const right = t[(j + c) * n + j + q]
          let value = 0
          if (isDiscrete) value = left * right - (p === r && q === c ? 1 : 0)
          else value = (q === c ? left : 0) + (p === r ? right : 0)
          lu.a[row * size + p * nj + q] = value
        }
      }
    }
  }
  const limit = (isDiscrete ? Number.EPSILON : small) * 4
  if (factorDenseLu(lu) !== 0) return false
  for (let k = 0; k < size; k++) if (!(Math.abs(lu.a[k * size + k]) > limit)) return false
  solveDenseLu(lu, b)
  for (let r = 0; r < ni; r++) for (let c = 0; c < nj; c++) Y.a[(i + r) * n + j + c] = b[r * nj + c]
  return true
}
