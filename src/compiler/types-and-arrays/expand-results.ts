import type { FlatEquation, FlatModel } from '../../model/index.ts'
import { call, type Expr, number, shapeOfCall, shapeOfResult } from '../../symbolic/index.ts'
import type { RewrittenModel } from '../events-and-clocks/index.ts'

type Functions = FlatModel['functions']

/**
 * Splits equations with several results, or between arrays of scalars, into one equation per result. Result k of the
 * call in equation `id` is `$result(call, k, id, shape)`.
 */
export function expandResults(rewritten: RewrittenModel, functions: Functions): RewrittenModel {
  const equations: FlatEquation[] = []
  rewritten.equations.forEach((equation, id) => {
    const [results, from] = findResults(equation, functions)
    if (results === null) {
      equations.push(equation)
      return
    }
    results.forEach((result, k) => {
      if (result.kind === 'array' && result.elements.length === 0) return
      const value = from.kind === 'array' ? from.elements[k] : resultOf(from, k, id, functions)
      equations.push({ ...equation, left: result, right: value })
    })
  })
  return { ...rewritten, equations }
}

function resultOf(from: Expr, k: number, id: number, functions: Functions): Expr {
  const info = from.kind === 'call' ? functions.get(from.fn) : undefined
  const shape = info === undefined ? 'scalar' : shapeOfResult(info, k)
  return call('$result', from, number(k), number(id), { kind: 'string', value: shape })
}

/**
 * Expressions on one side that receive several results, and the source of these results; null: an ordinary equation.
 */
function findResults({ left, right }: FlatEquation, functions: Functions): [readonly Expr[] | null, Expr] {
  if (left.kind === 'tuple') return [left.elements, right]
  for (const [a, b] of [
    [left, right],
    [right, left],
  ]) {
    if (a.kind !== 'array' || a.elements.some((element) => element.kind === 'array')) continue
    if (b.kind === 'array' && b.elements.length === a.elements.length) return [a.elements, b]
    const info = b.kind === 'call' ? functions.get(b.fn) : undefined
    if (info !== undefined && shapeOfCall(info) === 'vector') return [a.elements, b]
  }
  return [null, right]
}
