/** The derivative of a call, given the derivatives of its arguments. */

import { describe, VarioError } from '../../base/index.ts'
import {
  add,
  call,
  div,
  elementwise,
  ifExpr,
  isNumber,
  isZero,
  mul,
  name,
  neg,
  number,
  ONE,
  pow,
  sub,
  ZERO,
} from '../build.ts'
import { BUILTINS } from '../builtins.ts'
import type { CallExpr, Expr, ObjectExpr } from '../expr.ts'
import { type FunctionInfo, type JacobianSite, shapeOfCall } from '../functions.ts'
import { substitute } from '../names.ts'
import { errorAt } from '../source-text.ts'
import { mapExpr } from '../traverse.ts'

export interface CallRules {
  readonly functions?: ReadonlyMap<string, FunctionInfo>
  /** True for derivatives with respect to time, which include changes of the memory of a function. */
  readonly isTotal?: boolean
  readonly ofHidden: (node: CallExpr, parts: readonly Expr[]) => Expr
  /** A zero of the shape of an expression. */
  readonly zeroOf: (expr: Expr) => Expr
  readonly isArray: (expr: Expr) => boolean
}

/** Maximum power of a matrix whose derivative is expanded. */
const MAX_POWER_RULE = 10

/** `d`: derivatives of the arguments. */
type Rule = (args: readonly Expr[], d: readonly Expr[], node: CallExpr, rules: CallRules) => Expr

/** Rules that are not a sum of partial derivatives times derivatives of arguments. */
const RULES: Readonly<Record<string, Rule>> = {
  '+': (_, [da, db]) => add(da, db),
  '-': (_, [da, db]) => sub(da, db),
  neg: (_, [da]) => neg(da),
  '*': ([a, b], [da, db]) => add(mul(da, b), mul(a, db)),
  // (a/b)' = (a' - (a/b)*b')/b
  '/': ([, b], [da, db], node) => div(sub(da, mul(node, db)), b),
  '^': ([a, b], [da, db], node, rules) =>
    rules.isArray(a) ? deriveMatrixPower(a, b, da, db, node) : derivePower(a, b, da, db, node, mul, div),
  '.+': ([a, b], [da, db], _, rules) => elementwise('.+', widen(a, da, rules), widen(b, db, rules)),
  '.-': ([a, b], [da, db], _, rules) => elementwise('.-', widen(a, da, rules), widen(b, db, rules)),
  '.*': ([a, b], [da, db], _, rules) => addShaped(elementwise('.*', da, b), elementwise('.*', a, db), rules),
  './': ([, b], [da, db], node, rules) => {
    const inner = isZero(db) ? da : addShaped(da, neg(elementwise('.*', node, db)), rules)
    return elementwise('./', inner, b)
  },
  '.^': ([a, b], [da, db], node) => {
    const times = (x: Expr, y: Expr): Expr => elementwise('.*', x, y)
    return derivePower(a, b, da, db, node, times, (x, y) => elementwise('./', x, y))
  },
  noEvent: (_, [da]) => call('noEvent', da),
  $result: ([, ...which], [da]) => call('$result', da, ...which),
  $jacobianTimes: deriveProduct,
  implicitDependency: (_, parts, node, rules) => rules.ofHidden(node, parts),
  sum: (_, [da]) => call('sum', da),
  transpose: (_, [da]) => call('transpose', da),
  diagonal: (_, [da]) => call('diagonal', da),
  skew: (_, [da]) => call('skew', da),
  fill: ([, ...sizes], [dx]) => call('fill', dx, ...sizes),
  linspace: ([, , n], [da, db]) => call('linspace', da, db, n),
  dot: ([a, b], [da, db]) => add(bilinear('dot', da, b), bilinear('dot', a, db)),
  // x = A^-1 b: A x' = b' - A' x
  solve: ([a], [da, db], node) => call('solve', a, sub(db, mul(da, node))),
  inv: (_, [da], node) => neg(mul(mul(node, da), node)),
  det: ([a], [da]) => call('sum', elementwise('.*', call('cofactors', a), da)),
  product: ([a], [da]) => call('sum', elementwise('.*', call('productOfOthers', a), da)),
  cat: ([k, ...args], [, ...d], _, rules) =>
    call('cat', k, ...d.map((each, i) => widen(args[i], each, rules))),
  outerProduct: ([a, b], [da, db]) => add(bilinear('outerProduct', da, b), bilinear('outerProduct', a, db)),
  symmetric: (_, [da]) => call('symmetric', da),
  cross: ([a, b], [da, db]) => add(bilinear('cross', da, b), bilinear('cross', a, db)),
  // of a vector or a matrix
  norm: ([a], [da], node) => div(call('sum', elementwise('.*', a, da)), node),
  // elements that are chosen by values, which have a derivative of their own
  atMax: ([a], [, d]) => call('atMax', a, d),
  atMin: ([a], [, d]) => call('atMin', a, d),
  ofLarger: ([a, b], [, , da, db]) => call('ofLarger', a, b, da, db),
  min: (args, d, node, rules) => deriveExtreme('<', args, d, node, rules),
  max: (args, d, node, rules) => deriveExtreme('>', args, d, node, rules),
}

