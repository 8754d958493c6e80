import type { FlatModel } from '../model/index.ts'
import { collectNames } from '../symbolic/index.ts'
import { type Block, blockExpressions, blockTargets, callsMemory, isConstraint } from './equations/index.ts'
import type { Condition } from './events-and-clocks/index.ts'
import type { StateInfo } from './translation.ts'

/**
 * Splits blocks into those on which derivatives, constraints, state conditions and the memories of components depend,
 * and the rest, each in order.
 */
export function splitBlocks(
  blocks: readonly Block[],
  states: readonly StateInfo[],
  conditions: readonly Condition[],
  functions: FlatModel['functions'],
): { readonly dynamics: Block[]; readonly rest: Block[] } {
  const needed = new Set<string>(states.map((state) => state.derivative))
  for (const block of blocks)
    if (block.kind === 'assign' && isConstraint(block.target)) needed.add(block.target)
  for (const condition of conditions) {
    if (condition.kind !== 'state') continue
    for (const side of [condition.left, condition.right])
      for (const name of collectNames(side)) needed.add(name)
  }
  const isDynamic = new Array<boolean>(blocks.length).fill(false)
  for (let b = blocks.length - 1; b >= 0; b--) {
    const isNeeded = blockTargets(blocks[b]).some((target) => needed.has(target))
    if (!isNeeded && !callsMemory(blocks[b], functions)) continue
    isDynamic[b] = true
    for (const expr of blockExpressions(blocks[b])) for (const name of collectNames(expr)) needed.add(name)
  }
  return { dynamics: blocks.filter((_, b) => isDynamic[b]), rest: blocks.filter((_, b) => !isDynamic[b]) }
}
