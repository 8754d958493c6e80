import { call, type Expr, fold, ifExpr, number, someNode, withChildren } from '../../symbolic/index.ts'
import { RELATIONS } from './find-discrete-names.ts'

/** Bounds of the arguments of functions with a limited domain, away from zero and one, where slopes are infinite. */
interface Domain {
  readonly low: number
  readonly high?: number
}
const POSITIVE: Domain = { low: 1e-300 }
const ONE = 1 - 2 ** -53
const SINES: Domain = { low: -ONE, high: ONE }
const DOMAINS: ReadonlyMap<string, Domain> = new Map([
  ['sqrt', POSITIVE],
  ['log', POSITIVE],
  ['log10', POSITIVE],
  ['^', POSITIVE],
  ['asin', SINES],
  ['acos', SINES],
])

/** No bound. */
const FREE = Number.MAX_VALUE

/** Functions allowed in a condition that is evaluated a second time: they have no memory. */
const PLAIN: ReadonlySet<string> = new Set([
  ...RELATIONS,
  ...['and', 'or', 'not', '+', '-', '*', '/', '^', 'neg', 'abs', 'min', 'max', 'sqrt', 'exp', 'log', 'log10'],
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'pre'],
])

/** True if an expression needs guards. */
export function hasGuardedBranches(expr: Expr): boolean {
  return (
    someNode(expr, (node) => node.kind === 'if') &&
    someNode(expr, (node) => node.kind === 'call' && DOMAINS.has(node.fn))
  )
}

/**
 * Guards the branches of an expression. Conditions are frozen between events, so solvers try points slightly beyond
 * them, where `if h > 0 then sqrt(h) else 0` takes the root of a negative number. Where the condition of a branch does
 * not hold at a point, arguments outside the domains of its functions are replaced by the ends of the domains. Where it
 * holds, nothing changes: an argument outside the domain is still an error.
 *
 * @param definitionOf right side of the equation of a Boolean variable, if there is one
 */
export function guardBranches(expr: Expr, definitionOf: (name: string) => Expr | undefined): Expr {
  return guard(expr, null, definitionOf)
}

function guard(expr: Expr, holds: Expr | null, definitionOf: (name: string) => Expr | undefined): Expr {
  return fold<Expr>(
    expr,
    (node, parts) => {
      const result = withChildren(node, parts)
      return holds === null || result.kind !== 'call' ? result : limitArgument(result, holds)
    },
    (node) => {
      if (node.kind === 'comprehension' || (node.kind === 'call' && node.fn === 'noEvent')) return node
      if (node.kind !== 'if') return undefined
      const condition = node.condition.kind === 'name' ? definitionOf(node.condition.name) : node.condition
      const isKnown = condition !== undefined && isPlain(condition)
      const both = (more: Expr): Expr => (holds === null ? more : call('and', holds, more))
      return withChildren(node, [
        guard(node.condition, holds, definitionOf),
        guard(node.then, isKnown ? both(condition) : holds, definitionOf),
        guard(node.else, isKnown ? both(call('not', condition)) : holds, definitionOf),
      ])
    },
  )
}

/** True if a condition consists of relations and can be evaluated anywhere. */
function isPlain(condition: Expr): boolean {
  const isOther = (node: Expr) => node.kind === 'if' || (node.kind === 'call' && !PLAIN.has(node.fn))
  return (
    someNode(condition, (node) => node.kind === 'call' && RELATIONS.has(node.fn)) &&
    !someNode(condition, isOther)
  )
}

function limitArgument(node: Extract<Expr, { kind: 'call' }>, holds: Expr): Expr {
  const domain = DOMAINS.get(node.fn)
  const [argument, ...others] = node.args
  if (!domain || argument.kind === 'number' || (node.fn === '^' && isInteger(others[0]))) return node
  const bound = (value: number, free: number) => ifExpr(call('noEvent', holds), number(free), number(value))
  let limited = call('max', argument, bound(domain.low, -FREE))
  if (domain.high !== undefined) limited = call('min', limited, bound(domain.high, FREE))
  return { ...node, args: [limited, ...others] }
}

function isInteger(expr: Expr): boolean {
  if (expr.kind === 'call' && expr.fn === 'neg') return isInteger(expr.args[0])
  return expr.kind === 'number' && Number.isInteger(expr.value)
}

/** The expression as originally written, for messages. */
export function withoutGuards(expr: Expr): Expr {
  return fold<Expr>(expr, (node, parts) => (isGuard(node) ? parts[0] : withChildren(node, parts)))
}

/** True for an argument that `guardBranches` has replaced. */
export function isGuard(node: Expr): boolean {
  if (node.kind !== 'call' || (node.fn !== 'max' && node.fn !== 'min') || node.args.length !== 2) return false
  const [, bound] = node.args
  return bound.kind === 'if' && bound.then.kind === 'number' && Math.abs(bound.then.value) === FREE
}