/**
 * The derivative of `node`.
 *
 * @param parts derivatives of the arguments
 * @throws VarioError with code `DERIVATIVE`
 */
export function deriveCall(node: CallExpr, parts: readonly Expr[], rules: CallRules): Expr {
  const registered = rules.functions?.get(node.fn)
  const isHidden = rules.isTotal === true && registered?.hasMemory === true
  if (parts.every(isZero) && !isHidden) return ZERO
  if (registered === undefined && Object.hasOwn(RULES, node.fn))
    return RULES[node.fn](node.args, parts, node, rules)
  const info = registered ?? BUILTINS.get(node.fn)
  if (info?.derivativeFunction !== undefined) {
    const derivatives = parts.map((part, i) => (isNumber(part, 0) ? rules.zeroOf(node.args[i]) : part))
    const { derivativeFunction: rate } = info
    return call(typeof rate === 'string' ? rate : rate.name, ...node.args, ...derivatives)
  }
  if (isHidden) throw hidesItsDerivative(node, registered)
  if (typeof info?.jacobian === 'function') return multiplyJacobian(node, parts, info, rules)
  if (info?.derivative === undefined || (info.results ?? 1) > 1) throw notDifferentiable(node, info)
  const isElementwise = info.shape === 'like' && node.args.some(rules.isArray)
  const partials = isElementwise ? partialsPerElement(info, node) : partialsOf(info, node.args, node)
  return chainRule(node, parts, partials, isElementwise, rules)
}

/** The Jacobian that a function returns as one matrix, times the derivatives of its arguments. */
function multiplyJacobian(
  node: CallExpr,
  parts: readonly Expr[],
  info: FunctionInfo,
  rules: CallRules,
): Expr {
  const all = info.linearIn ?? node.args.map((_, i) => i)
  const columns = info.selectsColumns === true ? all.filter((i) => !isZero(parts[i])) : all
  parts.forEach((part, i) => {
    if (!isZero(part) && !all.includes(i)) throw lacksPartial(node, i)
  })
  if (shapeOfCall(info) === 'object') throw notDifferentiable(node, info)
  const isAlongDirections = rules.isTotal !== true
  const site: JacobianSite = { info, nArgs: node.args.length, columns, isAlongDirections }
  const derivatives = columns.map((i) => (isNumber(parts[i], 0) ? rules.zeroOf(node.args[i]) : parts[i]))
  return call('$jacobianTimes', { kind: 'object', value: site }, ...node.args, ...derivatives)
}

/** The product is linear in the derivatives; the matrix itself has no derivative. */
function deriveProduct(args: readonly Expr[], d: readonly Expr[], node: CallExpr, rules: CallRules): Expr {
  const site = (args[0] as ObjectExpr).value as JacobianSite
  const { info, nArgs } = site
  if (d.slice(1, nArgs + 1).some((part) => !isZero(part)))
    throw notDifferentiable({ ...node, fn: info.name }, info)
  const derivatives = d.slice(nArgs + 1).map((part, i) => {
    return isNumber(part, 0) ? rules.zeroOf(args[nArgs + 1 + i]) : part
  })
  const own: JacobianSite = { ...site, isAlongDirections: rules.isTotal !== true }
  return call('$jacobianTimes', { kind: 'object', value: own }, ...args.slice(1, nArgs + 1), ...derivatives)
}

