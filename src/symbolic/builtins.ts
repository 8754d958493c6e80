/** The built-in functions of equations. */
import { VarioError } from '../base/index.ts'
import { dot } from './arithmetic.ts'
import { add, call, div, neg, number, ONE, pow, sub, ZERO } from './build.ts'
import type { Expr } from './expr.ts'
import type { FunctionInfo } from './functions.ts'
import { cofactors, concatenate, determinant, inverse, solve } from './matrix-functions.ts'
import {
  createMatrix,
  dataOf,
  describeValue,
  isMatrix,
  isNumeric,
  MAX_ELEMENTS,
  type MatrixValue,
} from './values.ts'

/** A built-in function of equations. */
export interface BuiltinFunction extends FunctionInfo {
  /** Minimum and maximum number of arguments. */
  readonly arity: readonly [min: number, max: number]
}

/** Names of constants, unless a variable or parameter has the same name. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([['pi', Math.PI]])

const table = new Map<string, BuiltinFunction>()

/** All built-in functions by their names. */
export const BUILTINS: ReadonlyMap<string, BuiltinFunction> = table

type Partials = (args: readonly Expr[]) => readonly (Expr | null)[]

function define(
  name: string,
  arity: readonly [number, number],
  shape: NonNullable<FunctionInfo['shape']>,
  evaluate: FunctionInfo['evaluate'],
  derivative?: Partials,
): void {
  table.set(name, { name, arity, shape, evaluate, ...(derivative && { derivative }) })
}

/** A function of one number; applied to every element of an array. */
function elementary(name: string, evaluate: (x: number) => number, derivative: (x: Expr) => Expr): void {
  define(name, [1, 1], 'like', evaluate, ([x]) => [derivative(x)])
}

const TWO = number(2)
const square = (x: Expr): Expr => pow(x, TWO)

elementary('sin', Math.sin, (x) => call('cos', x))
elementary('cos', Math.cos, (x) => neg(call('sin', x)))
elementary('tan', Math.tan, (x) => add(ONE, square(call('tan', x))))
elementary('asin', Math.asin, (x) => div(ONE, call('sqrt', sub(ONE, square(x)))))
elementary('acos', Math.acos, (x) => neg(div(ONE, call('sqrt', sub(ONE, square(x))))))
elementary('atan', Math.atan, (x) => div(ONE, add(ONE, square(x))))
elementary('sinh', Math.sinh, (x) => call('cosh', x))
elementary('cosh', Math.cosh, (x) => call('sinh', x))
elementary('tanh', Math.tanh, (x) => sub(ONE, square(call('tanh', x))))
elementary('exp', Math.exp, (x) => call('exp', x))
elementary('log', Math.log, (x) => div(ONE, x))
elementary('log10', Math.log10, (x) => div(number(Math.LOG10E), x))
elementary('sqrt', Math.sqrt, (x) => div(number(0.5), call('sqrt', x)))
elementary('abs', Math.abs, (x) => call('sign', x))
elementary('sign', Math.sign, () => ZERO)
elementary('floor', Math.floor, () => ZERO)
elementary('ceil', Math.ceil, () => ZERO)
elementary('round', Math.round, () => ZERO)
/** Largest integer not greater than x, as in Modelica. */
elementary('integer', Math.floor, () => ZERO)
/** A zero of the shape of x. */
elementary(
  'zerosLike',
  () => 0,
  () => ZERO,
)
define('atan2', [2, 2], 'like', Math.atan2, ([y, x]) => {
  const r2 = add(square(x), square(y))
  return [div(x, r2), neg(div(y, r2))]
})
/** x - floor(x/y)*y: has the sign of y. */
define('mod', [2, 2], 'like', modulo, ([x, y]) => [ONE, neg(call('floor', div(x, y)))])
/** x - trunc(x/y)*y: has the sign of x. */
define(
  'rem',
  [2, 2],
  'like',
  (x: number, y: number) => x - Math.trunc(x / y) * y,
  ([x, y]) => [ONE, neg(call('div', x, y))],
)
/** x/y truncated to an integer. */
define(
  'div',
  [2, 2],
  'like',
  (x: number, y: number) => Math.trunc(x / y),
  () => [ZERO, ZERO],
)

