/** Motions of joints that lead an object along a path in space. */
import { InputError, VarioError } from '../../base/index.ts'
import { type CartesianPath, type TimedPath, VectorSpline } from '../paths/index.ts'
import type { TargetPose } from './target.ts'

/** Numbers of intervals in which the path is sampled at first and at most. */
const FIRST_INTERVALS = 16
const MOST_INTERVALS = 4096

/** Kinematics of the mechanism. */
interface Follower {
  /** Positions with the object at a pose, near `start`. */
  reach(pose: TargetPose, start: ArrayLike<number>): Float64Array
  /** Distance [m] and angle [rad] of the object from a pose. */
  miss(pose: TargetPose, q: Float64Array): number
}

/**
 * Joint positions along a path: a cubic spline through solutions of inverse kinematics at equal parts of the path, each
 * near the one before it. Their number is doubled until the object between them is within `tolerance` of the path. Two
 * derivatives are continuous, wherever those of the path are.
 */
export function createJointPath(
  follower: Follower,
  path: CartesianPath,
  start: ArrayLike<number>,
  tolerance: number,
): TimedPath {
  let samples = sampleInOrder(follower, path, start, FIRST_INTERVALS)
  for (;;) {
    const n = samples.length - 1
    const spline = new VectorSpline(
      Float64Array.from(samples, (_, i) => i / n),
      samples,
      false,
    )
    let worst = 0
    const finer: Float64Array[] = [samples[0]]
    const between = new Float64Array(samples[0].length)
    for (let i = 0; i < n; i++) {
      const s = (i + 0.5) / n
      const pose = path.poseAt(s)
      spline.evaluate(s, 0, between)
      worst = Math.max(worst, follower.miss(pose, between))
      finer.push(follower.reach(pose, between), samples[i + 1])
    }
    if (worst <= tolerance) return path.along(spline)
    if (2 * n > MOST_INTERVALS)
      throw new VarioError(
        'OUT_OF_REACH',
        `createJointPath: expected joints that lead the object along the path within ${tolerance}, got a deviation of ` +
          `${worst.toPrecision(3)} between ${n} samples. The path passes a singular pose, where joints jump: move ` +
          'it, start at other positions, or accept a larger tolerance.',
        { deviation: worst },
      )
    samples = finer
  }
}

function sampleInOrder(
  follower: Follower,
  path: CartesianPath,
  start: ArrayLike<number>,
  n: number,
): Float64Array[] {
  const samples: Float64Array[] = []
  for (let i = 0; i <= n; i++) samples.push(follower.reach(path.poseAt(i / n), samples.at(-1) ?? start))
  return samples
}

/** Asserts that all positions are those of axes. */
export function assertAxes(positions: readonly string[], velocities: readonly string[]): void {
  const other = positions.find((name) => /\.(rotation|quaternion)\[/.test(name))
  if (other === undefined && positions.length === velocities.length) return
  throw new InputError(
    'createJointPath',
    'joints with axes only, because orientations have no splines',
    other,
  )
}
