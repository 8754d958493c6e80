/** Seeded random poses and shapes for tests of the narrow phase. */
import {
  Beam,
  Box,
  Capsule,
  Cone,
  type ConvexShape,
  Cylinder,
  convexHull,
  Ellipsoid,
  Mesh,
  type SolidShape,
  Sphere,
} from 'vario/collision'
import type { PlacedShapes } from '../../../src/collision/index.ts'

export type Vector = [number, number, number]

/** Orientation R_WS (9, row-major) and position of a shape in world [m]. */
export interface Pose {
  readonly R: Float64Array
  readonly p: Float64Array
}

/** Uniform numbers in [0, 1) [Marsaglia 2003, xorshift with shifts 13, 17, 5]. */
export function createRandom(seed: number): () => number {
  let state = (seed | 0) === 0 ? 1 : seed | 0
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
  for (let i = 0; i < 10; i++) next()
  return next
}

export function normalRandom(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

export function randomUnit(random: () => number): Vector {
  for (;;) {
    const v: Vector = [normalRandom(random), normalRandom(random), normalRandom(random)]
    const norm = Math.hypot(...v)
    if (norm > 1e-3) return [v[0] / norm, v[1] / norm, v[2] / norm]
  }
}

/** Rotation matrix of the unit quaternion x, y, z, w. */
export function rotationOf(x: number, y: number, z: number, w: number): Float64Array {
  return new Float64Array([
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ])
}

export function randomRotation(random: () => number): Float64Array {
  const q = [normalRandom(random), normalRandom(random), normalRandom(random), normalRandom(random)]
  const norm = Math.hypot(...q)
  return rotationOf(q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm)
}

export function rotate(R: Float64Array, v: ArrayLike<number>): Vector {
  return [0, 3, 6].map((r) => R[r] * v[0] + R[r + 1] * v[1] + R[r + 2] * v[2]) as Vector
}

export function rotateBack(R: Float64Array, v: ArrayLike<number>): Vector {
  return [0, 1, 2].map((c) => R[c] * v[0] + R[c + 3] * v[1] + R[c + 6] * v[2]) as Vector
}

/** R_AB of R_WA and R_WB. */
export function mulRotation(R_WA: Float64Array, R_WB: Float64Array): Float64Array {
  const R = new Float64Array(9)
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) R[3 * i + j] += R_WA[3 * k + i] * R_WB[3 * k + j]
  return R
}

export const SHAPE_NAMES = [
  'Sphere',
  'Ellipsoid',
  'Box',
  'Capsule',
  'Cylinder',
  'Cone',
  'Frustum',
  'Beam',
  'Mesh',
] as const
export type ShapeName = (typeof SHAPE_NAMES)[number]

/** A shape of random size, lengths within 0.2 … 1.2 m. */
export function randomShape(name: ShapeName, random: () => number): SolidShape {
  const length = (): number => 0.2 + random()
  const axis = (['x', 'y', 'z'] as const)[Math.floor(3 * random())]
  switch (name) {
    case 'Sphere':
      return Sphere({ diameter: length() })
    case 'Ellipsoid':
      return Ellipsoid({ lengthX: length(), lengthY: length(), lengthZ: length() })
    case 'Box':
      return Box({ lengthX: length(), lengthY: length(), lengthZ: length() })
    case 'Capsule':
      return Capsule({ axis, diameter: length(), length: length() })
    case 'Cylinder':
      return Cylinder({ axis, diameter: length(), length: length() })
    case 'Cone':
      return Cone({ axis, diameter: length(), length: length() })
    case 'Frustum': {
      const diameter = length()
      return Cone({ axis, diameter, length: length(), topDiameter: diameter * (0.1 + 0.8 * random()) })
    }
    case 'Beam':
      return Beam({ axis, length: length(), width: length(), thickness: length() })
    case 'Mesh':
      return randomHull(random, 8 + Math.floor(24 * random()))
  }
}

/** The convex hull of random points on an ellipsoid. */
function randomHull(random: () => number, n: number): SolidShape {
  const size = [0.1 + 0.5 * random(), 0.1 + 0.5 * random(), 0.1 + 0.5 * random()]
  const points: number[] = []
  for (let i = 0; i < n; i++) {
    const u = randomUnit(random)
    points.push(size[0] * u[0], size[1] * u[1], size[2] * u[2])
  }
  const hull = convexHull(new Float64Array(points))
  return Mesh({ vertices: hull.vertices, triangles: hull.triangles })
}

/** Two shapes, 0 and 1, at poses in the world, in the form for distance queries. */
export function placePair(a: ConvexShape, poseA: Pose, b: ConvexShape, poseB: Pose): PlacedShapes {
  return {
    convex: [a, b],
    R_WS: Float64Array.of(...poseA.R, ...poseB.R),
    p_WS: Float64Array.of(...poseA.p, ...poseB.p),
  }
}
