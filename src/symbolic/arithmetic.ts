/** The operators of the language on numbers, vectors and matrices. */
import { VarioError } from '../base/index.ts'
import { inverse } from './matrix-functions.ts'
import { COMPARISONS } from './operators.ts'
import {
  createMatrix,
  dataOf,
  describeValue,
  isMatrix,
  isNumeric,
  type MatrixValue,
  sameShape,
  withData,
} from './values.ts'

type Numeric = number | Float64Array | MatrixValue

/** Maximum exponent: beyond it every element is 0, 1 or out of range, and the exponent is most likely an error. */
const MAX_MATRIX_POWER = 1e6
type Scalar = (a: number, b: number) => number

const SCALAR: Readonly<Record<string, Scalar>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '^': power,
}

/** The value of `a fn b` for arithmetic operators, relations, `and` and `or`. */
export function applyBinary(fn: string, a: unknown, b: unknown): unknown {
  if (fn === 'and' || fn === 'or')
    return fn === 'and' ? truth(fn, a) && truth(fn, b) : truth(fn, a) || truth(fn, b)
  if (COMPARISONS.has(fn)) return compare(fn, a, b)
  if (typeof a === 'number' && typeof b === 'number') return SCALAR[fn.replace('.', '')](a, b)
  if (typeof a === 'string' && typeof b === 'string' && fn.endsWith('+')) return a + b
  const [x, y] = [numeric(fn, a, a, b), numeric(fn, b, a, b)]
  if (fn.startsWith('.')) return broadcast(fn, SCALAR[fn[1]], x, y)
  if (fn === '+' || fn === '-') return sum(fn, x, y)
  if (fn === '*') return multiply(x, y)
  if (fn === '/' && typeof y === 'number') return broadcast(fn, SCALAR['/'], x, y)
  if (fn === '^' && isMatrix(x) && typeof y === 'number') return matrixPower(x, y)
  throw mismatch(fn, a, b, `Use .${fn} for element by element.`)
}

/** The value of `-a`. */
export function negate(a: unknown): Numeric {
  if (typeof a === 'number') return -a
  if (!isNumeric(a))
    throw new VarioError('EVALUATION', `Operator -: expected a number or an array, got ${describeValue(a)}.`)
  return withData(
    a,
    dataOf(a).map((x) => -x),
  )
}

/** Returns a Boolean, or throws an error with the place. */
export function truth(where: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new VarioError('EVALUATION', `${where}: expected a Boolean, got ${describeValue(value)}.`)
}

/** Applies `f` to all elements of arrays of the same shape; numbers combine with every element. */
export function broadcast(
  fn: string,
  f: (...args: number[]) => number,
  ...args: readonly unknown[]
): Numeric {
  const shape = args.find(isNumeric)
  for (const arg of args) {
    const fits = typeof arg === 'number' || (isNumeric(arg) && shape !== undefined && sameShape(arg, shape))
    if (!fits) throw mismatch(fn, shape ?? args[0], arg, '')
  }
  if (shape === undefined) return f(...(args as number[]))
  const result = new Float64Array(dataOf(shape).length)
  const columns = args.map((arg) => (typeof arg === 'number' ? arg : dataOf(arg as Float64Array)))
  for (let i = 0; i < result.length; i++)
    result[i] = f(...columns.map((column) => (typeof column === 'number' ? column : column[i])))
  return withData(shape, result)
}

/** Scalar product of two vectors. */
export function dot(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) throw mismatch('dot', a, b, '')
  let result = 0
  for (let i = 0; i < a.length; i++) result += a[i] * b[i]
  return result
}

function compare(fn: string, a: unknown, b: unknown): boolean {
  if (fn === '==' || fn === '<>') {
    if (typeof a === typeof b && !isNumeric(a) && !isNumeric(b)) return (a === b) === (fn === '==')
  } else if (typeof a === 'number' && typeof b === 'number') {
    if (fn === '<') return a < b
    if (fn === '<=') return a <= b
    return fn === '>' ? a > b : a >= b
  }
  throw mismatch(fn, a, b, 'Relations compare numbers.')
}

function sum(fn: string, a: Numeric, b: Numeric): Numeric {
  if (typeof a === 'number' || typeof b === 'number')
    throw mismatch(fn, a, b, `Use .${fn} to combine a number with every element.`)
  return broadcast(fn, SCALAR[fn], a, b)
}

/** Number by array, scalar product, and the products of vectors and matrices. */
function multiply(a: Numeric, b: Numeric): Numeric {
  if (typeof a === 'number' || typeof b === 'number') return broadcast('*', SCALAR['*'], a, b)
  if (!isMatrix(a) && !isMatrix(b)) return dot(a, b)
  const left: MatrixValue = isMatrix(a) ? a : { rows: 1, cols: a.length, data: a }
  const right: MatrixValue = isMatrix(b) ? b : { rows: b.length, cols: 1, data: b }
  if (left.cols !== right.rows) throw mismatch('*', a, b, 'The inner sizes must be equal.')
  const result = createMatrix(left.rows, right.cols)
  for (let i = 0; i < left.rows; i++)
    for (let j = 0; j < right.cols; j++) {
      let element = 0
      for (let k = 0; k < left.cols; k++)
        element += left.data[i * left.cols + k] * right.data[k * right.cols + j]
      result.data[i * right.cols + j] = element
    }
  return isMatrix(a) && isMatrix(b) ? result : result.data
}

/** `a^n` = a*a*…, of a square matrix and an integer n, by squaring; of the inverse for a negative n. */
function matrixPower(a: MatrixValue, n: number): MatrixValue {
  if (a.rows === a.cols && n < 0) return matrixPower(inverse(a), -n)
  if (a.rows !== a.cols || !Number.isInteger(n) || n > MAX_MATRIX_POWER) {
    const expected = `a square matrix and an integer up to ${MAX_MATRIX_POWER}`
    const advice = 'Use .^ for element by element.'
    const found = `${describeValue(a)} and ${n}`
    throw new VarioError('EVALUATION', `Operator ^: expected ${expected}, got ${found}. ${advice}`)
  }
  let result = createMatrix(a.rows, a.rows)
  for (let i = 0; i < a.rows; i++) result.data[i * a.rows + i] = 1
  let square = a
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(result, square) as MatrixValue
    if (rest > 1) square = multiply(square, square) as MatrixValue
  }
  return result
}

/** `value`, one of the operands a and b, as number or array of numbers. */
function numeric(fn: string, value: unknown, a: unknown, b: unknown): Numeric {
  if (typeof value === 'number' || isNumeric(value)) return value
  throw mismatch(fn, a, b, 'Expected numbers or arrays of numbers.')
}

function mismatch(fn: string, a: unknown, b: unknown, advice: string): VarioError {
  const text = `Operator ${fn}: expected operands that fit together, got ${describeValue(a)} and ${describeValue(b)}.`
  return new VarioError('EVALUATION', advice === '' ? text : `${text} ${advice}`)
}

/**
 * `x^y`. Small integer powers by multiplication: exact where `**` may not be, and faster; generated code does the same.
 */
export function power(x: number, y: number): number {
  switch (y) {
    case 1:
      return x
    case 2:
      return x * x
    case 3:
      return x * x * x
    case 4:
      return x * x * (x * x)
    default:
      return x ** y
  }
}
