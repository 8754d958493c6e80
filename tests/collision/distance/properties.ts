/**
 * Properties of every signed distance, for any shapes and poses: checked with separate support functions of the test.
 */
import {
  type ConvexShape,
  computeSignedDistance,
  createConvexShape,
  createDistanceQuery,
  RESULT_DISTANCE,
  RESULT_LENGTH,
  RESULT_NORMAL,
  RESULT_POINT_A,
  RESULT_POINT_B,
  type SolidShape,
} from 'vario/collision'
import {
  type Pose,
  placePair,
  randomRotation,
  randomShape,
  randomUnit,
  rotate,
  type ShapeName,
  type Vector,
} from './poses.ts'
import { createGap, type SupportFunction, supportFunction } from './support-oracle.ts'

export interface Body {
  readonly shape: SolidShape
  readonly convex: ConvexShape
  readonly h: SupportFunction
}

export function createBody(shape: SolidShape, smoothingRadius = 0): Body {
  return {
    shape,
    convex: createConvexShape(shape, smoothingRadius),
    h: supportFunction(shape, smoothingRadius),
  }
}

/** `count` bodies of each kind of shape. */
export function createBodies(names: readonly ShapeName[], count: number, random: () => number): Body[][] {
  return names.map((name) => Array.from({ length: count }, () => createBody(randomShape(name, random))))
}

const query = createDistanceQuery()
const scratch = new Float64Array(RESULT_LENGTH)

export function distanceOf(a: Body, poseA: Pose, b: Body, poseB: Pose, out: Float64Array): number {
  computeSignedDistance(query, placePair(a.convex, poseA, b.convex, poseB), 0, 1, out, 0)
  return out[RESULT_DISTANCE]
}

const vectorAt = (array: Float64Array, o: number): Vector => [array[o], array[o + 1], array[o + 2]]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Support value of a body in world: max d·x. */
function supportInWorld(body: Body, pose: Pose, d: Vector): number {
  const { R, p } = pose
  const local: Vector = [
    R[0] * d[0] + R[3] * d[1] + R[6] * d[2],
    R[1] * d[0] + R[4] * d[1] + R[7] * d[2],
    R[2] * d[0] + R[5] * d[1] + R[8] * d[2],
  ]
  return body.h(local[0], local[1], local[2]) + d[0] * p[0] + d[1] * p[1] + d[2] * p[2]
}

/** Applies the same motion to a pose: x → R x + p. */
function move(pose: Pose, R: Float64Array, p: Vector): Pose {
  const product = new Float64Array(9)
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 3; k++) product[3 * i + j] += R[3 * i + k] * pose.R[3 * k + j]
  const q = rotate(R, pose.p)
  return { R: product, p: Float64Array.from([q[0] + p[0], q[1] + p[1], q[2] + p[2]]) }
}

/**
 * Computes the signed distance and describes the first violated property, or returns undefined. Tolerances: 1e-13 of
 * the size, a few hundred rounding errors of coordinates; 1e-12 if poses 1000 m away have rounding errors of 1e-13 m.
 */
