/** Replaces paths through arrays of components in the equations by names. */
import type { Expr } from '../../symbolic/index.ts'
import { mapPlain } from '../statements/index.ts'
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
