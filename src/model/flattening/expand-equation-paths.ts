/** Replaces paths through arrays of components in the equations by names. */
import type { Expr } from '../../symbolic/index.ts'
import type { PlainEquation, PlainStatement } from '../statements/index.ts'
import { expandPaths } from './component-paths.ts'
import { childrenOf, type Instance } from './instance.ts'
import type { Structure } from './structure.ts'

/** Expands the equations of `instance` and of the components in it. */
export function expandEquationPaths(instance: Instance, structure: Structure): void {
  if (!instance.hasArrays) return
  const constant = structure.constantsIn(instance)
  const expand = (expr: Expr): Expr => expandPaths(expr, () => instance, constant)
  instance.blocks = instance.blocks.map(({ statements, functions }) => ({
    statements: statements.map((statement) => mapPlain(statement, expand)),
    functions,
  }))
  for (const child of childrenOf(instance)) expandEquationPaths(child, structure)
}

function mapPlain<S extends PlainStatement>(statement: S, change: (expr: Expr) => Expr): S {
  if (statement.kind === 'statement') return { ...statement, args: statement.args.map(change) }
  if (statement.kind === 'when') {
    const body = statement.body.map((action) => mapPlain(action, change))
    return { ...statement, condition: change(statement.condition), body }
  }
  const { left, right, cases } = statement as PlainEquation
  const mapped = cases && { cases: cases.map((each) => mapPlain(each, change)) }
  return { ...statement, left: change(left), right: change(right), ...mapped }
}
