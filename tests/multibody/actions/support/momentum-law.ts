/**
 * The law of plastic locks in absolute coordinates: v⁺ = v + M⁻¹ Jᵀ λ, J v⁺ = 0, with the mass matrix of all bodies,
 * and the Jacobian J of all joints and locks, written by hand.
 */
import type { SignalTable } from 'vario'
import type { Snapshot } from './random-program.ts'
import type { RandomBody, RandomJoint } from './random-structure.ts'

type Vector = readonly number[]

/** Pose and motion of a body: position of its center of mass, in the axes of the world. */
export interface BodyMotion extends RandomBody {
  /** Origin of the object, and its quaternion (x y z w). */
  readonly origin: Vector
  readonly quaternion: Vector
  readonly position: Vector
  readonly velocity: Vector
  readonly angularVelocity: Vector
  /** Inertia about the center of mass, rows. */
  readonly inertiaInWorld: readonly Vector[]
}

const cross = (a: Vector, b: Vector): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const add = (a: Vector, b: Vector, factor = 1): number[] => a.map((x, i) => x + factor * b[i])
const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, i) => sum + x * b[i], 0)
const multiply = (A: readonly Vector[], x: Vector): number[] => A.map((row) => dot(row, x))

/** Rows of the rotation that a quaternion describes. */
function rotationOf([x, y, z, w]: Vector): number[][] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ]
}

/** Values of a vector of the results in one row. */
export function readRow(result: SignalTable, name: string, n: number, row: number): number[] {
  return Array.from(result.values(name).subarray(n * row, n * row + n))
}

/** Values of a joint in one row; a replaced kind of another size is recorded under the name of the kind. NaN: none. */
export function readJoint(
  result: SignalTable,
  { name, kind }: RandomJoint,
  value: string,
  n: number,
  row: number,
): number[] {
  const none = Array.from({ length: n }, () => Number.NaN)
  return (
    [`${name}.${value}`, `${name}.${kind}.${value}`]
      .filter((path) => result.has(path) && result.signal(path).nElement === n)
      .map((path) => readRow(result, path, n, row))
      .find(([first]) => !Number.isNaN(first)) ?? none
  )
}

/** The motion of a body in one row of the results. */
export function readMotion(result: SignalTable, body: RandomBody, row: number): BodyMotion {
  const { name, center, inertia } = body
  const origin = readRow(result, `${name}.r_abs`, 3, row)
  const quaternion = readRow(result, `${name}.q_abs`, 4, row)
  const R = rotationOf(quaternion)
  const w = readRow(result, `${name}Motion.angularVelocity`, 3, row)
  const v = readRow(result, `${name}Motion.velocity`, 3, row)
  const arm = multiply(R, center)
  const [xx, yy, zz, xy, xz, yz] = inertia
  const I = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ]
  // R I Rᵀ
  const inertiaInWorld = R.map((row_i) => R.map((row_j) => dot(row_i, multiply(I, row_j))))
  return {
    ...body,
    ...{
      origin,
      quaternion,
      position: add(origin, arm),
      velocity: add(v, cross(w, arm)),
      angularVelocity: w,
    },
    inertiaInWorld,
  }
}

export function kineticEnergyOf(motions: readonly BodyMotion[]): number {
  return motions.reduce(
    (sum, { mass, velocity: v, angularVelocity: w, inertiaInWorld }) =>
      sum + 0.5 * mass * dot(v, v) + 0.5 * dot(w, multiply(inertiaInWorld, w)),
    0,
  )
}

/** Momentum, and angular momentum about the origin of the world (6). */
export function momentumOf(motions: readonly BodyMotion[]): number[] {
  const total = [0, 0, 0, 0, 0, 0]
  for (const { mass, position, velocity, angularVelocity, inertiaInWorld } of motions) {
    const p = velocity.map((x) => mass * x)
    const L = add(cross(position, p), multiply(inertiaInWorld, angularVelocity))
    for (const [i, x] of [...p, ...L].entries()) total[i] += x
  }
  return total
}

/** Sizes of the terms of momentum and angular momentum; bodies at rest count with `speed`. */
export function sizeOfMomentum(
  motions: readonly BodyMotion[],
  mass: number,
  length: number,
  speed: number,
): [number, number] {
  const far = Math.max(length, ...motions.map(({ position }) => Math.hypot(...position)))
  const p = mass * speed * motions.length
  return [p, p * far]
}

/** Constraint violation of the velocities [m/s]; angular velocities times `length`. */
export function violationOf(
  { body1, body2, point, angular, linear }: Forbidden,
  motions: readonly BodyMotion[],
  length: number,
): number {
  let sum = 0
  for (const [name, sign] of [
    [body2, 1],
    [body1, -1],
  ] as const) {
    const motion = motions.find((entry) => entry.name === name)
    if (motion === undefined) continue
    const { position, velocity, angularVelocity: w } = motion
    sum += sign * dot(linear, add(velocity, cross(w, add(point, position, -1))))
    sum += sign * length * dot(angular, w)
  }
  return Math.abs(sum)
}

/** Twist that a joint forbids: angular direction, linear direction, of body 2 with respect to body 1, at a point. */
interface Forbidden {
  readonly body1: string
  readonly body2: string
  readonly point: Vector
  readonly angular: Vector
  readonly linear: Vector
}

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const NONE = [0, 0, 0]

