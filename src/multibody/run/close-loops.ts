import { VarioError } from '../../base/index.ts'
import type { World } from '../world/index.ts'

type Loops = NonNullable<World['loops']>

/** Loops whose constraints are violated by more, relative to the size of the scene, cannot be closed. */
const OPEN = 1e-9

/**
 * Closes the loops where a segment begins, and after events: moves joints until all constraints hold, and decides at the
 * first time which of them are independent.
 */
export function closeLoops(world: World, loops: Loops): void {
  loops.project(world)
  const gap = loops.measureGap(world)
  if (gap > OPEN) throw openError(loops)
  if (!Number.isNaN(loops.nRedundant)) return
  loops.chooseRows(world)
  loops.project(world)
}

function openError({ cuts, model, data }: Loops): VarioError {
  const gaps = cuts.flatMap(({ fullPath }, k) => {
    const own = Array.from(data.g).filter((_, row) => model.jointOf[row] === k)
    return [`${fullPath}: ${Math.max(...own.map(Math.abs)).toPrecision(3)}`]
  })
  return new VarioError(
    'MULTIBODY',
    `The objects form closed loops that cannot be closed. What is left at the joints where they are cut [m, rad]: ` +
      `${gaps.join(', ')}. Change lengths, or start values that are given.`,
    { gaps },
  )
}
