import { balanceMatrix } from './balance.ts'
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
