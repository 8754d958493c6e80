import { VarioError } from '../../../base/index.ts'
import type { LoopGroup } from '../../world/index.ts'

/** A change of the structure that a segment begins with, and how far velocities may be off after it. */
export interface LastChange {
  /** The command, as users write it. */
  readonly command: string
  /** Of what is at rest [m/s], [rad/s]. */
  readonly velocity: number
  readonly angularVelocity: number
  /** What moves may be off by this part of its velocity. */
  readonly relative: number
}

/** Rows of constraints add up what several objects are off. */
const MARGIN = 10

/**
 * Loops go on after a change as they have moved before, and locks have taken away what contradicts them. What is left
 * contradicts another constraint, such as a gear whose joint turns the other way round now: to move on with what a
 * projection makes of it would change momentum and energy without a word.
 */
export function assertGoesOn(groups: readonly LoopGroup[], time: number, change: LastChange): void {
  for (const group of groups) {
    if (group.measureRate() <= MARGIN * change.relative) continue
    const wrong = group
      .listGaps(group.data.rate)
      .filter(
        ({ length, angle }) => length > MARGIN * change.velocity || angle > MARGIN * change.angularVelocity,
      )
    if (wrong.length === 0) continue
    const list = wrong.map(
      ({ joint, length, angle }) => `${joint} by ${Math.max(length, angle).toPrecision(3)}`,
    )
    throw new VarioError(
      'ACTION',
      `After ${change.command} at t = ${time} s the velocities contradict ${list.join(', ')} (m/s or rad/s), which would ` +
        'change momentum and energy. Bring what moves there to rest before.',
      { time, gaps: wrong },
    )
  }
}
