/** Equations in the branches of an `if` as equations with `if` in them. */
import { type Expr, ifExpr, printExpr } from '../../symbolic/index.ts'
import type { PlainEquation } from './plain-statement.ts'

/**
 * Unites the equations of branches, of which one holds at a time: `v = if a then x else y` for equations with the same
 * left side; the others one after another, `(if a then i else v) = (if a then 0 else 0)`.
 *
 * @param branches equations of each branch, in equal numbers; the last one holds if no condition does
 */
export function uniteBranches(
  conditions: readonly Expr[],
  branches: readonly (readonly PlainEquation[])[],
): PlainEquation[] {
  const open = branches.map((list) => [...list])
  const groups: PlainEquation[][] = []
  for (const first of branches[0]) {
    const left = printExpr(first.left)
    const group = open.map((list) => list.find((equation) => printExpr(equation.left) === left))
    if (group.includes(undefined)) continue
    groups.push(group as PlainEquation[])
    for (const [k, list] of open.entries()) list.splice(list.indexOf(group[k]!), 1)
  }
  for (const k of open[0].keys()) groups.push(open.map((list) => list[k]))
  return groups.map((group) => unite(conditions, group))
}

function unite(conditions: readonly Expr[], group: readonly PlainEquation[]): PlainEquation {
  const [first] = group
  const left = printExpr(first.left)
  const isSame = group.every((equation) => printExpr(equation.left) === left)
  const choose = (sides: readonly Expr[]): Expr =>
    sides.slice(0, -1).reduceRight<Expr>((rest, side, k) => ifExpr(conditions[k], side, rest), sides.at(-1)!)
  return {
    kind: 'equation',
    left: isSame ? first.left : choose(group.map((equation) => equation.left)),
    right: choose(group.map((equation) => equation.right)),
    cases: group.flatMap((equation) => equation.cases ?? [equation]),
    ...(first.pos && { pos: first.pos }),
  }
}
