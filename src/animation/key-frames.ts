/** Key frames of the motion of parts: strictly increasing times from 0, continuous quaternions, no gaps. */
import { quatNormalize } from '../math/index.ts'
import { isPresent } from './pose-interpolation.ts'
import type { AnimationPart, AnimationScene } from './scene.ts'

/** The motion of a part at the key times of a scene. */
export interface PartKeyFrames {
  /** Origin in world [m] (nKey × 3, or 3 if it stands still). */
  readonly positions: Float64Array
  /** q_WB, x y z w, unit length, without changes of sign from one key to the next (nKey × 4, or 4 without rotation). */
  readonly quaternions: Float64Array
  /** 1 where the part exists, else 0 (nKey, or 1 if always the same). */
  readonly exists: Uint8Array
  /** Factor of x of the shape, for pieces of lines (nKey, or 1 if always the same). */
  readonly lengths: Float64Array
}

/** Motion of all parts. */
export interface KeyFrames {
  /** Time since the first time of the scene [s] (nKey). */
  readonly times: Float64Array
  /** Motion of each part (nPart). */
  readonly parts: readonly PartKeyFrames[]
}

/** The key frames of a scene. */
export function createKeyFrames(scene: AnimationScene): KeyFrames {
  const keys = selectKeys(scene.times)
  const t0 = scene.times[0]
  return {
    times: Float64Array.from(keys, (i) => scene.times[i] - t0),
    parts: scene.parts.map((part) => createPartKeyFrames(part, keys)),
  }
}

/**
 * Selects samples with different times as 32 bit floats, the precision of animation formats; of equal times the last.
 */
function selectKeys(times: Float64Array): number[] {
  const keys: number[] = []
  const t0 = times[0]
  for (let i = 0; i < times.length; i++) {
    const isLast = i === times.length - 1 || Math.fround(times[i + 1] - t0) > Math.fround(times[i] - t0)
    if (isLast) keys.push(i)
  }
  return keys
}

function createPartKeyFrames(part: AnimationPart, keys: readonly number[]): PartKeyFrames {
  const n = keys.length
  const positions = new Float64Array(3 * n)
  const quaternions = new Float64Array(4 * n)
  const exists = new Uint8Array(n)
  const lengths = new Float64Array(n).fill(1)
  for (let k = 0; k < n; k++) exists[k] = isPresent(part, keys[k]) ? 1 : 0
  // where the part does not exist, it rests at its last or next pose
  let source = exists.indexOf(1)
  for (let k = 0; k < n; k++) {
    if (exists[k]) source = k
    if (source < 0) {
      quaternions[4 * k + 3] = 1
      continue
    }
    const i = keys[source]
    for (let c = 0; c < 3; c++) positions[3 * k + c] = part.positions[3 * i + c]
    if (part.lengths !== undefined) lengths[k] = part.lengths[i]
    quatNormalize(quaternions, 4 * k, part.quaternions, 4 * i)
    let dot = quaternions[4 * k + 3]
    if (k > 0) {
      dot = 0
      for (let c = 0; c < 4; c++) dot += quaternions[4 * k + c] * quaternions[4 * k - 4 + c]
    }
    if (dot < 0) for (let c = 0; c < 4; c++) quaternions[4 * k + c] *= -1
  }
  return {
    positions: isConstant(positions, 3) ? positions.slice(0, 3) : positions,
    quaternions: isConstant(quaternions, 4) ? quaternions.slice(0, 4) : quaternions,
    exists: isConstant(exists, 1) ? exists.slice(0, 1) : exists,
    lengths: isConstant(lengths, 1) ? lengths.slice(0, 1) : lengths,
  }
}

function isConstant(values: ArrayLike<number>, size: number): boolean {
  for (let i = size; i < values.length; i++) if (values[i] !== values[i % size]) return false
  return true
}
