/** Sizes in a scene, whose defaults scale with its nominal length. */
import { assertPositive } from '../../base/index.ts'
import type { SceneRecord } from '../parts/index.ts'
import { readNumber } from '../records/index.ts'
import type { LockLimits } from './structure-changes.ts'

/** Gap of what actions lock, per nominal length. */
const LOCK_GAP = 1e-3

/**
 * Relative velocities of what actions lock, in tolerances of velocities: that is as far as solvers may be wrong where something jumps. But
 * not more than a thousandth of the velocities, unless the tolerance is.
 */
const LOCK_TOLERANCES = 1000
const LARGEST_PART = 1e-3

/** Absolute tolerances are this part of relative ones, times nominal values. */
const NOMINAL_PART = 0.1

/** Typical size of the scene [m]. */
export function readNominalLength(path: string, { nominalLength }: SceneRecord): number {
  const length = readNumber(`${path}.nominalLength`, nominalLength, 1)
  assertPositive(`${path}.nominalLength`, length)
  return length
}

/**
 * How far from each other, and how fast, two objects may be that an action locks. They stay where they are, but of their velocities one is lost,
 * and momentum with it: velocities may differ by errors of the integration only.
 *
 * @param tolerance relative tolerance of the run
 */
export function readLockLimits(path: string, scene: SceneRecord, tolerance: number): LockLimits {
  const length = readNominalLength(path, scene)
  const distance = readNumber(`${path}.gap`, scene.gap, LOCK_GAP * length)
  assertPositive(`${path}.gap`, distance)
  const relative = Math.max(tolerance, Math.min(LOCK_TOLERANCES * tolerance, LARGEST_PART))
  return {
    distance,
    velocity: relative * NOMINAL_PART * length,
    angularVelocity: relative * NOMINAL_PART,
    relative,
  }
}