define('min', [1, Number.POSITIVE_INFINITY], 'like', Math.min)
define('max', [1, Number.POSITIVE_INFINITY], 'like', Math.max)
/** The element of b at the place of the largest one of a, of the smallest one: derivatives of `max(a)` and `min(a)`. */
define('atMax', [2, 2], 'scalar', (a: unknown, b: unknown) => elementAtExtreme('max', a, b, 1))
define('atMin', [2, 2], 'scalar', (a: unknown, b: unknown) => elementAtExtreme('min', a, b, -1))
/** x if a is larger than b, otherwise y: the derivative of `max(a, b)` by element. */
define('ofLarger', [4, 4], 'like', (a: number, b: number, x: number, y: number) => (a > b ? x : y))
define('sum', [1, 1], 'scalar', (a: unknown) => {
  let result = 0
  const data = numbers('sum', a)
  for (let i = 0; i < data.length; i++) result += data[i]
  return result
})
define('norm', [1, 1], 'scalar', (a: unknown) => {
  const data = numbers('norm', a)
  return Math.sqrt(dot(data, data))
})
define('dot', [2, 2], 'scalar', (a: unknown, b: unknown) => dot(vector('dot', a), vector('dot', b)))
define('cross', [2, 2], 'vector', (first: unknown, second: unknown) => {
  const [a, b] = [vector('cross', first, 3), vector('cross', second, 3)]
  return Float64Array.of(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
})
define('transpose', [1, 1], 'matrix', (a: unknown) => {
  if (!isMatrix(a)) throw wrong('transpose', 'a matrix', a)
  const result = createMatrix(a.cols, a.rows)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.cols; j++) result.data[j * a.rows + i] = a.data[i * a.cols + j]
  return result
})
define('diagonal', [1, 1], 'matrix', (a: unknown) => {
  const v = vector('diagonal', a)
  const result = filled('diagonal', 0, v.length, v.length) as MatrixValue
  for (let i = 0; i < v.length; i++) result.data[i * v.length + i] = v[i]
  return result
})
/** The matrix with skew(a)*b = cross(a, b). */
define('skew', [1, 1], 'matrix', (a: unknown): MatrixValue => {
  const [x, y, z] = vector('skew', a, 3)
  return { rows: 3, cols: 3, data: Float64Array.of(0, -z, y, z, 0, -x, -y, x, 0) }
})

define('outerProduct', [2, 2], 'matrix', (first: unknown, second: unknown): MatrixValue => {
  const [a, b] = [vector('outerProduct', first), vector('outerProduct', second)]
  const result = createMatrix(a.length, b.length)
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < b.length; j++) result.data[i * b.length + j] = a[i] * b[j]
  return result
})
/** A square matrix with the elements below the diagonal replaced by those above. */
define('symmetric', [1, 1], 'matrix', (a: unknown): MatrixValue => {
  if (!isMatrix(a) || a.rows !== a.cols) throw wrong('symmetric', 'a square matrix', a)
  const { rows: n, data } = a
  return {
    rows: n,
    cols: n,
    data: data.map((x, k) => (k % n < Math.floor(k / n) ? data[(k % n) * n + Math.floor(k / n)] : x)),
  }
})
define('solve', [2, 2], 'vector', solve)
define('inv', [1, 1], 'matrix', inverse)
define('det', [1, 1], 'scalar', determinant)
/** The partial derivatives of the determinant with respect to the elements. */
define('cofactors', [1, 1], 'matrix', cofactors)
define('cat', [2, Number.POSITIVE_INFINITY], 'vector', concatenate)
define('product', [1, 1], 'scalar', (a: unknown) => numbers('product', a).reduce((x, y) => x * y, 1))
/** For each element the product of all others: the partial derivatives of `product`. */
define('productOfOthers', [1, 1], 'vector', (a: unknown) => {
  const data = numbers('product', a)
  const result = data.map((_, i) => data.reduce((x, y, k) => (k === i ? x : x * y), 1))
  return isMatrix(a) ? { rows: a.rows, cols: a.cols, data: result } : result
})
/** Elements of arrays of Booleans. */
define('anyTrue', [1, 1], 'boolean', (a: unknown) => countTrue('anyTrue', a) > 0)
define('allTrue', [1, 1], 'boolean', (a: unknown) => countTrue('allTrue', a) === sizes('allTrue', a)[0])
define('oneTrue', [1, 1], 'boolean', (a: unknown) => countTrue('oneTrue', a) === 1)
define('countTrue', [1, 1], 'scalar', (a: unknown) => countTrue('countTrue', a))
/** A number, Boolean or text as text; numbers with so many significant digits, 6 by default. */
define('String', [1, 2], 'object', (x: unknown, digits: number = 6) =>
  typeof x === 'number' && Number.isFinite(x) ? String(Number(x.toPrecision(digits))) : String(x),
)
/** The value is `actual`; an initialization may begin with `simplified`. */
define(
  'homotopy',
  [2, 2],
  'like',
  (actual: number) => actual,
  () => [ONE, ZERO],
)
/** x*a for positive x, x*b for negative x. */
define('semiLinear', [3, 3], 'like', (x: number, a: number, b: number) => (x >= 0 ? x * a : x * b))
/** An expression with so many continuous derivatives: its value. */
define('smooth', [2, 2], 'like', (_: number, x: number) => x)

