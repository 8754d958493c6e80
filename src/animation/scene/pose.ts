import { InputError } from '../../base/index.ts'
import { quatNormalize, quatSlerp } from '../../math/index.ts'
import { type AnimationPart, type AnimationScene, checkAnimationScene } from './animation-scene.ts'
import { isPresent } from './motion.ts'

/** Pose of a part. */
export interface Pose {
  /** Origin in world [m] (3). */
  readonly position: Float64Array
  /** q_WB, x y z w (4). */
  readonly quaternion: Float64Array
}

/**
 * The poses of all parts at a time [s] between the first and the last, interpolated between samples; `undefined` for a
 * part that does not exist at that time.
 */
export function computePoses(scene: AnimationScene, time: number): (Pose | undefined)[] {
  checkAnimationScene(scene)
  const { times } = scene
  const last = times.length - 1
  if (!(time >= times[0] && time <= times[last]))
    throw new InputError('time', `a number between ${times[0]} and ${times[last]}`, time)
  // the last sample that is not later
  let i = last
  while (times[i] > time) i--
  const fraction = i === last ? 0 : (time - times[i]) / (times[i + 1] - times[i])
  return scene.parts.map((part) => computePose(part, i, fraction))
}

function computePose(part: AnimationPart, i: number, fraction: number): Pose | undefined {
  if (!isPresent(part, i)) return undefined
  const position = part.positions.slice(3 * i, 3 * i + 3)
  const quaternion = new Float64Array(4)
  quatNormalize(quaternion, 0, part.quaternions, 4 * i)
  if (fraction > 0 && isPresent(part, i + 1)) {
    for (let k = 0; k < 3; k++) position[k] += fraction * (part.positions[3 * i + 3 + k] - position[k])
    const next = new Float64Array(4)
    quatNormalize(next, 0, part.quaternions, 4 * i + 4)
    quatSlerp(quaternion, 0, quaternion, 0, next, 0, fraction)
  }
  return { position, quaternion }
}
