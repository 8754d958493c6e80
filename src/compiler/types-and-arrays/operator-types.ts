/** Types of binary operators. */
import { type CallExpr, type Expr, show, typeError } from '../../symbolic/index.ts'
import { BOOLEAN, NUMBER, NUMERIC, type Signature } from './signatures.ts'
import { describeType, isArrayType, unite, type ValueType } from './value-type.ts'

/** An operand of a relation. */
const COMPARED: Signature = { types: ['scalar'], words: 'a number' }

/** Returns `type`, the type of `e`, if `signature` contains it. */
export function accept(
  e: Expr,
  type: ValueType,
  signature: Signature,
  where: string,
  around: Expr = e,
): ValueType {
  if (type === 'unknown' || signature.types.includes(type)) return type
  const found = `${show(e)} is ${describeType(type)}`
  const message = `${where}: expected ${signature.words}, but ${found}.${adviceFor(type, signature)}`
  throw typeError(message, e, around)
}

/** Type of `left fn right`, from the types of its operands. */
export function typeOfOperator(e: CallExpr, a: ValueType, b: ValueType): ValueType {
  const [left, right] = e.args
  const { fn } = e
  switch (fn) {
    case 'and':
    case 'or':
      accept(left, a, BOOLEAN, operands(fn), e)
      accept(right, b, BOOLEAN, operands(fn), e)
      return 'boolean'
    case '<':
    case '<=':
    case '>':
    case '>=':
      accept(left, a, COMPARED, operands(fn), e)
      accept(right, b, COMPARED, operands(fn), e)
      return 'boolean'
    case '==':
    case '<>':
      return typeOfEquality(e, a, b)
    case '^': {
      accept(right, b, NUMBER, "The exponent of '^' (element by element: '.^')", e)
      const words = "a number or a square matrix (element by element: '.^')"
      return accept(left, a, { types: ['scalar', 'matrix'], words }, "The base of '^'", e)
    }
    case '/':
      accept(right, b, NUMBER, "The divisor of '/' (element by element: './')", e)
      return accept(left, a, NUMERIC, operands(fn), e)
  }
  if (fn === '+' && a === 'string' && b === 'string') return 'string'
  accept(left, a, NUMERIC, operands(fn), e)
  accept(right, b, NUMERIC, operands(fn), e)
  if (fn === '*') return typeOfProduct(a, b)
  return fn === '+' || fn === '-' ? typeOfSum(e, a, b) : byElement(e, left, a, right, b)
}

export function operands(fn: string): string {
  return `The operands of '${fn}'`
}

/** Common type of values that are combined element by element; numbers combine with every element. */
export function byElement(e: CallExpr, first: Expr, a: ValueType, second: Expr, b: ValueType): ValueType {
  const where = /^\w+$/.test(e.fn) ? `The arguments of ${e.fn}` : operands(e.fn)
  accept(first, a, NUMERIC, where, e)
  accept(second, b, NUMERIC, where, e)
  if (isArrayType(a) && isArrayType(b) && a !== b) throw doNotFit(e, first, a, second, b)
  return a === 'scalar' || (a === 'unknown' && b !== 'scalar') ? b : a
}

/** Type of `a + b` for numbers or arrays of the same kind; a number and an array need `.+`. */
function typeOfSum(e: CallExpr, a: ValueType, b: ValueType): ValueType {
  const type = unite(a, b)
  if (type !== null) return type
  const isMixed = a === 'scalar' || b === 'scalar'
  const advice = isMixed ? ` Write .${e.fn} to combine a number with every element.` : ''
  throw doNotFit(e, e.args[0], a, e.args[1], b, advice)
}

function typeOfProduct(a: ValueType, b: ValueType): ValueType {
  if (a === 'unknown' || b === 'unknown') return 'unknown'
  if (a === 'scalar') return b
  if (b === 'scalar') return a
  if (a === 'vector' && b === 'vector') return 'scalar'
  return a === 'matrix' && b === 'matrix' ? 'matrix' : 'vector'
}

/** Type of a comparison: numbers, Booleans and texts can be compared with values of the same type. */
function typeOfEquality(e: CallExpr, a: ValueType, b: ValueType): ValueType {
  const type = unite(a, b)
  if (type === null || isArrayType(type))
    throw doNotFit(e, e.args[0], a, e.args[1], b, ' Expected two numbers, two Booleans or two texts.')
  return 'boolean'
}

function doNotFit(e: CallExpr, left: Expr, a: ValueType, right: Expr, b: ValueType, advice = ''): Error {
  const found = `${show(left)} is ${describeType(a)}, ${show(right)} is ${describeType(b)}`
  return typeError(`${operands(e.fn)}: expected compatible ones, got others: ${found}.${advice}`, e)
}

function adviceFor(type: ValueType, expected: Signature): string {
  if (expected === COMPARED && isArrayType(type))
    return ' Elements are compared one by one: [x[i] > 1 for i in 1:size(x, 1)].'
  if (type === 'string') return ' A text from a number is written String(x).'
  if (type === 'boolean' && expected !== BOOLEAN)
    return ' A number from a Boolean is written if … then 1 else 0.'
  return type === 'scalar' && expected === BOOLEAN ? ' Write a relation such as x > 0.5.' : ''
}
