import type { FlatEquation } from '../../model/index.ts'
import { type Expr, fold, SAMPLING_OPERATORS } from '../../symbolic/index.ts'

/**
 * Assigns to equations of clocked variables the variable that each of them determines: the one that it defines, as far
 * as possible, otherwise one of a maximum matching. Aliases and equations of elements determine none.
 *
 * @param candidates numbers of the equations
 * @param isClocked true for the variables that the equations determine
 * @param isScalar true for scalar variables; only these are assigned to equations that do not define them
 */
export function matchClocked(
  equations: readonly FlatEquation[],
  candidates: readonly number[],
  isClocked: (name: string) => boolean,
  isScalar: (name: string) => boolean,
): Map<number, string> {
  const variableOf = new Map<number, string>()
  const equationOf = new Map<string, number>()
  const open: number[] = []
  const pair = (k: number, variable: string): void => {
    variableOf.set(k, variable)
    equationOf.set(variable, k)
  }
  for (const k of candidates) {
    const targets = targetsOf(equations[k]).filter((name) => isClocked(name) && !equationOf.has(name))
    if (targets.length > 0) pair(k, targets[0])
    else open.push(k)
  }
  const namesOf = new Map(candidates.map((k) => [k, presentNames(equations[k], isClocked)]))
  const isFree = (k: number, variable: string): boolean =>
    targetsOf(equations[k]).includes(variable) || isScalar(variable)
  const augment = (k: number, visited: Set<string>): boolean => {
    for (const variable of namesOf.get(k)!) {
      if (visited.has(variable) || !isFree(k, variable)) continue
      visited.add(variable)
      const other = equationOf.get(variable)
      if (other !== undefined && !augment(other, visited)) continue
      pair(k, variable)
      return true
    }
    return false
  }
  for (const k of open) augment(k, new Set())
  for (const k of candidates) {
    const { left, right } = equations[k]
    if (isAlias(left) && isAlias(right)) variableOf.delete(k)
  }
  return variableOf
}

/** Variables that are one side of an equation. */
function targetsOf({ left, right }: FlatEquation): readonly string[] {
  return [left, right].flatMap((side) => (side.kind === 'name' ? [side.name] : []))
}

/** Variables whose present values occur in an equation. */
function presentNames({ left, right }: FlatEquation, isClocked: (name: string) => boolean): Set<string> {
  const names = new Set<string>()
  for (const side of [left, right])
    fold<null>(
      side,
      () => null,
      (node) => {
        if (node.kind === 'name' && isClocked(node.name)) names.add(node.name)
        const isSampled = node.kind === 'call' && (SAMPLING_OPERATORS.has(node.fn) || node.fn === '$resample')
        return isSampled ? null : undefined
      },
    )
  return names
}

/** True for a variable or its negative. */
export function isAlias(expr: Expr): boolean {
  return expr.kind === 'name' || (expr.kind === 'call' && expr.fn === 'neg' && expr.args[0].kind === 'name')
}
