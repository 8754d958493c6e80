/** Elements, rows, columns and blocks of arrays; subscripts count from 1. */
import { VarioError } from '../base/index.ts'
import {
  collect,
  createMatrix,
  describeValue,
  type EvaluatedValue,
  isMatrix,
  MAX_ELEMENTS,
} from './values.ts'

/** Fraction of a step by which a range may miss its end because of rounding: 0:0.1:1 has 11 elements. */
const RANGE_SLACK = 1e-10

/** Number of elements of `from:step:to`. */
export function countRange(from: number, step: number, to: number): number {
  if (step === 0) throw new VarioError('EVALUATION', 'Range: expected a step other than 0, got 0.')
  const count = Math.max(0, Math.floor((to - from) / step + RANGE_SLACK) + 1)
  if (count <= MAX_ELEMENTS) return count
  const range = `${from}:${step}:${to}`
  throw new VarioError(
    'EVALUATION',
    `Range ${range}: expected at most ${MAX_ELEMENTS} elements, got ${count}.`,
  )
}

/** Value of `end` in subscript `i` (from 0) of `count`. */
export function sizeOfDimension(base: EvaluatedValue, i: number, count: number): number {
  const sizes = isMatrix(base)
    ? [base.rows, base.cols]
    : base instanceof Float64Array || Array.isArray(base)
      ? [base.length]
      : []
  if (i < sizes.length && count <= sizes.length) return sizes[i]
  const plural = count === 1 ? '1 subscript' : `${count} subscripts`
  const allowed = sizes.length === 0 ? 'an array' : `at most ${sizes.length}`
  throw new VarioError(
    'EVALUATION',
    `Subscripts: expected ${allowed}, got ${plural} on ${describeValue(base)}.`,
  )
}

/** `base[subscripts]`: a number keeps no dimension, a vector of subscripts keeps one. `A[i]` is row i of a matrix. */
export function elementsAt(base: EvaluatedValue, subscripts: readonly EvaluatedValue[]): EvaluatedValue {
  const chosen = subscripts.map((subscript, i) => {
    const size = sizeOfDimension(base, i, subscripts.length)
    return typeof subscript === 'number' ? checked(subscript, size) : checkedAll(subscript, size)
  })
  if (!isMatrix(base)) {
    const list = base as ArrayLike<EvaluatedValue>
    const [which] = chosen
    return typeof which === 'number' ? list[which] : collect(which.map((i) => list[i]))
  }
  const rows = chosen[0]
  const cols = chosen[1] ?? Array.from({ length: base.cols }, (_, j) => j)
  const at = (i: number, j: number): number => base.data[i * base.cols + j]
  if (typeof rows === 'number') {
    return typeof cols === 'number' ? at(rows, cols) : Float64Array.from(cols, (j) => at(rows, j))
  }
  if (typeof cols === 'number') return Float64Array.from(rows, (i) => at(i, cols))
  const result = createMatrix(rows.length, cols.length)
  for (let i = 0; i < rows.length; i++)
    for (let j = 0; j < cols.length; j++) result.data[i * cols.length + j] = at(rows[i], cols[j])
  return result
}

function checkedAll(subscript: EvaluatedValue, size: number): number[] {
  if (!(subscript instanceof Float64Array))
    throw new VarioError(
      'EVALUATION',
      `subscript: expected an integer or a range, got ${describeValue(subscript)}.`,
    )
  return Array.from(subscript, (value) => checked(value, size))
}

/** The subscript counted from 0. */
function checked(subscript: number, size: number): number {
  if (!Number.isInteger(subscript))
    throw new VarioError('EVALUATION', `subscript: expected an integer, got ${subscript}.`)
  if (subscript < 1 || subscript > size) {
    const range = size === 0 ? 'no subscript, because the array is empty' : `1 to ${size}`
    throw new VarioError('EVALUATION', `Subscript: expected ${range}, got ${subscript}.`)
  }
  return subscript - 1
}
