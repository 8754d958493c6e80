/** Equations that are linear in a name. */

import {
  add,
  array,
  call,
  div,
  elementwise,
  ifExpr,
  index,
  isNumber,
  isZero,
  mul,
  neg,
  sub,
  ZERO,
} from '../build.ts'
import type { CallExpr, Expr } from '../expr.ts'
import { printExpr } from '../print-expr.ts'
import { equalExpr, fold } from '../traverse.ts'
import { simplify } from './simplify.ts'

/** `expr = factor*name + rest`, with factor and rest free of the name. */
export interface LinearParts {
  readonly factor: Expr
  readonly rest: Expr
}

/** An equation solved for a name. */
export interface LinearSolution {
  /** The expression for the name. */
  readonly solution: Expr
  /** Divisor of the equation: a literal, or an expression that may be zero. */
  readonly factor: Expr
}

/**
 * Parts of a subtree; without a factor the subtree is independent of the name; 'nonlinear' without a linear form.
 */
type Parts = { readonly factor: Expr | null; readonly rest: Expr } | 'nonlinear'

/** Values of the past, which do not depend on the current value of a name. */
const PAST = new Set(['pre', 'previous', 'der'])

/**
 * Splits an expression into `factor*variable + rest`; null if it is not linear. A derivative is a variable of its own:
 * `linearFactor(e, 'der(x)')`. For a variable that is an array, the caller must ensure that the factor is a scalar.
 */
export function linearFactor(expr: Expr, variable: string): LinearParts | null {
  const parts = fold<Parts>(
    expr,
    (node, children) => combine(node, children),
    (node) => enter(node, variable),
  )
  if (parts === 'nonlinear') return null
  return { factor: parts.factor === null ? ZERO : simplify(parts.factor), rest: simplify(parts.rest) }
}

/** Solves `left = right` for the variable; null if it is not linear in it or does not contain it. */
export function solveFor(left: Expr, right: Expr, variable: string): LinearSolution | null {
  const l = linearFactor(left, variable)
  const r = linearFactor(right, variable)
  if (l === null || r === null) return null
  const factor = simplify(sub(l.factor, r.factor))
  if (isZero(factor)) return null
  // signs such that 0 = a - x gives x = a
  if (isNumber(factor, -1)) return { solution: simplify(sub(l.rest, r.rest)), factor }
  return { solution: simplify(div(sub(r.rest, l.rest), factor)), factor }
}

function enter(node: Expr, variable: string): Parts | undefined {
  if (node.kind === 'name')
    return node.name === variable ? { factor: { kind: 'number', value: 1 }, rest: ZERO } : free(node)
  if (node.kind === 'call' && node.fn === 'der' && printExpr(node) === variable)
    return { factor: { kind: 'number', value: 1 }, rest: ZERO }
  if (node.kind === 'call' && PAST.has(node.fn)) return free(node)
  if (node.kind !== 'comprehension' || node.variable !== variable) return undefined
  return linearFactor(node.range, variable)?.factor === ZERO ? free(node) : 'nonlinear'
}

function free(rest: Expr): Parts {
  return { factor: null, rest }
}

function combine(node: Expr, parts: readonly Parts[]): Parts {
  if (parts.includes('nonlinear')) return 'nonlinear'
  const known = parts as { factor: Expr | null; rest: Expr }[]
  if (known.every((part) => part.factor === null)) return free(node)
  const factors = known.map((part) => part.factor ?? ZERO)
  const rests = known.map((part) => part.rest)
  const isFree = known.map((part) => part.factor === null)

  switch (node.kind) {
    case 'call':
      return combineCall(node, factors, rests, isFree)
    case 'array':
      return { factor: array(...factors), rest: array(...rests) }
    case 'if': {
      if (!isFree[0]) return 'nonlinear'
      const choose = (a: Expr, b: Expr): Expr => (equalExpr(a, b) ? a : ifExpr(node.condition, a, b))
      return { factor: choose(factors[1], factors[2]), rest: choose(rests[1], rests[2]) }
    }
    case 'index': {
      if (!isFree.slice(1).every(Boolean) || !isArrayOfScalars(factors[0])) return 'nonlinear'
      return { factor: index(factors[0], node.subscripts), rest: index(rests[0], node.subscripts) }
    }
    case 'comprehension':
      if (!isFree[1]) return 'nonlinear'
      return { factor: { ...node, body: factors[0] }, rest: { ...node, body: rests[0] } }
    default:
      return 'nonlinear'
  }
}

function combineCall(node: CallExpr, factors: Expr[], rests: Expr[], isFree: boolean[]): Parts {
  const { fn, args } = node
  const both = (f: (a: Expr, b: Expr) => Expr): Parts => ({
    factor: f(factors[0], factors[1]),
    rest: f(rests[0], rests[1]),
  })
  switch (fn) {
    case '+':
      return both(add)
    case '-':
      return both(sub)
    case '.+':
    case '.-':
      // a number plus an array has no scalar factor
      return isFree.some(Boolean) ? 'nonlinear' : both((a, b) => elementwise(fn, a, b))
    case 'neg':
      return { factor: neg(factors[0]), rest: neg(rests[0]) }
    case '*':
    case '.*': {
      const times = fn === '*' ? mul : (a: Expr, b: Expr): Expr => elementwise(fn, a, b)
      if (isFree[0]) return { factor: times(args[0], factors[1]), rest: times(args[0], rests[1]) }
      if (isFree[1]) return { factor: times(factors[0], args[1]), rest: times(rests[0], args[1]) }
      return 'nonlinear'
    }
    case '/':
    case './': {
      const over = fn === '/' ? div : (a: Expr, b: Expr): Expr => elementwise(fn, a, b)
      return isFree[1] ? { factor: over(factors[0], args[1]), rest: over(rests[0], args[1]) } : 'nonlinear'
    }
    case '^':
      return isNumber(args[1], 1) ? { factor: factors[0], rest: rests[0] } : 'nonlinear'
    case 'noEvent':
      return { factor: call(fn, factors[0]), rest: call(fn, rests[0]) }
    case 'implicitDependency':
      return isFree.slice(1).every(Boolean) ? { factor: factors[0], rest: rests[0] } : 'nonlinear'
    case 'sum':
      return isArrayOfScalars(factors[0])
        ? { factor: call(fn, factors[0]), rest: call(fn, rests[0]) }
        : 'nonlinear'
    default:
      return 'nonlinear'
  }
}

/**
 * True if the factor proves that the variable is a scalar inside of an array: only then its elements are meaningful.
 */
function isArrayOfScalars(factor: Expr): boolean {
  return factor.kind === 'array' || factor.kind === 'comprehension'
}
