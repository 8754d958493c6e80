import { InputError } from '../../base/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import type { Grouping } from '../structure/index.ts'
import type { StartingJoints } from './given-starts.ts'

/** A start value of NaN is valid only for a joint in a closed loop, which determines it. */
export function assertFreeStarts(
  { treeJoints, cuts, frames, bodies }: Grouping,
  isStarting: StartingJoints,
): void {
  if (isStarting === null) return
  const free = treeJoints.filter(
    ({ joint, element }) => isStarting(joint) && isAxisElement(element) && element.positionStart.isFree,
  )
  if (free.length === 0) return
  const inLoop = new Set<number>()
  for (const { object1, object2 } of cuts) {
    const [a, b] = [object1, object2].map(({ path }) => listWay(frames.get(path)!.body, bodies))
    for (const body of a) if (!b.has(body)) inLoop.add(body)
    for (const body of b) if (!a.has(body)) inLoop.add(body)
  }
  for (const { body, joint, element } of free)
    if (!inLoop.has(body) && isAxisElement(element))
      throw new InputError(
        `${joint.fullPath}.${element.position}`,
        'a start value, because the joint is in no closed loop that would determine it',
        Number.NaN,
      )
}

/** Bodies from one to the root. */
function listWay(body: number, bodies: Grouping['bodies']): Set<number> {
  const way = new Set<number>()
  for (let i = body; i >= 0; i = bodies[i].parent) way.add(i)
  return way
}
