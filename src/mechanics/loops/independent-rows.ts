/** Selection of independent rows of constraints, and their number. */
import { createQr, factorQr } from '../../math/index.ts'
import type { LoopCluster } from './elimination-plan.ts'
import type { ProfileMatrix } from './profile-matrix.ts'

/**
 * Independent rows of each owner, and the smallest remainder of a row after elimination of the others, relative to its
 * size.
 */
export interface IndependentRows {
  readonly chosen: readonly Int32Array[]
  readonly margin: number
}

/**
 * Chooses independent rows by Cholesky elimination: owner by owner, and among the rows of one owner the one with the
 * largest remainder after the previous rows.
 *
 * @param W of all rows, owner by owner
 * @param size of each row: remainders are relative to it (nRow)
 * @param least remainder below which rows follow from others
 * @param counts required numbers of rows of each owner
 */
export function chooseIndependentRows(
  W: ProfileMatrix,
  { owners, first, rows }: LoopCluster,
  size: Float64Array,
  least: number,
  counts?: readonly Int32Array[],
): IndependentRows {
  /** Chosen rows (numbers in W), and the rows of L of all examined rows, with their starts. */
  const taken: number[] = []
  const L: ProfileRow[] = []
  /** Number of chosen rows before each owner. */
  const before: number[] = []
  const chosen: Int32Array[] = []
  let margin = 1
  let start = 0
  for (let k = 0; k < owners.length; k++) {
    before.push(taken.length)
    const n = owners[k].rows.length
    const numbers = Array.from({ length: n }, (_, i) => start + i)
    const begin = before[first[k]]
    for (const i of numbers) L[i] = { begin, values: eliminateRow(W, L, taken, i, begin) }
    const left = numbers.map((i) =>
      Float64Array.from(numbers, (j) => W.at(Math.max(i, j), Math.min(i, j)) - dot(L[i].values, L[j].values)),
    )
    const own: number[] = []
    while (own.length < (counts?.[k].length ?? n)) {
      let best = -1
      let part = least
      for (let i = 0; i < n; i++) {
        const whole = size[rows[start + i]]
        if (own.includes(i) || !(whole > 0) || !(left[i][i] / whole > part)) continue
        best = i
        part = left[i][i] / whole
      }
      if (best < 0) break
      own.push(best)
      margin = Math.min(margin, part)
      const d = Math.sqrt(left[best][best])
      const column = Float64Array.from(left, (line) => line[best] / d)
      for (let i = 0; i < n; i++) {
        L[start + i] = { begin, values: append(L[start + i].values, column[i]) }
        for (let j = 0; j < n; j++) left[i][j] -= column[i] * column[j]
      }
    }
    // a count that cannot be reached rules the choice out
    if (counts !== undefined && own.length < counts[k].length) margin = 0
    for (const i of own) taken.push(start + i)
    chosen.push(Int32Array.from(own, (i) => rows[start + i]))
    start += n
  }
  return { chosen, margin }
}

/** A row of L: elements of the columns from `begin` on. */
interface ProfileRow {
  readonly begin: number
  readonly values: Float64Array
}

/** L of row i, for the chosen rows from number `begin` on. */
function eliminateRow(
  W: ProfileMatrix,
  L: readonly ProfileRow[],
  taken: readonly number[],
  i: number,
  begin: number,
): Float64Array {
  const row = new Float64Array(taken.length - begin)
  for (let c = begin; c < taken.length; c++) {
    const other = L[taken[c]]
    let sum = W.at(i, taken[c])
    for (let k = Math.max(begin, other.begin); k < c; k++)
      sum -= row[k - begin] * other.values[k - other.begin]
    row[c - begin] = sum / other.values[c - other.begin]
  }
  return row
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function append(list: Float64Array, value: number): Float64Array {
  const longer = new Float64Array(list.length + 1)
  longer.set(list)
  longer[list.length] = value
  return longer
}

/** Relative remainder below which a row is a combination of others. */
const FOLLOWS = 1e-9

/**
 * Number of independent rows, by orthogonal transformations of the derivatives: their products with inverse masses,
 * which the multipliers need, have squared remainders, and so only half of the digits.
 *
 * @param J derivatives of the rows, row-major (nRow × nv)
 * @param columns joints that move
 * @param sizes of the moves of all joints (nv)
 */
export function countIndependentRows(
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
