/** Signed distance of two shapes for users: checked plain data in, plain data out. */
import {
  assertFinite,
  assertKnownKeys,
  assertLength,
  assertNonNegative,
  assertOneOf,
  InputError,
} from '../../base/index.ts'
import { quatNormalize, quatToRotation } from '../../math/index.ts'
import { checkShape } from '../check-shape.ts'
import type { ConvexShape } from '../convex.ts'
import { createConvexParts } from '../convex-shape.ts'
import { computeMprDistance, createMprQuery } from '../mpr/index.ts'
import type { SolidShape } from '../shape.ts'
import {
  RESULT_DISTANCE,
  RESULT_LENGTH,
  RESULT_NORMAL,
  RESULT_POINT_A,
  RESULT_POINT_B,
} from '../write-result.ts'
import { computeSignedDistance, createDistanceQuery } from './compute-signed-distance.ts'

type Triple = [number, number, number]

/** Pose of a shape: position p of its frame [m], and orientation as a unit quaternion q = x, y, z, w. */
export interface ShapePose {
  readonly p: ArrayLike<number>
  readonly q: ArrayLike<number>
}

/** Options of `signedDistance`. */
export interface SignedDistanceOptions {
  /** Smoothing radius of both shapes or one for each [m]; default 0. */
  readonly smoothingRadius?: number | readonly [number, number]
  /** 'exact', the default, or 'mpr': the improved MPR algorithm, whose penetration depth is an upper bound. */
  readonly method?: 'exact' | 'mpr'
}

/** Result of `signedDistance`. */
export interface SignedDistance {
  /** Distance, or minus the penetration depth [m]. */
  readonly distance: number
  /** Contact points on the surfaces of A and B, in world [m]: pointB - pointA = distance · normal. */
  readonly pointA: [number, number, number]
  readonly pointB: [number, number, number]
  /** Unit vector from A to B, in world. */
  readonly normal: [number, number, number]
}

/**
 * Largest deviation of quaternions from unit length; a larger one is an input error, a smaller one is normalized [1].
 */
const UNIT_TOLERANCE = 1e-6

/** Tolerance of the MPR algorithm relative to the size of the shapes: the limit of double precision [1]. */
const MPR_RELATIVE_TOLERANCE = 1e-13

/**
 * Signed distance of two shapes, with contact points and normal. A mesh is replaced by its convex hull, or by its
 * convex parts, of which the smallest distance counts. Simulations use `computeSignedDistance`, which allocates
 * nothing.
 * @throws InputError for invalid shapes, poses or options.
 */
export function signedDistance(
  shapeA: SolidShape,
  poseA: ShapePose,
  shapeB: SolidShape,
  poseB: ShapePose,
  options: SignedDistanceOptions = {},
): SignedDistance {
  checkShape('shapeA', shapeA)
  checkShape('shapeB', shapeB)
  const R_WA = readOrientation('poseA.q', poseA.q)
  const R_WB = readOrientation('poseB.q', poseB.q)
  const p_WA = readVector('poseA.p', poseA.p, 3)
  const p_WB = readVector('poseB.p', poseB.p, 3)
  const given: unknown = options
  assertKnownKeys('options', given, ['smoothingRadius', 'method'])
  const [radiusA, radiusB] = readRadii(options.smoothingRadius ?? 0)
  const method = options.method ?? 'exact'
  assertOneOf('options.method', method, ['exact', 'mpr'])

  const best = new Float64Array(RESULT_LENGTH).fill(Infinity)
  const result = new Float64Array(RESULT_LENGTH)
  const exactQuery = createDistanceQuery()
  const mprQuery = createMprQuery()
  const R_WS = Float64Array.of(...R_WA, ...R_WB)
  const p_WS = Float64Array.of(...p_WA, ...p_WB)
  const compute = (a: ConvexShape, b: ConvexShape): void => {
    const shapes = { convex: [a, b], R_WS, p_WS }
    if (method === 'exact') computeSignedDistance(exactQuery, shapes, 0, 1, result, 0)
    else {
      const tolerance = MPR_RELATIVE_TOLERANCE * (a.boundingRadius + b.boundingRadius)
      computeMprDistance(mprQuery, shapes, 0, 1, tolerance, result, 0)
    }
  }
  const partsB = createConvexParts(shapeB, radiusB)
  for (const a of createConvexParts(shapeA, radiusA)) {
    for (const b of partsB) {
      compute(a, b)
      if (result[RESULT_DISTANCE] < best[RESULT_DISTANCE]) best.set(result)
    }
  }
  return {
    distance: best[RESULT_DISTANCE],
    pointA: readTriple(best, RESULT_POINT_A),
    pointB: readTriple(best, RESULT_POINT_B),
    normal: readTriple(best, RESULT_NORMAL),
  }
}

function readTriple(array: Float64Array, o: number): Triple {
  return [array[o], array[o + 1], array[o + 2]]
}

function readVector(path: string, value: ArrayLike<number>, n: number): Float64Array {
  assertLength(path, value, n)
  for (let i = 0; i < n; i++) assertFinite(`${path}[${i}]`, value[i])
  return Float64Array.from(value)
}

function readOrientation(path: string, value: ArrayLike<number>): Float64Array {
  const q = readVector(path, value, 4)
  const norm = quatNormalize(q, 0, q, 0)
  if (!(Math.abs(norm - 1) <= UNIT_TOLERANCE))
    throw new InputError(path, 'a unit quaternion x, y, z, w', value)
  const R = new Float64Array(9)
  quatToRotation(R, 0, q, 0)
  return R
}

function readRadii(value: number | readonly [number, number]): readonly [number, number] {
  const path = 'options.smoothingRadius'
  if (typeof value === 'number') {
    assertNonNegative(path, value)
    return [value, value]
  }
  assertLength(path, value, 2)
  assertNonNegative(`${path}[0]`, value[0])
  assertNonNegative(`${path}[1]`, value[1])
  return value
}
