import { collectNames } from '../symbolic/index.ts'
import { type Block, blockTargets } from './blocks.ts'
import type { StateInfo, Translation } from './translation.ts'

/**
 * States that the derivative of each state depends on, by their numbers and ascending; null if they are more than `limit` in all. A
 * system of equations is taken as one: all that it computes depends on all that goes in.
 */
export function findDependencies(translation: Translation, limit: number): readonly Int32Array[] | null {
  let rows = known.get(translation)
  if (rows === undefined) {
    rows = collectDependencies(translation.states, translation.dynamics, limit)
    known.set(translation, rows)
  }
  return rows
}

/** For all runs of a translated model. */
const known = new WeakMap<Translation, readonly Int32Array[] | null>()

function collectDependencies(
  states: readonly StateInfo[],
  blocks: readonly Block[],
  limit: number,
): Int32Array[] | null {
  const dependencies = new Map<string, Int32Array>()
  states.forEach(({ name }, k) => {
    dependencies.set(name, Int32Array.of(k))
  })
  const seenBy = new Int32Array(states.length).fill(-1)
  // What has been passed on so far; a bound on the work
  let work = 0
  for (let b = 0; b < blocks.length; b++) {
    const found: number[] = []
    for (const name of namesIn(blocks[b])) {
      const list = dependencies.get(name)
      if (!list) continue
      work += list.length
      for (let i = 0; i < list.length; i++) {
        if (seenBy[list[i]] === b) continue
        seenBy[list[i]] = b
        found.push(list[i])
      }
    }
    if (work > 10 * limit) return null
    if (found.length === 0) continue
    const sorted = Int32Array.from(found).sort()
    for (const target of blockTargets(blocks[b])) dependencies.set(target, sorted)
  }
  const rows = states.map(({ derivative }) => dependencies.get(derivative) ?? new Int32Array(0))
  const count = rows.reduce((sum, row) => sum + row.length, 0)
  return count > limit ? null : rows
}

function namesIn(block: Block): Set<string> {
  if (block.kind === 'assign') return collectNames(block.value)
  const names = new Set<string>()
  for (const { value } of [...block.inner, ...block.residuals])
    for (const name of collectNames(value)) names.add(name)
  for (const target of blockTargets(block)) names.delete(target)
  return names
}
