/** Conditions under which two objects are locked, and the impulse that removes their relative motion. */
import { VarioError } from '../../base/index.ts'
import { rotationToAxisAngle, vec3Norm } from '../../math/index.ts'
import { lockPlastically } from '../impulses/index.ts'
import type { ObjectNode } from '../structure/index.ts'
import { RelativeMotion } from '../world/index.ts'
import type { ChangeContext } from './change-context.ts'

/** Conditions on two objects that are locked. */
export interface LockDemands {
  /** Limits their distance. */
  readonly isNear: boolean
  /** Limits their relative velocities. */
  readonly isAtRest: boolean
}

/** Relative velocities below this fraction of the velocities are rounding errors. */
const ROUNDING = 1e-13

/**
 * Asserts that two objects can be locked with their present poses and velocities: they must be close, and, without an
 * impulse, at relative rest (thesis 11.2). Otherwise the velocity of one of them would change without an impulse on the
 * other.
 *
 * @returns true if their relative motion exceeds rounding errors
 */
export function assertTogether(
  context: ChangeContext,
  part: ObjectNode,
  target: ObjectNode,
  { isNear, isAtRest }: LockDemands,
): boolean {
  const { limits, what } = context
  const { motion } = context.world
  const frames = [context.frame(target), context.frame(part)] as const
  const relative = new RelativeMotion(...frames)
  relative.update(motion)
  const speed = (read: 'velocity' | 'angularVelocity'): number =>
    Math.max(
      ...frames.map((frame) => {
        const v = new Float64Array(3)
        motion[read](frame, v)
        return vec3Norm(v, 0)
      }),
    )
  const allow = (key: 'velocity' | 'angularVelocity'): number =>
    Number((limits[key] + limits.relative * speed(key)).toPrecision(3))
  const allowed = {
    distance: limits.distance,
    velocity: allow('velocity'),
    angularVelocity: allow('angularVelocity'),
  }
  const found = {
    distance: vec3Norm(relative.p_12, 0),
    angle: rotationToAxisAngle(new Float64Array(3), 0, relative.R_12, 0),
    velocity: vec3Norm(relative.v_12, 0),
    angularVelocity: vec3Norm(relative.w_12, 0),
  }
  const isTooFar = isNear && !(found.distance < allowed.distance)
  const moves = found.velocity > allowed.velocity || found.angularVelocity > allowed.angularVelocity
  if (!isTooFar && !(isAtRest && moves))
    return (
      found.velocity > ROUNDING * speed('velocity') ||
      found.angularVelocity > ROUNDING * speed('angularVelocity')
    )
  const [a, b] = [part.fullPath, target.fullPath]
  const digits = (x: number): string => x.toPrecision(3)
  const reason = isTooFar
    ? `${a} and ${b} are ${digits(found.distance)} m apart, more than the gap of the scene, ${allowed.distance} m`
    : `${a} and ${b} move with respect to each other, and locking them would change their momentum`
  const hint =
    isTooFar || !isAtRest
      ? 'bring them together first'
      : 'bring them together first, or use { impulse: true }'
  throw new VarioError(
    'ACTION',
    `actions: ${what}: ${reason}. Found: distance ${digits(found.distance)} m (allowed: ` +
      `${isNear ? `less than ${allowed.distance}` : 'any'}), relative velocity ${digits(found.velocity)} m/s ` +
      `(allowed: ${isAtRest ? allowed.velocity : 'any'}), relative angular velocity ` +
      `${digits(found.angularVelocity)} rad/s (allowed: ${isAtRest ? allowed.angularVelocity : 'any'}), angle ` +
      `${digits(found.angle)} rad (allowed: any). That was at t = ${motion.time} s: ${hint}.`,
    { part: a, target: b, time: motion.time, ...found, allowed },
  )
}

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
