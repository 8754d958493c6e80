import {
  type CallExpr,
  call,
  type Expr,
  fold,
  ifExpr,
  neg,
  number,
  someNode,
  withChildren,
} from '../../symbolic/index.ts'
import type { IsScalar } from './find-discrete-names.ts'

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
