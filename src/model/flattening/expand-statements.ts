/** Replaces paths through arrays of components in the equations by names. */
import { mapStatement } from '../definition/index.ts'
import { expandPaths } from './component-paths.ts'
import { blocksOf, childrenOf, type Instance } from './instance.ts'
import type { Structure } from './structure.ts'

/** Expands the equations of `instance` and of the components in it. */
export function expandStatements(instance: Instance, structure: Structure): void {
  if (!instance.hasArrays) return
  const constant = structure.constantsIn(instance)
  instance.blocks = blocksOf(instance).map(({ statements, functions }) => ({
    statements: statements.map((statement) =>
      mapStatement(statement, (expr) => expandPaths(expr, () => instance, constant)),
    ),
    functions,
  }))
  for (const child of childrenOf(instance)) expandStatements(child, structure)
}
