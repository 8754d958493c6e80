import { computeRealSchur, createRealSchur } from './real-schur.ts'

/** Eigenvalues: real and imaginary parts (n each); complex pairs stand together, the one with im > 0 first. */
export interface Eigenvalues {
  readonly re: Float64Array
  readonly im: Float64Array
}

/**
 * Computes the eigenvalues of a dense matrix, row-major (n × n), by balancing and the QR algorithm. Their backward error
 * is a few rounding errors of the balanced matrix.
 *
 * @returns null if the matrix has a non-finite number or the iteration does not converge
 */
export function computeEigenvalues(n: number, a: Float64Array): Eigenvalues | null {
  const schur = createRealSchur(n)
  schur.t.set(a)
  balanceMatrix(n, schur.t)
  return computeRealSchur(schur) === 0 ? { re: schur.re, im: schur.im } : null
}

/**
 * Balancing of a matrix by a diagonal similarity, D⁻¹ A D with powers of two, so that rows and columns have similar norms
 * and eigenvalues lose no digits to bad scaling [Parlett & Reinsch 1969, with 2-norms: James, Langou & Lowery 2014].
 *
 * @param a row-major (n × n), replaced by D⁻¹ A D
 * @returns the diagonal of D (n)
 */
export function balanceMatrix(n: number, a: Float64Array): Float64Array {
  const d = new Float64Array(n).fill(1)
  let hasChanged = true
  for (let pass = 0; hasChanged && pass < MAX_PASSES; pass++) {
    hasChanged = false
    for (let i = 0; i < n; i++) {
      let [column, row] = [0, 0]
      for (let j = 0; j < n; j++) {
        column = Math.hypot(column, a[j * n + i])
        row = Math.hypot(row, a[i * n + j])
      }
      if (!(column > 0 && row > 0 && column < Infinity && row < Infinity)) continue
      const factor = 2 ** Math.round(0.5 * Math.log2(row / column))
      if (!(Math.hypot(column * factor, row / factor) < GAIN * Math.hypot(column, row))) continue
      hasChanged = true
      d[i] *= factor
      for (let j = 0; j < n; j++) a[i * n + j] /= factor
      for (let j = 0; j < n; j++) a[j * n + i] *= factor
    }
  }
  return d
}

/** A change by less is not worth its rounding. */
const GAIN = 0.95
/** Balancing converges in a few passes. */
const MAX_PASSES = 100
