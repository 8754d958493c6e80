import { VarioError } from '../../base/index.ts'
import type { LoopGroup } from '../loops/index.ts'

/** A change of the structure that a segment begins with, and the permitted deviations of velocities after it. */
export interface LastChange {
  /** The command, as users write it. */
  readonly command: string
  /** Of bodies at rest [m/s], [rad/s]. */
  readonly velocity: number
  readonly angularVelocity: number
  /** Additional deviation of moving bodies, relative to their velocity. */
  readonly relative: number
}

/** Rows of constraints add up the deviations of several objects. */
const MARGIN = 10

/**
 * After a change, loops must keep moving as before; locks have removed contradictions. A remaining one is with another
 * constraint, such as a gear whose joint has reversed its sense: continuing with the projected velocities would
 * silently change momentum and energy.
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
      `${change.command} at t = ${time} s: expected velocities that the new structure allows, got differences of ` +
        `${list.join(', ')} (m/s or rad/s), which would change momentum and energy. Bring what moves there to rest before.`,
      { time, gaps: wrong },
    )
  }
}
