import type { ObjectNode } from '../../../structure/index.ts'
import { assertTogether } from './assert-together.ts'
import type { ChangeContext } from './change-context.ts'
import { lockPlastically } from './plastic-lock.ts'

/**
 * Stops an object with respect to another one, before they are locked. Without an impulse they must be at relative
 * rest, up to integration errors; an impulse removes this residual motion, so that momentum is conserved.
 *
 * @returns lost energy [J]
 */
export function stop(
  context: ChangeContext,
  part: ObjectNode,
  target: ObjectNode,
  { isNear, impulse }: { readonly isNear: boolean; readonly impulse: boolean },
): number {
  const moves = assertTogether(context, part, target, { isNear, isAtRest: !impulse })
  if (!moves) return 0
  const { world, states } = context
  return lockPlastically(world, states, context.frame(target), context.frame(part), { isForced: impulse })
}
