/** Poses and motion of collidable shapes, from the motion of their bodies. */
import { computeBoundingBox, type PlacedShapes, type ShapeMotion } from '../../collision/index.ts'
import { mat3Mul, mat3MulVec, vec3Add, vec3Cross, vec3Norm } from '../../math/index.ts'
import type { TreeData } from '../tree-data.ts'
import type { CollidableShapes } from './collidable-shapes.ts'

/** Poses of all shapes in the world. Those of shapes fixed in the world are set once. */
export interface ShapePoses extends PlacedShapes {
  /** Stamps of the poses of bodies from which these are computed (n); NaN: none. */
  readonly stamps: Float64Array
  /** Workspace of `computeShapeMotion` (3). */
  readonly offset: Float64Array
  readonly turning: Float64Array
}

export function createShapePoses({ n, convex, R_BS, p_BS }: CollidableShapes): ShapePoses {
  return {
    convex,
    R_WS: R_BS.slice(),
    p_WS: p_BS.slice(),
    stamps: new Float64Array(n).fill(Number.NaN),
    offset: new Float64Array(3),
    turning: new Float64Array(3),
  }
}

/** Updates the pose of shape i from that of its body, if the latter is new. */
export function updateShapePose(
  shapes: CollidableShapes,
  poses: ShapePoses,
  i: number,
  data: TreeData,
): void {
  const body = shapes.bodies[i]
  if (body < 0) return
  const stamp = data.stamps.bodyPositions[body]
  if (poses.stamps[i] === stamp) return
  poses.stamps[i] = stamp
  const { R_BS, p_BS } = shapes
  const { R_WS, p_WS } = poses
  const { R_WB, p_WB } = data
  mat3Mul(R_WS, 9 * i, R_WB, 9 * body, R_BS, 9 * i)
  mat3MulVec(p_WS, 3 * i, R_WB, 9 * body, p_BS, 3 * i)
  p_WS[3 * i] += p_WB[3 * body]
  p_WS[3 * i + 1] += p_WB[3 * body + 1]
  p_WS[3 * i + 2] += p_WB[3 * body + 2]
}

/** Bounding box of shape i at its present pose; out: 6 numbers [m]. */
export function computeShapeBox(
  shapes: CollidableShapes,
  poses: ShapePoses,
  i: number,
  out: Float64Array,
  o: number,
): void {
  computeBoundingBox(shapes.convex[i], poses.R_WS, 9 * i, poses.p_WS, 3 * i, out, o)
}

/** Motion of shape i, from the velocities and accelerations of its body, at its index in `motion`. */
export function computeShapeMotion(
  shapes: CollidableShapes,
  poses: ShapePoses,
  i: number,
  data: TreeData,
  motion: ShapeMotion,
): void {
  const body = shapes.bodies[i]
  if (body < 0) return
  const { R_BS, p_BS } = shapes
  const { offset, turning } = poses
  const { boundingRadius, radius, center } = shapes.convex[i]
  const V = data.V_WB_B
  const A = data.A_WB_B
  const o = 6 * body
  // center c of the shape in B; v + w × c and a + α × c + w × (w × c)
  mat3MulVec(offset, 0, R_BS, 9 * i, center, 0)
  vec3Add(offset, 0, offset, 0, p_BS, 3 * i)
  vec3Cross(turning, 0, V, o, offset, 0)
  vec3Add(motion.velocities, 3 * i, V, o + 3, turning, 0)
  vec3Cross(turning, 0, V, o, turning, 0)
  vec3Add(motion.accelerations, 3 * i, A, o + 3, turning, 0)
  vec3Cross(turning, 0, A, o, offset, 0)
  vec3Add(motion.accelerations, 3 * i, motion.accelerations, 3 * i, turning, 0)
  mat3MulVec(motion.velocities, 3 * i, data.R_WB, 9 * body, motion.velocities, 3 * i)
  mat3MulVec(motion.accelerations, 3 * i, data.R_WB, 9 * body, motion.accelerations, 3 * i)
  // the ball swept over the core does not rotate
  const coreRadius = boundingRadius - radius
  motion.turningSpeeds[i] = vec3Norm(V, o) * coreRadius
  motion.turningAccelerations[i] = vec3Norm(A, o) * coreRadius
}
