/** Checks that closed loops can go on with their velocities. */
import { VarioError } from '../../base/index.ts'
import { computeAccelerations } from '../../mechanics/index.ts'
import { AT_REST, type LoopGroup } from '../loops/index.ts'
import type { World } from '../world/index.ts'
import { createStuckError } from './loop-errors.ts'

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

/**
 * Limits beyond which velocities have no continuation, relative to their square: of the part of the second derivatives
 * that no accelerations cancel, and of accelerations that cancel the rest, in sizes of moves. Accelerations of 1e6 occur
 * nearer than 1e-6 to a pose where the rank drops: rounding of positions does not distinguish it from that pose.
 */
const AFTER_CHANGE = { left: 1e-10, acceleration: 1e6 }
/** The same for start values, which may be rounded: the motion goes on along the nearest branch. */
const AT_START = { left: 1e-3, acceleration: 1e9 }

/**
 * In a singular pose, where rows of J follow from others, J v = 0 is not enough: a motion that continues v has an
 * acceleration a with
 *
 *   J a + γ(v) = 0,   so that   lᵀ γ(v) = 0   for all l with lᵀ J = 0                                              (1)
 *
 * Two stretched links between fixed points, for example, can move across their line at first, but not by a finite
 * distance: lᵀ γ is the square of their velocity. The condition is one of second order on v. If the quadratic form is
 * definite, as there, only v = 0 satisfies it, and the links stand still from then on, as in a truss, with forces that
 * are infinite compared with the load: the run ends. If it is not, v must lie on one of the branches that begin there.
 */
export function assertContinued(
  world: World,
  groups: readonly LoopGroup[],
  time: number,
  change: LastChange | null,
): void {
  const { tree, data } = world
  const { left, acceleration } = change === null ? AT_START : AFTER_CHANGE
  const doubtful = groups.filter((group) => {
    if (group.nRedundant === 0) return false
    group.measureRate()
    return group.speed > AT_REST
  })
  if (doubtful.length === 0) return
  // of bodies, by velocities alone
  computeAccelerations(tree, data, new Float64Array(tree.nv))
  // the accelerations by forces must be computed again
  world.clearForces()
  for (const group of doubtful) {
    const found = group.measureContinuation(data.A_WB_B)
    const square = group.speed ** 2
    if (found === null || (found.left <= left * square && found.acceleration <= acceleration * square))
      continue
    throw createStuckError(group.paths, time, change?.command)
  }
}
