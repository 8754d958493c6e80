/** Poses of objects at a time, interpolated between the points of a result. */
import { InputError } from '../base/index.ts'
import { quatNormalize, quatRotateVec, quatSlerp } from '../math/index.ts'
import { type AnimationScene, checkAnimationScene, type Motion } from './scene.ts'

/** The motion of an object between the points of a result. */
export interface MotionTrack extends Motion {
  /** Times, non-decreasing; an event occurs twice [s] (nPoint). */
  readonly times: Float64Array
  /** Origin in world [m] (nPoint × 3, or 3 if it stands still); NaN where the object does not exist. */
  readonly positions: Float64Array
  /** q_WB, x y z w (nPoint × 4, or 4 if it does not turn). */
  readonly quaternions: Float64Array
}

/** Pose of a part. */
export interface Pose {
  /** Origin in world [m] (3). */
  readonly position: Float64Array
  /** q_WB, x y z w (4). */
  readonly quaternion: Float64Array
  /** Factor of x of the shape: the length of the piece of a line [m]. */
  readonly length: number
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
  const key = findKey(times, time, last)
  return scene.parts.map(({ positions, quaternions, lengths }) => {
    const position = new Float64Array(3)
    const quaternion = new Float64Array(4)
    const exists = computePose({ times, positions, quaternions }, key, time, position, 0, quaternion, 0)
    return exists ? { position, quaternion, length: lengthAt(lengths, times, key, time) } : undefined
  })
}

/** The length of a piece of a line, interpolated like positions; 1 for other shapes. */
function lengthAt(lengths: Float64Array | undefined, times: Float64Array, key: number, t: number): number {
  if (lengths === undefined) return 1
  const fraction = key + 1 < times.length ? (t - times[key]) / (times[key + 1] - times[key]) : 0
  const next = lengths[key + 1]
  return fraction > 0 && Number.isFinite(next)
    ? lengths[key] + fraction * (next - lengths[key])
    : lengths[key]
}

/**
 * Index of the last time that is not later than `t`; of the two points of an event, the second one. Returns 0 if all
 * are later. Searches around `hint`, the index of a nearby time: O(1) during playback, O(log n) after a jump.
 */
export function findKey(times: Float64Array, t: number, hint: number): number {
  const last = times.length - 1
  let low = Math.min(Math.max(hint, 0), last)
  let high: number
  let step = 1
  if (times[low] <= t) {
    high = low + 1
    while (high <= last && times[high] <= t) {
      low = high
      high += step
      step *= 2
    }
    high = Math.min(high, last + 1)
  } else {
    high = low
    while (low > 0 && times[low] > t) {
      high = low
      low -= step
      step *= 2
    }
    if (low < 0) low = 0
  }
  // times[low] <= t < times[high], or low = 0
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (times[middle] <= t) low = middle
    else high = middle
  }
  return low
}

/**
 * Pose at time `t`, where `key` is `findKey(track.times, t)`: position into `p` at `ip` [m], unit quaternion x y z w
 * into `q` at `iq`. Interpolates positions linearly and orientations by rotation about a fixed axis at a constant rate.
 * If the object does not exist after the key, the pose at the key holds; the object is missing until it exists.
 * @returns True if the object exists.
 */
export function computePose(
  track: MotionTrack,
  key: number,
  t: number,
  p: Float64Array,
  ip: number,
  q: Float64Array,
  iq: number,
): boolean {
  const { times, positions, quaternions } = track
  const isStill = positions.length === 3
  const isUpright = quaternions.length === 4
  const p0 = isStill ? 0 : 3 * key
  const q0 = isUpright ? 0 : 4 * key
  if (!areNumbers(positions, p0, 3) || !areNumbers(quaternions, q0, 4)) return false
  p[ip] = positions[p0]
  p[ip + 1] = positions[p0 + 1]
  p[ip + 2] = positions[p0 + 2]
  quatNormalize(q, iq, quaternions, q0)
  if (key + 1 >= times.length) return true
  const fraction = (t - times[key]) / (times[key + 1] - times[key])
  if (!(fraction > 0)) return true
  const p1 = isStill ? p0 : p0 + 3
  const q1 = isUpright ? q0 : q0 + 4
  if (!areNumbers(positions, p1, 3) || !areNumbers(quaternions, q1, 4)) return true
  if (!isStill) for (let c = 0; c < 3; c++) p[ip + c] += fraction * (positions[p1 + c] - positions[p0 + c])
  if (!isUpright) {
    quatNormalize(next, 0, quaternions, q1)
    quatSlerp(q, iq, q, iq, next, 0, fraction)
  }
  return true
}

const next = new Float64Array(4)

/** True if the object exists at sample `i`: its position and orientation are numbers (nTime × 3, nTime × 4). */
export function isPresent({ positions, quaternions }: Motion, i: number): boolean {
  return areNumbers(positions, 3 * i, 3) && areNumbers(quaternions, 4 * i, 4)
}

function areNumbers(values: Float64Array, i: number, n: number): boolean {
  for (let k = 0; k < n; k++) if (!Number.isFinite(values[i + k])) return false
  return true
}

/** Points of a part, in world [m] (n × 3). */
export function placePoints(points: Float64Array, { position, quaternion, length }: Pose): Float64Array {
  const placed = points.slice()
  for (let i = 0; i < points.length; i += 3) {
    placed[i] *= length
    quatRotateVec(placed, i, quaternion, 0, placed, i)
    for (let k = 0; k < 3; k++) placed[i + k] += position[k]
  }
  return placed
}
