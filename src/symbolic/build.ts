/**
 * Constructors with free simplifications: 0 + x, 1*x, literals. The number 0 represents a zero of every shape; so 0
 * plus a vector is the vector. For values that are not finite, 0*x is 0 here.
 */

import { power } from './arithmetic.ts'
import type { ArrayExpr, BooleanExpr, CallExpr, Expr, NameExpr, NumberExpr } from './expr.ts'

/** The number 0. */
export const ZERO: NumberExpr = Object.freeze({ kind: 'number', value: 0 })
/** The number 1. */
export const ONE: NumberExpr = Object.freeze({ kind: 'number', value: 1 })

/** The literal `value`. */
export function number(value: number): NumberExpr {
  return { kind: 'number', value }
}

/** The literal true or false. */
export function boolean(value: boolean): BooleanExpr {
  return { kind: 'boolean', value }
}

/** The variable or parameter `fullName`. */
export function name(fullName: string): NameExpr {
  return { kind: 'name', name: fullName }
}

/** A call, or the use of an operator. */
export function call(fn: string, ...args: readonly Expr[]): CallExpr {
  return { kind: 'call', fn, args }
}

/** A vector; a matrix if the elements are arrays. */
export function array(...elements: readonly Expr[]): ArrayExpr {
  return { kind: 'array', elements }
}

/** True for the number `value`; -0 counts as 0. */
export function isNumber(expr: Expr, value: number): boolean {
  return expr.kind === 'number' && expr.value === value
}

/** True for the number 0, for an array of zeros and for `zerosLike(x)`. */
export function isZero(expr: Expr): boolean {
  if (expr.kind === 'number') return expr.value === 0
  if (expr.kind === 'array') return expr.elements.length > 0 && expr.elements.every(isZero)
  return expr.kind === 'call' && expr.fn === 'zerosLike'
}

function isNeg(expr: Expr): expr is CallExpr {
  return expr.kind === 'call' && expr.fn === 'neg'
}

/** -a. */
export function neg(a: Expr): Expr {
  if (a.kind === 'number') return number(a.value === 0 ? 0 : -a.value)
  if (isNeg(a)) return a.args[0]
  return isZero(a) ? a : call('neg', a)
}

/** a + b. */
export function add(a: Expr, b: Expr): Expr {
  if (a.kind === 'number' && b.kind === 'number') return number(a.value + b.value)
  if (isZero(a) && !isZero(b)) return b
  if (isZero(b)) return isNumber(a, 0) ? b : a
  if (isNeg(b)) return sub(a, b.args[0])
  return call('+', a, b)
}

/** a - b. */
export function sub(a: Expr, b: Expr): Expr {
  if (a.kind === 'number' && b.kind === 'number') return number(a.value - b.value)
  if (isZero(b)) return isNumber(a, 0) ? b : a
  if (isZero(a)) return neg(b)
  if (isNeg(b)) return add(a, b.args[0])
  return call('-', a, b)
}

/** a*b. */
export function mul(a: Expr, b: Expr): Expr {
  return product('*', a, b)
}

/** a/b. */
export function div(a: Expr, b: Expr): Expr {
  return quotient('/', a, b)
}

/** a^b. `a^0` is not simplified: for a matrix it is an identity matrix. */
export function pow(a: Expr, b: Expr): Expr {
  if (isNumber(b, 1)) return a
  if (a.kind === 'number' && b.kind === 'number') return finite(power(a.value, b.value)) ?? call('^', a, b)
  return call('^', a, b)
}

/** Element by element; a scalar combines with every element. */
export function elementwise(fn: '.+' | '.-' | '.*' | './', a: Expr, b: Expr): Expr {
  if (fn === '.*') return product('.*', a, b)
  if (fn === './') return quotient('./', a, b)
  if (isNumber(b, 0)) return a
  if (isNumber(a, 0)) return fn === '.+' ? b : neg(b)
  if (a.kind === 'number' && b.kind === 'number') return fn === '.+' ? add(a, b) : sub(a, b)
  return call(fn, a, b)
}

/** One of two values. */
export function ifExpr(condition: Expr, then: Expr, otherwise: Expr): Expr {
  if (condition.kind === 'boolean') return condition.value ? then : otherwise
  return { kind: 'if', condition, then, else: otherwise }
}

/** `base[subscripts]`; an element of a zero is 0, an element of a literal array is that element. */
export function index(base: Expr, subscripts: readonly Expr[]): Expr {
  if (isNumber(base, 0)) return ZERO
  const [first] = subscripts
  if (base.kind === 'array' && !base.isBlocks && first.kind === 'number' && Number.isInteger(first.value)) {
    const element = base.elements[first.value - 1]
    if (element !== undefined) return subscripts.length === 1 ? element : index(element, subscripts.slice(1))
  }
  return { kind: 'index', base, subscripts }
}

function product(fn: '*' | '.*', a: Expr, b: Expr): Expr {
  if (a.kind === 'number' && b.kind === 'number') return finite(a.value * b.value) ?? call(fn, a, b)
  if (isZero(a) || isZero(b)) return ZERO
  if (isNumber(a, 1)) return b
  if (isNumber(b, 1)) return a
  if (isNumber(a, -1)) return neg(b)
  if (isNumber(b, -1)) return neg(a)
  if (isNeg(a)) return neg(product(fn, a.args[0], b))
  if (isNeg(b)) return neg(product(fn, a, b.args[0]))
  return call(fn, a, b)
}

function quotient(fn: '/' | './', a: Expr, b: Expr): Expr {
  if (a.kind === 'number' && b.kind === 'number') return finite(a.value / b.value) ?? call(fn, a, b)
  if (isNumber(b, 1)) return a
  if (isNumber(b, -1)) return neg(a)
  if (isZero(a) && !isNumber(b, 0)) return ZERO
  if (isNeg(a)) return neg(quotient(fn, a.args[0], b))
  if (isNeg(b)) return neg(quotient(fn, a, b.args[0]))
  return call(fn, a, b)
}

/** A literal, unless the value has overflowed or is undefined; then the run must show it. */
function finite(value: number): NumberExpr | undefined {
  return Number.isFinite(value) ? number(value) : undefined
}
