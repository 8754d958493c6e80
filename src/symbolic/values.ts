/** Values of expressions. */
import { describe, VarioError } from '../base/index.ts'

/** A matrix, row by row. */
export interface MatrixValue {
  readonly rows: number
  readonly cols: number
  /** (rows × cols), row-major. */
  readonly data: Float64Array
}

/**
 * Numbers, Booleans, texts, vectors, matrices, and objects of the host language; lists of values that are not numbers.
 */
export type EvaluatedValue = number | boolean | string | Float64Array | MatrixValue | object

/**
 * Maximum number of elements of an array in an expression: 80 MB. More is an error of the model, and would exhaust the
 * memory.
 */
export const MAX_ELEMENTS = 1e7

/** True for a matrix. */
export function isMatrix(value: unknown): value is MatrixValue {
  if (typeof value !== 'object' || value === null) return false
  const { rows, cols, data } = value as Partial<MatrixValue>
  return typeof rows === 'number' && typeof cols === 'number' && data instanceof Float64Array
}

/** True for a vector or a matrix of numbers. */
export function isNumeric(value: unknown): value is Float64Array | MatrixValue {
  return value instanceof Float64Array || isMatrix(value)
}

/** A matrix of zeros. */
export function createMatrix(rows: number, cols: number): MatrixValue {
  return { rows, cols, data: new Float64Array(rows * cols) }
}

/** The numbers of a vector or matrix in their order. */
export function dataOf(value: Float64Array | MatrixValue): Float64Array {
  return value instanceof Float64Array ? value : value.data
}

/** An array of the same shape with other numbers. */
export function withData<T extends Float64Array | MatrixValue>(
  shape: T,
  data: Float64Array,
): Float64Array | MatrixValue {
  return shape instanceof Float64Array ? data : { rows: shape.rows, cols: shape.cols, data }
}

/** A copy of an array; anything else unchanged. */
export function copyArray(value: EvaluatedValue): EvaluatedValue {
  return isNumeric(value) ? withData(value, dataOf(value).slice()) : value
}

/** True for values of the same shape. */
export function sameShape(a: Float64Array | MatrixValue, b: Float64Array | MatrixValue): boolean {
  if (a instanceof Float64Array) return b instanceof Float64Array && a.length === b.length
  return isMatrix(b) && a.rows === b.rows && a.cols === b.cols
}

/** `a number`, `a vector of 3`, `a 2×3 matrix`, … for error messages. */
export function describeValue(value: unknown): string {
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'boolean') return 'a Boolean'
  if (value instanceof Float64Array) return `a vector of ${value.length}`
  if (isMatrix(value)) return `a ${value.rows}×${value.cols} matrix`
  return typeof value === 'string' ? `the string '${value}'` : describe(value)
}

/** A vector of numbers, a matrix of equally long rows, or, if there are other values, a list of them. */
export function collect(elements: readonly EvaluatedValue[]): EvaluatedValue {
  if (elements.every((element) => typeof element === 'number')) return Float64Array.from(elements as number[])
  if (!elements.every((element) => element instanceof Float64Array)) return [...elements]
  const rows = elements as readonly Float64Array[]
  const matrix = createMatrix(rows.length, rows[0].length)
  for (let i = 0; i < rows.length; i++) {
    if (rows[i].length !== matrix.cols) {
      const found = `row 1 has ${matrix.cols}, row ${i + 1} has ${rows[i].length}`
      throw new VarioError(
        'EVALUATION',
        `The rows of a matrix: expected the same number of elements, got different ones: ${found}.`,
      )
    }
    matrix.data.set(rows[i], i * matrix.cols)
  }
  return matrix
}
