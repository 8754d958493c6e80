/**
 * Poses of the two ends of a symmetric arm with seven axes, and its inverse kinematics. The axes turn about z and y
 * alternately, z along the arm: roll, pitch, roll of the shoulder, pitch of the elbow, and the same in reverse.
 */
import {
  createDenseLu,
  factorDenseLu,
  mat3Mul,
  mat3MulVec,
  rotationY,
  rotationZ,
  solveDenseLu,
} from 'vario/math'

/** Lengths of the links from one end to the other [m]: axis k is between link k - 1 and link k. */
export const LINKS: readonly number[] = [0.1, 0.15, 0.15, 0.45, 0.45, 0.15, 0.15, 0.1]
export const N_AXIS = 7

/** Direction of an axis in the frame of the arm. */
export const axisOf = (k: number): 'z' | 'y' => (k % 2 === 1 ? 'z' : 'y')

/** A frame: its position [m] (3), and its rotation matrix, row by row (9). */
export interface Pose {
  readonly p: Float64Array
  readonly R: Float64Array
}

/** A frame whose z axis is `z` and whose x axis is `x`, unit vectors at a right angle. */
export function createPose(p: readonly number[], z: readonly number[], x: readonly number[]): Pose {
  const y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
  return { p: Float64Array.from(p), R: Float64Array.from([0, 1, 2].flatMap((i) => [x[i], y[i], z[i]])) }
}

/** Pose of `b` relative to `a`. */
function seenFrom(a: Pose, b: Pose): Pose {
  const transposed = Float64Array.from([0, 3, 6, 1, 4, 7, 2, 5, 8], (i) => a.R[i])
  const pose = { p: b.p.map((x, i) => x - a.p[i]), R: new Float64Array(9) }
  mat3MulVec(pose.p, 0, transposed, 0, pose.p.slice(), 0)
  mat3Mul(pose.R, 0, transposed, 0, b.R, 0)
  return pose
}

/** Pose of the far end relative to the near one, and positions (7 × 3) and directions (7 × 3) of the axes. */
function computeArm(angles: ArrayLike<number>): { tip: Pose; points: Float64Array; axes: Float64Array } {
  const p = new Float64Array(3)
  const R = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
  const [points, axes, turn] = [
    new Float64Array(3 * N_AXIS),
    new Float64Array(3 * N_AXIS),
    new Float64Array(9),
  ]
  for (let k = 0; k <= N_AXIS; k++) {
    for (let i = 0; i < 3; i++) p[i] += LINKS[k] * R[3 * i + 2]
    if (k === N_AXIS) break
    const isRoll = axisOf(k + 1) === 'z'
    points.set(p, 3 * k)
    for (let i = 0; i < 3; i++) axes[3 * k + i] = R[3 * i + (isRoll ? 2 : 1)]
    if (isRoll) rotationZ(turn, 0, angles[k])
    else rotationY(turn, 0, angles[k])
    mat3Mul(R, 0, R.slice(), 0, turn, 0)
  }
  return { tip: { p, R }, points, axes }
}

/** Maximum step of the search, in m and rad: small steps keep elbow and wrist on their side. */
const MAX_STEP = 0.05
/** Remaining distance at the end, in m and rad: rounding errors. */
const PRECISION = 1e-13

/**
 * Angles [rad] for which the ends of the arm are at `blue` and `green`, by Newton's method from `angles`: with the
 * Jacobian J of the far end and its remaining distance e, the shortest step is Jᵀ (J Jᵀ)⁻¹ e. The frames point along
 * the arm, from blue to green.
 */
export function solveAngles(blue: Pose, green: Pose, angles: readonly number[]): number[] {
  const target = seenFrom(blue, green)
  const q = [...angles]
  for (let pass = 0; pass < 500; pass++) {
    const { tip, points, axes } = computeArm(q)
    const e = computeWay(tip, target)
    const distance = Math.hypot(...e)
    if (distance < PRECISION) return q
    const scale = Math.min(1, MAX_STEP / distance)
    const columns = Array.from({ length: N_AXIS }, (_, k) => {
      const a = axes.subarray(3 * k, 3 * k + 3)
      const r = tip.p.map((x, i) => x - points[3 * k + i])
      return [a[1] * r[2] - a[2] * r[1], a[2] * r[0] - a[0] * r[2], a[0] * r[1] - a[1] * r[0], ...a]
    })
    const gram = createDenseLu(6)
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < 6; j++) for (const column of columns) gram.a[6 * i + j] += column[i] * column[j]
    if (factorDenseLu(gram) !== 0) break
    solveDenseLu(gram, e)
    columns.forEach((column, k) => {
      q[k] += scale * column.reduce((sum, x, i) => sum + x * e[i], 0)
    })
  }
  throw new Error(`The arm does not reach from ${blue.p} to ${green.p}.`)
}

/** Translation [m] and rotation [rad] from one pose to another; the latter from the axes, (Σ a × b)/2. */
function computeWay(from: Pose, to: Pose): Float64Array {
  const way = new Float64Array(6)
  for (let i = 0; i < 3; i++) {
    way[i] = to.p[i] - from.p[i]
    const [j, k] = [3 * ((i + 1) % 3), 3 * ((i + 2) % 3)]
    for (let c = 0; c < 3; c++) way[i + 3] += (from.R[j + c] * to.R[k + c] - from.R[k + c] * to.R[j + c]) / 2
  }
  return way
}
