/** Sizes in a scene, whose defaults scale with its nominal length. */
import { assertPositive } from '../../base/index.ts'
import type { SceneRecord } from '../parts/index.ts'
import { readNumber } from '../records/index.ts'
import type { LockLimits } from './structure-changes.ts'

/** Gap [m] and relative velocity [m/s] of what actions lock, per nominal length, and relative angular velocity [rad/s]. */
const LOCK_GAP = 1e-3
const LOCK_VELOCITY = 1e-2

/** Typical size of the scene [m]. */
export function readNominalLength(path: string, { nominalLength }: SceneRecord): number {
  const length = readNumber(`${path}.nominalLength`, nominalLength, 1)
  assertPositive(`${path}.nominalLength`, length)
  return length
}

/**
 * How far from each other, and how fast, two objects may be that an action locks. Velocities below 0.01 m/s or rad/s count as zero, as
 * in the laws of contact (thesis 7.1.4).
 */
export function readLockLimits(path: string, scene: SceneRecord): LockLimits {
  const length = readNominalLength(path, scene)
  const distance = readNumber(`${path}.gap`, scene.gap, LOCK_GAP * length)
  assertPositive(`${path}.gap`, distance)
  return { distance, velocity: LOCK_VELOCITY * length, angularVelocity: LOCK_VELOCITY }
}
