/** Jumps and kinks in equations that are differentiated: they become events. */
import { type FlatEquation, findOccurrences } from '../../model/index.ts'
import {
  type CallExpr,
  call,
  type Expr,
  fold,
  ifExpr,
  neg,
  number,
  someNode,
  visitExpr,
  visitNames,
  withChildren,
} from '../../symbolic/index.ts'
import { CHANGING_CALLS, type IsScalar, RELATIONS } from './find-discrete-names.ts'

/**
 * Finds the equations in which `noEvent` hides a jump from index reduction: equations that are differentiated,
 * equations with `der` of such an expression, and equations of the Booleans and subscripts that choose branches and
 * elements in them.
 *
 * @param orders number of differentiations of each equation
 * @returns numbers of these equations
 */
export function findHiddenJumps(equations: readonly FlatEquation[], orders: readonly number[]): number[] {
  if (!findOccurrences(equations).calls.has('noEvent')) return []
  const found = new Set<number>()
  const definitions = new Map<string, number[]>()
  const isQuiet = equations.map(({ left, right }) => [left, right].some((side) => someNode(side, isNoEvent)))
  equations.forEach(({ left, right }, k) => {
    for (const side of [left, right]) {
      if (side.kind === 'name') definitions.set(side.name, [...(definitions.get(side.name) ?? []), k])
    }
  })
  const open = new Set<string>()
  equations.forEach(({ left, right }, k) => {
    const sides = [left, right]
    if (orders[k] === 0 && !(isQuiet[k] && sides.some(hasQuietDerivative))) return
    if (isQuiet[k] && sides.some((side) => hidesJumps(side, orders[k]))) found.add(k)
    for (const side of sides) addSelectors(side, open)
  })
  // the loop extends the set while iterating over it
  for (const selector of open) {
    for (const k of definitions.get(selector) ?? []) {
      const { left, right } = equations[k]
      const value = left.kind === 'name' && left.name === selector ? right : left
      if (hidesJumps(value, 1)) found.add(k)
      addChoice(value, open)
    }
  }
  return [...found]
}

/** Removes `noEvent` around jumping expressions in an equation that is differentiated `order` times. */
export function withLoudBranches(expr: Expr, order: number): Expr {
  return fold<Expr>(expr, (node, parts) => (isHiding(node, order) ? parts[0] : withChildren(node, parts)))
}

function hidesJumps(expr: Expr, order: number): boolean {
  return someNode(expr, (node) => isHiding(node, order))
}

/**
 * True for `noEvent` around an expression that causes events, or around a kink if the equation is differentiated twice.
 */
function isHiding(node: Expr, order: number): boolean {
  return isNoEvent(node) && (someNode(node.args[0], isChanging) || (order > 1 && hasKinks(node.args[0])))
}

function isNoEvent(node: Expr): node is CallExpr {
  return node.kind === 'call' && node.fn === 'noEvent'
}

function isChanging(node: Expr): boolean {
  return node.kind === 'call' && CHANGING_CALLS.has(node.fn)
}

/** True if an expression contains a derivative of a `noEvent` expression, or one inside `noEvent`. */
function hasQuietDerivative(expr: Expr): boolean {
  const isInside = (node: Expr): boolean =>
    node.kind === 'call' && node.fn === 'der' && someNode(node.args[0], isChanging)
  return (
    someNode(expr, (node) => isNoEvent(node) && someNode(node.args[0], isInside)) ||
    someNode(
      expr,
      (node) =>
        node.kind === 'call' && node.fn === 'der' && someNode(node.args[0], (part) => isHiding(part, 1)),
    )
  )
}

/** Adds the names that choose branches and elements in an expression. */
function addSelectors(expr: Expr, names: Set<string>): void {
  visitExpr(expr, (node) => {
    if (node.kind === 'if') addChoice(node.condition, names)
    if (node.kind === 'index') for (const subscript of node.subscripts) addChoice(subscript, names)
  })
}

/** Adds the names of a Boolean or a subscript, except those whose changes are already events of relations. */
function addChoice(expr: Expr, names: Set<string>): void {
  const isRelation = (node: Expr): boolean => node.kind === 'call' && RELATIONS.has(node.fn)
  const rest = fold<Expr>(
    expr,
    (node, parts) => withChildren(node, parts),
    (node) => (isRelation(node) ? { kind: 'boolean', value: true } : undefined),
  )
  visitNames(rest, ({ name }) => {
    names.add(name)
  })
}

const KINKS: ReadonlySet<string> = new Set(['min', 'max', 'abs'])

/** True if an expression contains a function with a kink. */
export function hasKinks(expr: Expr): boolean {
  return someNode(expr, isKink)
}

/**
 * Replaces functions with kinks by branches, so that kinks become events: needed where an equation is differentiated
 * twice, because there a kink is a jump of a velocity. Expressions inside `noEvent` stay unchanged.
 */
export function branchKinks(expr: Expr, isScalar: IsScalar): Expr {
  return fold<Expr>(
    expr,
    (node, parts) => {
      const next = withChildren(node, parts)
      return isKink(next) && next.args.every(isScalar) ? branch(next) : next
    },
    (node) => (node.kind === 'call' && node.fn === 'noEvent' ? node : undefined),
  )
}

function isKink(node: Expr): node is CallExpr {
  return node.kind === 'call' && KINKS.has(node.fn)
}

function branch({ fn, args }: CallExpr): Expr {
  const [first, ...others] = args
  if (fn === 'abs') return ifExpr(call('>', first, number(0)), first, neg(first))
  const relation = fn === 'max' ? '>' : '<'
  return others.reduce((value, next) => ifExpr(call(relation, value, next), value, next), first)
}