/** Sum of partial derivatives times derivatives of arguments. */
function chainRule(
  node: CallExpr,
  parts: readonly Expr[],
  partials: readonly (Expr | null)[],
  isElementwise: boolean,
  rules: CallRules,
): Expr {
  let result: Expr = ZERO
  for (const [i, part] of parts.entries()) {
    if (isZero(part)) continue
    const factor = partials[i]
    if (factor === null || factor === undefined) throw lacksPartial(node, i)
    const term = isElementwise ? elementwise('.*', factor, part) : mul(factor, part)
    result = isElementwise ? addShaped(result, term, rules) : add(result, term)
  }
  return result
}

/** The partial derivatives of a function: user input, and so checked. */
function partialsOf(info: FunctionInfo, args: readonly Expr[], node: CallExpr): readonly (Expr | null)[] {
  const where = `the derivative of '${node.fn}'`
  let partials: unknown
  try {
    partials = info.derivative!(args)
  } catch (error) {
    if (error instanceof VarioError) throw error
    throw errorAt('DERIVATIVE', `${where}: ${(error as Error).message}`, node.pos, { function: node.fn })
  }
  const isExpr = (value: unknown): boolean => typeof (value as Partial<Expr> | null)?.kind === 'string'
  if (Array.isArray(partials) && partials.every((each) => each == null || isExpr(each))) return partials
  const found = Array.isArray(partials) ? partials.find((each) => each != null && !isExpr(each)) : partials
  const message = `${where}: expected a list with an expression or null per argument, got ${describe(found)}.`
  throw errorAt('DERIVATIVE', message, node.pos, { function: node.fn })
}

/**
 * Applies partial derivatives, which are written for numbers, to arrays: products and similar operators act by element.
 */
function partialsPerElement(info: FunctionInfo, node: CallExpr): (Expr | null)[] {
  const { args } = node
  // the arguments themselves may contain products of matrices, which stay unchanged
  const places = args.map((_, i) => name(`#${i}`))
  const actual = new Map(places.map((place, i) => [place.name, args[i]]))
  return partialsOf(info, places, node).map((formula) => {
    if (formula === null) return null
    const byElement = mapExpr(formula, (node) =>
      node.kind === 'call' && '+-*/^'.includes(node.fn) ? { ...node, fn: `.${node.fn}` } : node,
    )
    return substitute(byElement, actual)
  })
}

function derivePower(
  a: Expr,
  b: Expr,
  da: Expr,
  db: Expr,
  node: CallExpr,
  times: (x: Expr, y: Expr) => Expr,
  over: (x: Expr, y: Expr) => Expr,
): Expr {
  if (isZero(db)) {
    const exponent = b.kind === 'number' ? number(b.value - 1) : call(node.fn === '^' ? '-' : '.-', b, ONE)
    if (isNumber(exponent, 0)) return da
    const rest = node.fn === '^' || isNumber(exponent, 1) ? pow(a, exponent) : call('.^', a, exponent)
    return times(times(b, rest), da)
  }
  const byExponent = times(db, call('log', a))
  if (isZero(da)) return times(node, byExponent)
  const byBase = times(b, over(da, a))
  return times(node, node.fn === '^' ? add(byExponent, byBase) : elementwise('.+', byExponent, byBase))
}

