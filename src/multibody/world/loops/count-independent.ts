import { createQr, factorQr } from '../../../math/index.ts'

/** A row follows from others if so little is left of it. */
const FOLLOWS = 1e-9

/**
 * Number of independent rows, by orthogonal transformations of the derivatives themselves: products of them with inverse
 * masses, as the multipliers need them, have the squares of what is left, and so only half of the digits.
 *
 * @param J derivatives of the rows, row-major (nRow × nv)
 * @param columns joints that move
 * @param sizes of the moves of all joints (nv)
 */
export function countIndependent(
  J: Float64Array,
  nRow: number,
  columns: Int32Array,
  sizes: Float64Array,
): number {
  const nv = sizes.length
  const n = columns.length
  const qr = createQr(nRow, n)
  for (let k = 0; k < nRow; k++)
    for (let c = 0; c < n; c++) qr.a[n * k + c] = J[nv * k + columns[c]] * sizes[columns[c]]
  return factorQr(qr, FOLLOWS)
}
