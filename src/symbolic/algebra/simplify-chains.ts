/** Sums and products of any length, each simplified as a whole. */

import { add, call, div, isZero, mul, neg, number, ONE, sub, ZERO } from '../build.ts'
import type { CallExpr, Expr } from '../expr.ts'
import { printExpr } from '../print-expr.ts'
import { equalExpr } from '../traverse.ts'

type Simplify = (expr: Expr) => Expr

/** A term: `coefficient*rest`. */
interface Term {
  coefficient: number
  readonly rest: Expr
}

/**
 * A sum `a + b - c …`: numbers are added, equal terms are combined. Terms stay in the order of their first occurrence.
 */
export function simplifySum(node: CallExpr, simplify: Simplify): Expr {
  let constant = 0
  const terms: Term[] = []
  const byText = new Map<string, Term[]>()
  const addTerm = (sign: number, expr: Expr): void => {
    if (isZero(expr)) return
    if (expr.kind === 'number') {
      constant += sign * expr.value
      return
    }
    const { coefficient, rest } = splitCoefficient(expr)
    const key = printExpr(rest)
    const same = byText.get(key)
    const known = same?.find((term) => equalExpr(term.rest, rest))
    if (known !== undefined) {
      known.coefficient += sign * coefficient
      return
    }
    const term = { coefficient: sign * coefficient, rest }
    terms.push(term)
    if (same === undefined) byText.set(key, [term])
    else same.push(term)
  }

  forEachTerm(node, 1, (sign, term) => {
    // a simplified term may be a sum again
    forEachTerm(simplify(term), sign, addTerm)
  })
  return joinTerms(terms, constant)
}

function joinTerms(terms: readonly Term[], constant: number): Expr {
  // a number comes last, except after a leading minus sign
  const left = terms.filter((term) => term.coefficient !== 0)
  const isFirst = constant !== 0 && left.length > 0 && left[0].coefficient < 0
  let result: Expr = isFirst ? number(constant) : ZERO
  for (const { coefficient, rest } of left) {
    if (result === ZERO) result = scale(coefficient, rest)
    else if (coefficient > 0) result = add(result, scale(coefficient, rest))
    else result = sub(result, scale(-coefficient, rest))
  }
  if (isFirst || constant === 0) return result
  return constant < 0 && left.length > 0 ? sub(result, number(-constant)) : add(result, number(constant))
}

/** Calls `visit` for every term of nested sums, differences and negations, from left to right. */
function forEachTerm(expr: Expr, sign: number, visit: (sign: number, term: Expr) => void): void {
  const stack: [number, Expr][] = [[sign, expr]]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const [s, node] = item
    if (node.kind === 'call' && node.fn === 'neg') stack.push([-s, node.args[0]])
    else if (node.kind === 'call' && (node.fn === '+' || node.fn === '-')) {
      stack.push([node.fn === '-' ? -s : s, node.args[1]])
      stack.push([s, node.args[0]])
    } else visit(s, node)
  }
}

/** `coefficient*rest`, with the coefficient at the left end of a product; the reverse of `splitCoefficient`. */
function scale(coefficient: number, rest: Expr): Expr {
  if (coefficient === 1) return rest
  const spine: CallExpr[] = []
  let node = rest
  while (node.kind === 'call' && (node.fn === '*' || node.fn === '/')) {
    spine.push(node)
    node = node.args[0]
  }
  if (coefficient === -1 && node.kind !== 'number') return neg(rest)
  let result = mul(number(coefficient), node)
  for (let i = spine.length - 1; i >= 0; i--) result = call(spine[i].fn, result, spine[i].args[1])
  return result
}

/** `expr` = coefficient*rest. */
function splitCoefficient(expr: Expr): Term {
  // the coefficient is at the left end of the product
  const spine: CallExpr[] = []
  let node = expr
  while (node.kind === 'call' && (node.fn === '*' || node.fn === '/') && node.args[0].kind !== 'number') {
    spine.push(node)
    node = node.args[0]
  }
  if (node.kind === 'call' && node.fn === 'neg' && spine.length === 0) {
    const { coefficient, rest } = splitCoefficient(node.args[0])
    return { coefficient: -coefficient, rest }
  }
  if (node.kind !== 'call' || (node.fn !== '*' && node.fn !== '/')) return { coefficient: 1, rest: expr }
  const [factor, operand] = node.args
  if (factor.kind !== 'number') return { coefficient: 1, rest: expr }
  let rest: Expr = node.fn === '*' ? operand : call('/', ONE, operand)
  for (let i = spine.length - 1; i >= 0; i--) rest = call(spine[i].fn, rest, spine[i].args[1])
  return { coefficient: factor.value, rest }
}

/**
 * A product `a*b/c …`: numbers are multiplied and moved to the front. Everything else keeps its place, because products
 * of vectors and matrices are neither commutative nor, with the scalar product, associative.
 */
export function simplifyProduct(node: CallExpr, simplify: Simplify): Expr {
  const spine: CallExpr[] = []
  let first: Expr = node
  while (first.kind === 'call' && (first.fn === '*' || first.fn === '/')) {
    spine.push(first)
    first = first.args[0]
  }

  // numerator and denominator: numbers separated from the rest
  let above = 1
  let below = 1
  const factors: { fn: string; expr: Expr }[] = []
  const addFactor = (fn: string, expr: Expr): void => {
    const simple = simplify(expr)
    const { coefficient, rest } =
      simple.kind === 'number' ? { coefficient: simple.value, rest: ONE } : splitCoefficient(simple)
    if (fn === '*') above *= coefficient
    else below *= coefficient
    if (rest !== ONE) factors.push({ fn, expr: rest })
  }
  addFactor('*', first)
  for (let i = spine.length - 1; i >= 0; i--) addFactor(spine[i].fn, spine[i].args[1])
  if (below === 0 || !Number.isFinite(above) || !Number.isFinite(below)) return node
  if (above === 0 || factors.some(({ fn, expr }) => fn === '*' && isZero(expr))) return ZERO

  // a quotient of numbers becomes one number if that is exact
  const sign = Math.sign(above) * Math.sign(below)
  let numerator = Math.abs(above)
  let denominator = Math.abs(below)
  if (factors.length === 0) return number((sign * numerator) / denominator)
  if (Number.isInteger(numerator / denominator)) [numerator, denominator] = [numerator / denominator, 1]
  else if (denominator !== 1 && Number.isInteger(denominator / numerator))
    [numerator, denominator] = [1, denominator / numerator]
  const isSignInside = numerator !== 1 || factors[0].fn === '/'
  let result: Expr = number(isSignInside ? sign * numerator : 1)
  for (const { fn, expr } of factors) result = fn === '*' ? mul(result, expr) : div(result, expr)
  result = div(result, number(denominator))
  return sign < 0 && !isSignInside ? scale(-1, result) : result
}