define('ndims', [1, 1], 'scalar', (a: unknown) => sizes('ndims', a).length)
define('length', [1, 1], 'scalar', (a: unknown) => sizes('length', a).reduce((n, m) => n * m))
define('size', [1, 2], 'scalar', (a: unknown, dimension?: number) => {
  const all = sizes('size', a)
  if (dimension === undefined) return Float64Array.from(all)
  if (all[dimension - 1] === undefined) throw wrong('size', `a dimension from 1 to ${all.length}`, dimension)
  return all[dimension - 1]
})
define('eachindex', [1, 1], 'vector', (a: unknown) =>
  Float64Array.from({ length: sizes('eachindex', a)[0] }, (_, i) => i + 1),
)
define('zeros', [1, 2], 'vector', (n: unknown, m?: unknown) => filled('zeros', 0, n, m))
define('ones', [1, 2], 'vector', (n: unknown, m?: unknown) => filled('ones', 1, n, m))
define('fill', [2, 3], 'vector', (x: number | boolean, n: unknown, m?: unknown) => {
  if (typeof x === 'number') return filled('fill', x, n, m)
  const row = (length: number): boolean[] => new Array(length).fill(x)
  return m === undefined
    ? row(count('fill', n))
    : Array.from({ length: count('fill', n) }, () => row(count('fill', m)))
})
define('identity', [1, 1], 'matrix', (n: unknown) => {
  const result = filled('identity', 0, n, n) as MatrixValue
  for (let i = 0; i < result.rows; i++) result.data[i * result.cols + i] = 1
  return result
})
/** n values from a to b, inclusive. */
define('linspace', [3, 3], 'vector', (a: number, b: number, n: unknown) =>
  Float64Array.from({ length: count('linspace', n) }, (_, i) => a + ((b - a) * i) / ((n as number) - 1 || 1)),
)

/** Shape of the result of functions for which it depends on the arguments, by the shapes of these. */
const SHAPES: Readonly<Record<string, (args: readonly string[]) => 'scalar' | 'vector' | 'matrix'>> = {
  zeros: (args) => (args.length > 1 ? 'matrix' : 'vector'),
  ones: (args) => (args.length > 1 ? 'matrix' : 'vector'),
  fill: (args) => (args.length > 2 ? 'matrix' : 'vector'),
  size: (args) => (args.length > 1 ? 'scalar' : 'vector'),
  cat: ([, ...args]) => (args.includes('matrix') ? 'matrix' : 'vector'),
  solve: ([, b]) => (b === 'matrix' ? 'matrix' : 'vector'),
  productOfOthers: ([a]) => (a === 'matrix' ? 'matrix' : 'vector'),
}

/** Shape of the result of such a function; undefined: it does not depend on the arguments. */
export function shapeByArguments(
  fn: string,
  shapes: () => readonly string[],
): 'scalar' | 'vector' | 'matrix' | undefined {
  return Object.hasOwn(SHAPES, fn) ? SHAPES[fn](shapes()) : undefined
}

/** `min(a)` and `max(a)` of an array are one number; with more arguments they act element by element. */
export function isReduction(info: FunctionInfo, nArgs: number): boolean {
  return nArgs === 1 && (info === table.get('min') || info === table.get('max'))
}

function modulo(x: number, y: number): number {
  return x - Math.floor(x / y) * y
}

function numbers(fn: string, value: unknown): Float64Array {
  if (typeof value === 'number') return Float64Array.of(value)
  if (!isNumeric(value)) throw wrong(fn, 'a vector or matrix', value)
  return dataOf(value)
}

function elementAtExtreme(fn: string, values: unknown, others: unknown, sign: number): number {
  const data = numbers(fn, values)
  let at = 0
  for (let i = 1; i < data.length; i++) if (sign * data[i] > sign * data[at]) at = i
  // a number stands for an array of equal elements
  return typeof others === 'number' ? others : numbers(fn, others)[at]
}

function countTrue(fn: string, value: unknown): number {
  const isVector = value instanceof Float64Array ? value.length === 0 : Array.isArray(value)
  if (!isVector || !(value as unknown[]).every((each) => typeof each === 'boolean'))
    throw wrong(fn, 'a vector of Booleans', value)
  return (value as boolean[]).filter((each) => each).length
}

function vector(fn: string, value: unknown, length?: number): Float64Array {
  if (value instanceof Float64Array && (length === undefined || value.length === length)) return value
  throw wrong(fn, length === undefined ? 'a vector' : `a vector of ${length}`, value)
}

function sizes(fn: string, value: unknown): number[] {
  if (isMatrix(value)) return [value.rows, value.cols]
  if (value instanceof Float64Array || Array.isArray(value)) return [value.length]
  throw wrong(fn, 'an array', value)
}

function filled(fn: string, value: number, n: unknown, m: unknown): Float64Array | MatrixValue {
  if (m === undefined) return new Float64Array(count(fn, n)).fill(value)
  if (count(fn, n) * count(fn, m) > MAX_ELEMENTS)
    throw wrong(fn, `at most ${MAX_ELEMENTS} elements`, `${n}×${m}`)
  const result = createMatrix(count(fn, n), count(fn, m))
  result.data.fill(value)
  return result
}

function count(fn: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw wrong(fn, 'a number of elements', value)
  if (value > MAX_ELEMENTS) throw wrong(fn, `at most ${MAX_ELEMENTS} elements`, value)
  return value
}

function wrong(fn: string, expected: string, found: unknown): VarioError {
  const shown = typeof found === 'number' ? String(found) : describeValue(found)
  return new VarioError('EVALUATION', `${fn}: expected ${expected}, got ${shown}.`)
}
