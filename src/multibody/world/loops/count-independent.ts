import { createQr, factorQr } from '../../../math/index.ts'

/** Relative remainder below which a row is a combination of others. */
const FOLLOWS = 1e-9

/**
 * Number of independent rows, by orthogonal transformations of the derivatives: their products with inverse masses,
 * which
 * the multipliers need, have squared remainders, and so only half of the digits.
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
