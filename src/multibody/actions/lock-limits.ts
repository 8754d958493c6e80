import type { SceneSettings } from '../parts/index.ts'

/** How far from locked two objects may be that an action locks. */
export interface LockLimits {
  /** [m] */
  readonly distance: number
  /** Of what is at rest [m/s]. */
  readonly velocity: number
  /** Limit of the relative angular velocity of bodies at rest [rad/s]. */
  readonly angularVelocity: number
  /** Additional limit of moving bodies, relative to their velocity and angular velocity. */
  readonly relative: number
}

/**
 * Relative velocities of what actions lock, in tolerances of velocities: that is as far as solvers may be wrong where
 * something jumps. But not more than a thousandth of the velocities, unless the tolerance is.
 */
const LOCK_TOLERANCES = 1000
const LARGEST_PART = 1e-3

/** Absolute tolerances are this part of relative ones, times nominal values. */
const NOMINAL_PART = 0.1

/**
 * How far from each other, and how fast, two objects may be that an action locks. They stay where they are, but of
 * their velocities one is lost, and momentum with it: velocities may differ by errors of the integration only.
 *
 * @param tolerance relative tolerance of the run
 */
export function createLockLimits({ gap, nominalLength }: SceneSettings, tolerance: number): LockLimits {
  const relative = Math.max(tolerance, Math.min(LOCK_TOLERANCES * tolerance, LARGEST_PART))
  return {
    distance: gap,
    velocity: relative * NOMINAL_PART * nominalLength,
    angularVelocity: relative * NOMINAL_PART,
    relative,
  }
}
