import { printExpr } from '../../symbolic/index.ts'
import type { FlatModel } from './flat-model.ts'

/** Parameters that vary, because variables or the time occur in their expressions: names, and expressions as text. */
export function listVaryingParameters({ variables, equations }: FlatModel): { name: string; text: string }[] {
  return equations.flatMap(({ left, right, origin }) => {
    if (origin !== 'binding' || left.kind !== 'name' || !variables.get(left.name)?.isParameter) return []
    return [{ name: left.name, text: printExpr(right) }]
  })
}
