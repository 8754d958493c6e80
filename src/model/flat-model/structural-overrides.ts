import type { MergeTree } from './evaluate-parameters.ts'
import type { FlatModel } from './flat-model.ts'

/**
 * The part of `merge` that gives new values to parameters that decided the structure of the model, as a tree of the same
 * form; null: none of them is in it.
 */
export function selectStructureChanges(flat: FlatModel, merge: MergeTree): MergeTree | null {
  let changes: MergeTree | null = null
  for (const decision of flat.decisions) {
    if (decision.decides !== 'components') continue
    const path = decision.expr.name.split('.')
    const value = path.reduce<unknown>((node, key) => (node as MergeTree | undefined)?.[key], merge)
    if (value !== undefined) changes = withValue(changes ?? {}, path, value)
  }
  return changes
}

function withValue(tree: MergeTree, [key, ...rest]: readonly string[], value: unknown): MergeTree {
  if (rest.length === 0) return { ...tree, [key]: value }
  return { ...tree, [key]: withValue((tree[key] as MergeTree | undefined) ?? {}, rest, value) }
}