/** Two vectors that are perpendicular to an axis, and to each other. */
function across(axis: Vector): number[][] {
  const other = AXES.reduce((a, b) => (Math.abs(dot(a, axis)) < Math.abs(dot(b, axis)) ? a : b))
  const first = cross(axis, other)
  const size = Math.hypot(...first)
  const u = first.map((x) => x / size)
  return [u, cross(axis, u)]
}

/** Constraints of a joint, with the frames of its objects in one row of the results. */
function listForbidden(result: SignalTable, joint: RandomJoint, row: number): Forbidden[] {
  const { body1, body2, frames } = joint
  const R1 = rotationOf(readRow(result, `${frames[0]}.q_abs`, 4, row))
  // axes pass through it, also if obj2 is beside them
  const point = readRow(result, `${frames[0]}.r_abs`, 3, row)
  const axis = multiply(R1, joint.axes[0])
  const angular = (directions: readonly Vector[]) => directions.map((d) => ({ angular: d, linear: NONE }))
  const linear = (directions: readonly Vector[]) => directions.map((d) => ({ angular: NONE, linear: d }))
  const kind = joint.isLocked ? 'Fix' : joint.kind.replace('WithFlange', '')
  const rows = {
    Fix: () => [...angular(AXES), ...linear(AXES)],
    Revolute: () => [...angular(across(axis)), ...linear(AXES)],
    Prismatic: () => [...angular(AXES), ...linear(across(axis))],
    Cylindrical: () => [...angular(across(axis)), ...linear(across(axis))],
    Planar: () => [...angular(across(axis)), ...linear([axis])],
    Spherical: () => linear(AXES),
    Universal: () => {
      // the first rotation has moved the second axis
      const [phi] = readJoint(result, joint, 'phi', 2, row)
      const a = joint.axes[0]
      const b = joint.axes[1]
      const along = a.map((x) => x * dot(a, b))
      const turned = add(
        along,
        add(
          add(b, along, -1).map((x) => x * Math.cos(phi)),
          cross(a, b),
          Math.sin(phi),
        ),
      )
      return [...angular([cross(axis, multiply(R1, turned))]), ...linear(AXES)]
    },
  }[kind]!()
  return rows.map((directions) => ({ body1, body2, point, ...directions }))
}

/** All constraints at a row. */
export function listAllForbidden(result: SignalTable, after: Snapshot, row: number): Forbidden[] {
  const locks = after.holders
    .filter(({ isFree }) => !isFree)
    .flatMap(({ inner, outer }) => {
      const point = readRow(result, `${inner}Lock.r_abs`, 3, row)
      return [
        ...AXES.map((d) => ({ body1: outer, body2: inner, point, angular: d, linear: NONE })),
        ...AXES.map((d) => ({ body1: outer, body2: inner, point, angular: NONE, linear: d })),
      ]
    })
  return [...after.joints.flatMap((joint) => listForbidden(result, joint, row)), ...locks]
}

/** Velocities and angular velocities (6 per body) after the projection onto all constraints; lengths in `length`. */
export function projectVelocities(
  motions: readonly BodyMotion[],
  forbidden: readonly Forbidden[],
  length: number,
  mass: number,
): number[] {
  const n = 6 * motions.length
  const size = n + forbidden.length
  const A = Array.from({ length: size }, () => new Float64Array(size))
  const b = new Float64Array(size)
  motions.forEach(({ mass: m, inertiaInWorld, velocity, angularVelocity }, k) => {
    for (let i = 0; i < 3; i++) {
      A[6 * k + i][6 * k + i] = m / mass
      b[6 * k + i] = ((m / mass) * velocity[i]) / length
      for (let j = 0; j < 3; j++) {
        const I = inertiaInWorld[i][j] / (mass * length * length)
        A[6 * k + 3 + i][6 * k + 3 + j] = I
        b[6 * k + 3 + i] += I * angularVelocity[j]
      }
    }
  })
  forbidden.forEach(({ body1, body2, point, angular, linear }, k) => {
    for (const [name, sign] of [
      [body2, 1],
      [body1, -1],
    ] as const) {
      const index = motions.findIndex((motion) => motion.name === name)
      if (index < 0) continue
      const arm = add(point, motions[index].position, -1).map((x) => x / length)
      const row = [...linear, ...add(angular, cross(arm, linear))]
      for (let i = 0; i < 6; i++) {
        A[n + k][6 * index + i] = sign * row[i]
        A[6 * index + i][n + k] = sign * row[i]
      }
    }
  })
  solve(A, b)
  return Array.from(b.subarray(0, n), (x, i) => (i % 6 < 3 ? x * length : x))
}

/** Gaussian elimination with pivoting; the solution is in b. */
function solve(A: Float64Array[], b: Float64Array): void {
  const n = b.length
  for (let k = 0; k < n; k++) {
    let p = k
    for (let i = k + 1; i < n; i++) if (Math.abs(A[i][k]) > Math.abs(A[p][k])) p = i
    ;[A[k], A[p]] = [A[p], A[k]]
    ;[b[k], b[p]] = [b[p], b[k]]
    for (let i = k + 1; i < n; i++) {
      const f = A[i][k] / A[k][k]
      if (f === 0) continue
      for (let j = k; j < n; j++) A[i][j] -= f * A[k][j]
      b[i] -= f * b[k]
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) b[k] -= A[k][j] * b[j]
    b[k] /= A[k][k]
  }
}