export function findViolation(
  a: Body,
  poseA: Pose,
  b: Body,
  poseB: Pose,
  random: () => number,
): string | undefined {
  const size = a.convex.boundingRadius + b.convex.boundingRadius
  const tolerance = 1e-13 * (size + 1)
  const out = new Float64Array(RESULT_LENGTH)
  const distance = distanceOf(a, poseA, b, poseB, out)
  const n = vectorAt(out, RESULT_NORMAL)
  const pointA = vectorAt(out, RESULT_POINT_A)
  const pointB = vectorAt(out, RESULT_POINT_B)
  if (!out.every(Number.isFinite)) return `not finite: ${out}`
  if (!(Math.abs(dot(n, n) - 1) < 1e-14)) return `normal of length² ${dot(n, n)}`
  for (let c = 0; c < 3; c++)
    if (!(Math.abs(pointB[c] - pointA[c] - distance * n[c]) <= tolerance)) return 'b - a differs from δ n'

  // the points are on the surfaces, where n is a normal: this proves distances, and depths to be local ones
  const opposite: Vector = [-n[0], -n[1], -n[2]]
  const gapA = dot(n, pointA) - supportInWorld(a, poseA, n)
  const gapB = dot(opposite, pointB) - supportInWorld(b, poseB, opposite)
  if (!(Math.abs(gapA) <= 10 * tolerance)) return `n·a differs from hA(n) by ${gapA}`
  if (!(Math.abs(gapB) <= 10 * tolerance)) return `n·b differs from hB(-n) by ${gapB}`
  for (let i = 0; i < 6; i++) {
    const d = randomUnit(random)
    if (!(dot(d, pointA) - supportInWorld(a, poseA, d) <= 10 * tolerance)) return 'a is outside of A'
    if (!(dot(d, pointB) - supportInWorld(b, poseB, d) <= 10 * tolerance)) return 'b is outside of B'
  }

  // no other direction is better: random ones, close ones, and that of the centers
  const gap = createGap(a.h, poseA, b.h, poseB)
  for (let i = 0; i < 12; i++) {
    const u = randomUnit(random)
    const part = i < 6 ? 0 : 10 ** (-1 - random() * 5)
    const m: Vector = i < 6 ? u : [n[0] + part * u[0], n[1] + part * u[1], n[2] + part * u[2]]
    const norm = Math.hypot(m[0], m[1], m[2])
    const R = poseA.R
    const local: Vector = [
      (R[0] * m[0] + R[3] * m[1] + R[6] * m[2]) / norm,
      (R[1] * m[0] + R[4] * m[1] + R[7] * m[2]) / norm,
      (R[2] * m[0] + R[5] * m[1] + R[8] * m[2]) / norm,
    ]
    const value = gap(local)
    if (value > distance + 10 * tolerance) return `direction ${m} has ${value}, more than ${distance}`
  }

  // symmetry, and invariance under rigid motions near and far
  const swapped = distanceOf(b, poseB, a, poseA, scratch)
  if (!(Math.abs(swapped - distance) <= tolerance)) return `swapped ${swapped}, not ${distance}`
  const R = randomRotation(random)
  for (const far of [1, 1000]) {
    const u = randomUnit(random)
    const shift: Vector = [far * u[0], far * u[1], far * u[2]]
    const moved = distanceOf(a, move(poseA, R, shift), b, move(poseB, R, shift), scratch)
    const bound = 10 * tolerance + 2e-15 * far
    if (!(Math.abs(moved - distance) <= bound)) return `moved by ${far} m: ${moved}, not ${distance}`
  }
  return undefined
}

const QUARTER = Math.SQRT1_2

/** Orientations that align edges and faces: quarter turns about the axes and their combinations. */
const ALIGNED: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 0, 1],
  [1, 0, 0, 0],
  [0, 0, 1, 0],
  [QUARTER, 0, 0, QUARTER],
  [0, QUARTER, 0, QUARTER],
  [0, 0, QUARTER, QUARTER],
  [0.5, 0.5, 0.5, 0.5],
  [0.5, -0.5, 0.5, 0.5],
]

/** A pose of B relative to A, by `kind` of case: randomly far or near, deep, shallow, aligned, coincident centers. */
export function randomPoseOfB(kind: number, a: Body, poseA: Pose, b: Body, random: () => number): Pose {
  const u = randomUnit(random)
  const at = (distance: number, d: Vector): Float64Array =>
    Float64Array.from([
      poseA.p[0] + distance * d[0],
      poseA.p[1] + distance * d[1],
      poseA.p[2] + distance * d[2],
    ])
  const R = randomRotation(random)
  switch (kind % 6) {
    case 0:
      return { R, p: at(2 * random(), u) }
    case 1:
      return { R, p: at(0.3 * random(), u) }
    case 2:
    case 3: {
      // moved along the normal to a gap of up to ±5 % of the size, sometimes to touching
      const start = { R, p: at(1.5 * random(), u) }
      const distance = distanceOf(a, poseA, b, start, scratch)
      const size = a.convex.boundingRadius + b.convex.boundingRadius
      const gap = random() < 0.2 ? 0 : 0.1 * (random() - 0.5) * size
      const n = vectorAt(scratch, RESULT_NORMAL)
      return { R, p: Float64Array.from(start.p, (x, c) => x + (gap - distance) * n[c]) }
    }
    case 4: {
      const q = ALIGNED[Math.floor(ALIGNED.length * random())]
      const axis = Math.floor(3 * random())
      const d = rotate(
        poseA.R,
        [0, 1, 2].map((c) => (c === axis ? 1 : 0)),
      )
      const Q = multiply(poseA.R, rotationOfQuaternion(q))
      return { R: Q, p: at(random() < 0.3 ? 0 : random(), d) }
    }
    default:
      return { R: random() < 0.5 ? R : poseA.R, p: Float64Array.from(poseA.p) }
  }
}

function rotationOfQuaternion(q: readonly [number, number, number, number]): Float64Array {
  // exact for the quarter turns, so that faces are parallel
  const [x, y, z, w] = q
  const R = [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ]
  return Float64Array.from(R, Math.round)
}

function multiply(R: Float64Array, Q: Float64Array): Float64Array {
  const product = new Float64Array(9)
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) product[3 * i + j] += R[3 * i + k] * Q[3 * k + j]
  return product
}
