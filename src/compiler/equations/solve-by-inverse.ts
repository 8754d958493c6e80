import {
  type CallExpr,
  call,
  type Expr,
  equalExpr,
  type FunctionInfo,
  fold,
  number,
} from '../../symbolic/index.ts'
import type { Assignment } from './equation-blocks.ts'
import { type Equation, type EquationSet, printAsWritten } from './equation-set.ts'

type Functions = ReadonlyMap<string, FunctionInfo>

/** One result of a call, and the expression that it equals. */
interface ResultEquation {
  readonly call: CallExpr
  /** Number of the result, and of its equation; -1: the call has one result. */
  readonly index: number
  readonly id: number
  readonly other: Expr
}

/**
 * Solves a block by an inverse function if it consists of all results of one function with an inverse and its unknowns
 * are the arguments in which that function is linear: (tau1, tau2) = f(x, a1, a2) with known tau becomes (a1, a2) =
 * g(x, tau1, tau2). Returns null for other blocks.
 */
export function solveByInverse(
  equationSet: EquationSet,
  eqs: ArrayLike<number>,
  vars: ArrayLike<number>,
  functions: Functions,
): Assignment[] | null {
  if (functions.size === 0) return null
  const equations = Array.from(eqs, (e) => equationSet.equations[e])
  const results = equations.map((equation) => findResult(equation, functions))
  if (results[0] === null) return null
  const { call: first } = results[0]
  const info = functions.get(first.fn)
  if (info === undefined) return null
  const { inverse, linearIn } = info
  if (inverse === undefined || linearIn === undefined || (info.results ?? 1) !== eqs.length) return null
  const others: Expr[] = []
  for (const result of results) {
    if (result === null || !equalExpr(result.call, first)) return null
    others[Math.max(0, result.index)] = result.other
  }
  // the unknowns are themselves arguments, and no other argument contains them
  const unknowns = new Set(Array.from(vars, (v) => equationSet.names[v]))
  const targets = linearIn.map((k) => {
    const arg = first.args[k]
    return arg.kind === 'name' && unknowns.delete(arg.name) ? arg.name : null
  })
  if (unknowns.size > 0 || targets.includes(null) || targets.length !== eqs.length) return null
  const isUnknown = new Set(targets)
  const rest = [...others, ...first.args.filter((_, k) => !linearIn.includes(k))]
  if (rest.some((expr) => containsAny(expr, isUnknown))) return null

  const args = first.args.map((arg, k) => (linearIn.includes(k) ? others[linearIn.indexOf(k)] : arg))
  const solved = call(inverse.name, ...args)
  const { id } = results[0]
  return targets.map((target, k) => ({
    kind: 'assign',
    target: target!,
    value:
      id < 0 ? solved : call('$result', solved, number(k), number(id), { kind: 'string', value: 'scalar' }),
    text: printAsWritten(equations[results.findIndex((result) => Math.max(0, result!.index) === k)]),
  }))
}

/** Matches `other = f(…)` or `other = $result(f(…), k, id, shape)`, in either order. */
function findResult({ left, right }: Equation, functions: Functions): ResultEquation | null {
  for (const [side, other] of [
    [right, left],
    [left, right],
  ]) {
    if (side.kind !== 'call') continue
    if (functions.get(side.fn)?.inverse !== undefined) return { call: side, index: -1, id: -1, other }
    if (side.fn !== '$result') continue
    const [inner, index, id] = side.args
    if (inner.kind === 'call' && index.kind === 'number' && id.kind === 'number')
      return { call: inner, index: index.value, id: id.value, other }
  }
  return null
}

function containsAny(expr: Expr, names: ReadonlySet<string | null>): boolean {
  return fold<boolean>(expr, (node, parts) =>
    node.kind === 'name' ? names.has(node.name) : parts.includes(true),
  )
}