/** (a^n)' = a'*a^(n-1) + a*a'*a^(n-2) + …: matrices do not commute. */
function deriveMatrixPower(a: Expr, b: Expr, da: Expr, db: Expr, node: CallExpr): Expr {
  if (isNumber(b, -1)) return neg(mul(mul(node, da), node))
  if (b.kind !== 'number' || !isZero(db) || b.value > MAX_POWER_RULE || b.value < 0) {
    const message = `cannot differentiate '^' of a matrix: expected a number from -1 to ${MAX_POWER_RULE} as exponent.`
    throw errorAt('DERIVATIVE', message, node.pos, { function: '^' })
  }
  const power = (k: number): Expr | null => (k === 0 ? null : pow(a, number(k)))
  let result: Expr = ZERO
  for (let k = 0; k < b.value; k++) {
    const [left, right] = [power(k), power(b.value - 1 - k)]
    const first = left === null ? da : mul(left, da)
    result = add(result, right === null ? first : mul(first, right))
  }
  return result
}

/** min and max: the derivative of the smallest or largest argument. */
function deriveExtreme(
  relation: '<' | '>',
  args: readonly Expr[],
  d: readonly Expr[],
  node: CallExpr,
  rules: CallRules,
): Expr {
  if (args.length === 1 && args[0].kind === 'array' && d[0].kind === 'array')
    return deriveExtreme(relation, args[0].elements, d[0].elements, node, rules)
  if (args.length === 1) return call(relation === '>' ? 'atMax' : 'atMin', args[0], d[0])
  const isElementwise = args.some(rules.isArray)
  let value = args[0]
  let result = d[0]
  for (let i = 1; i < args.length; i++) {
    if (isElementwise) {
      const pair = relation === '>' ? [value, args[i]] : [args[i], value]
      const rates = relation === '>' ? [result, d[i]] : [d[i], result]
      result = call('ofLarger', ...pair, ...rates)
    } else {
      const isBefore = call('noEvent', call(relation, value, args[i]))
      result = ifExpr(isBefore, result, d[i])
    }
    value = call(node.fn, value, args[i])
  }
  return result
}

function bilinear(fn: 'dot' | 'cross' | 'outerProduct', a: Expr, b: Expr): Expr {
  return isZero(a) || isZero(b) ? ZERO : call(fn, a, b)
}

/** The derivative of a summand of `.+`: a zero keeps its shape, because the other summand may be a number. */
function widen(expr: Expr, derivative: Expr, rules: CallRules): Expr {
  return isNumber(derivative, 0) ? rules.zeroOf(expr) : derivative
}

/** Sum of derivatives, one of which may be a number and the other an array. */
function addShaped(a: Expr, b: Expr, rules: CallRules): Expr {
  return rules.isArray(a) || rules.isArray(b) ? elementwise('.+', a, b) : add(a, b)
}

function lacksPartial({ fn, pos }: CallExpr, i: number): Error {
  const message =
    `cannot differentiate '${fn}': it has no derivative with respect to argument ${i + 1}. ` +
    'Give one in its derivative; a function that does not depend on the argument has the derivative 0.'
  return errorAt('DERIVATIVE', message, pos, { function: fn, argument: i + 1 })
}

function hidesItsDerivative({ fn, pos }: CallExpr, { derivativeProblem }: FunctionInfo): Error {
  // the equation is not one that the user has written
  if (derivativeProblem !== undefined) return errorAt('DERIVATIVE', derivativeProblem, undefined)
  const message =
    `cannot differentiate '${fn}' with respect to time: the memory of its component changes, too. ` +
    'Give it a derivativeFunction, or change the connections so that this derivative is not needed.'
  return errorAt('DERIVATIVE', message, pos, { function: fn })
}

function notDifferentiable(node: CallExpr, info: FunctionInfo | undefined): Error {
  const { fn, pos } = node
  const why = info === undefined ? 'it is not known' : 'its derivative is not known'
  const results = info?.results ?? 1
  const advice =
    results > 1
      ? 'Register it with derivativeFunction, which gets the arguments and their derivatives and returns ' +
        `${results} results.`
      : 'Register it with derivative (partial derivatives) or derivativeFunction.'
  const builtin = BUILTINS.has(fn) ? 'This use of it has no rule; write it element by element.' : advice
  return errorAt('DERIVATIVE', `cannot differentiate '${fn}': ${why}. ${builtin}`, pos, { function: fn })
}
