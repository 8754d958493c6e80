/** Replaces paths through arrays of components in the equations by names. */
import { mapPlain } from '../statements/index.ts'
import { expandPaths } from './component-paths.ts'
import { childrenOf, type Instance } from './instance.ts'
import type { Structure } from './structure.ts'

/** Expands the equations of `instance` and of the components in it. */
export function expandPathsOfEquations(instance: Instance, structure: Structure): void {
  if (!instance.hasArrays) return
  const constant = structure.constantsIn(instance)
  instance.blocks = instance.blocks.map(({ statements, functions }) => ({
    statements: statements.map((statement) =>
      mapPlain(statement, (expr) => expandPaths(expr, () => instance, constant)),
    ),
    functions,
  }))
  for (const child of childrenOf(instance)) expandPathsOfEquations(child, structure)
}
