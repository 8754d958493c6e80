/**
 * Reduces expressions: collects constants and equal terms, evaluates constant parts. The value stays the same for
 * finite values, up to rounding. The number 0 represents a zero of every shape, see build.ts.
 */

import { applyBinary } from '../arithmetic.ts'
import { boolean, elementwise, ifExpr, index, isZero, number, pow, ZERO } from '../build.ts'
import { BUILTINS } from '../builtins.ts'
import type { CallExpr, Expr } from '../expr.ts'
import { COMPARISONS, SYMBOL_OPERATORS } from '../operators.ts'
import { childrenOf, equalExpr, fold, someNode, withChildren } from '../traverse.ts'
import { simplifyProduct, simplifySum } from './simplify-chains.ts'

const SUMS = new Set(['+', '-', 'neg'])
const PRODUCTS = new Set(['*', '/'])
/** Functions that are zero where one of their arguments is. */
const LINEAR = new Set([
  'sum',
  'transpose',
  'diagonal',
  'skew',
  'symmetric',
  'dot',
  'cross',
  'outerProduct',
  'der',
  'noEvent',
])

/** A simpler expression with the same value. */
export function simplify(expr: Expr): Expr {
  return fold<Expr>(
    expr,
    (node, parts) => simplifyNode(withChildren(node, keepShapes(node, parts))),
    (node) => {
      // sums and products are simplified as a whole, once
      if (node.kind !== 'call') return undefined
      if (node.fn === 'zerosLike') return node
      if (SUMS.has(node.fn)) return simplifySum(node, simplify)
      return PRODUCTS.has(node.fn) ? simplifyProduct(node, simplify) : undefined
    },
  )
}

/**
 * Where `v - v` has become the number 0, which represents a zero of every shape, the shape must be kept: in a row of a
 * matrix, a branch of an `if`, an argument of a function.
 */
function keepShapes(node: Expr, parts: readonly Expr[]): readonly Expr[] {
  const isCall = node.kind === 'call' && !SYMBOL_OPERATORS.has(node.fn) && !LINEAR.has(node.fn)
  const isPlace =
    isCall ||
    node.kind === 'array' ||
    node.kind === 'if' ||
    node.kind === 'comprehension' ||
    node.kind === 'index'
  if (!isPlace || !parts.some((part) => part.kind === 'number')) return parts
  const originals = childrenOf(node)
  return parts.map((part, i) => (part.kind === 'number' && hasNames(originals[i]) ? originals[i] : part))
}

function hasNames(expr: Expr): boolean {
  return expr.kind !== 'number' && someNode(expr, (node) => node.kind === 'name')
}

function simplifyNode(node: Expr): Expr {
  if (node.kind === 'if') {
    if (equalExpr(node.then, node.else)) return node.then
    return node.condition.kind === 'boolean' ? ifExpr(node.condition, node.then, node.else) : node
  }
  if (node.kind === 'index') return index(node.base, node.subscripts)
  return node.kind === 'call' ? simplifyCall(node) : node
}

function simplifyCall(node: CallExpr): Expr {
  const { fn, args } = node
  const [a, b] = args
  if (fn === '^') return pow(a, b)
  if (fn === '.*' || fn === './' || fn === '.+' || fn === '.-') return elementwise(fn, a, b)
  if (fn === 'and' || fn === 'or') return simplifyLogic(node)
  if (fn === 'not') return a.kind === 'boolean' ? boolean(!a.value) : isCall(a, 'not') ? a.args[0] : node
  if (COMPARISONS.has(fn) && a.kind === 'number' && b.kind === 'number')
    return boolean(applyBinary(fn, a.value, b.value) as boolean)
  if (LINEAR.has(fn) && args.some(isZero)) return ZERO
  if (fn === 'der' && a.kind === 'number') return ZERO
  if (fn === 'noEvent' && (a.kind === 'number' || a.kind === 'boolean' || a.kind === 'name')) return a

  // functions of numbers
  const info = BUILTINS.get(fn)
  const numbers = args.flatMap((arg) => (arg.kind === 'number' ? [arg.value] : []))
  if (info?.shape !== 'like' || numbers.length !== args.length) return node
  const value = (info.evaluate as (...values: number[]) => number)(...numbers)
  return Number.isFinite(value) ? number(value) : node
}

function simplifyLogic(node: CallExpr): Expr {
  const decides = node.fn === 'or'
  const [a, b] = node.args
  if (a.kind === 'boolean') return a.value === decides ? a : b
  if (b.kind === 'boolean') return b.value === decides ? b : a
  return equalExpr(a, b) ? a : node
}

function isCall(node: Expr, fn: string): node is CallExpr {
  return node.kind === 'call' && node.fn === fn
}
