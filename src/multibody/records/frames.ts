/** Frames of objects in bodies, and constant poses, for building the tree; inner loops work on its flat arrays. */
import {
  cardan123ToRotation,
  mat3Identity,
  mat3Mul,
  mat3MulVec,
  mat3Transpose,
  vec3Add,
  vec3Cross,
  vec3Perpendicular,
} from '../../math/index.ts'

/** An Object3D at run time: a frame O that is fixed to a body B of the tree, or to the world. */
export interface Frame {
  /** Full path of the Object3D. */
  readonly path: string
  /** Body (super-object) to which it is fixed; -1: the world. */
  body: number
  /** Orientation in the frame of the body, row-major (9). */
  readonly R_BO: Float64Array
  /** Origin in the frame of the body [m] (3). */
  readonly p_BO: Float64Array
}

/** Pose of a frame B in a frame A. */
export interface Pose {
  /** R_AB, row-major (9). */
  readonly R: Float64Array
  /** p_AoBo_A [m] (3). */
  readonly p: Float64Array
}

export function identityPose(): Pose {
  const R = new Float64Array(9)
  mat3Identity(R, 0)
  return { R, p: new Float64Array(3) }
}

/** The pose with Cardan angles about x, y, z from A to B [rad] (3) and the origin of B in A [m] (3). */
export function createPose(angles: Float64Array, p: Float64Array): Pose {
  const R = new Float64Array(9)
  cardan123ToRotation(R, 0, angles, 0)
  return { R, p }
}

/** X_AC = X_AB · X_BC. */
export function composePoses(X_AB: Pose, X_BC: Pose): Pose {
  const R = new Float64Array(9)
  const p = new Float64Array(3)
  mat3Mul(R, 0, X_AB.R, 0, X_BC.R, 0)
  mat3MulVec(p, 0, X_AB.R, 0, X_BC.p, 0)
  vec3Add(p, 0, p, 0, X_AB.p, 0)
  return { R, p }
}

/** X_BA of X_AB. */
export function invertPose(X_AB: Pose): Pose {
  const R = new Float64Array(9)
  const p = new Float64Array(3)
  mat3Transpose(R, 0, X_AB.R, 0)
  mat3MulVec(p, 0, R, 0, X_AB.p, 0)
  return { R, p: p.map((x) => -x) }
}

/** R_AJ of a frame J whose z axis is the unit vector `axis` in A. The identity for the z axis itself. */
export function rotationToAxis(axis: Float64Array): Float64Array {
  const R = new Float64Array(9)
  if (axis[0] === 0 && axis[1] === 0 && axis[2] > 0) {
    mat3Identity(R, 0)
    return R
  }
  const x = new Float64Array(3)
  const y = new Float64Array(3)
  vec3Perpendicular(x, 0, axis, 0)
  vec3Cross(y, 0, axis, 0, x, 0)
  for (let i = 0; i < 3; i++) {
    R[3 * i] = x[i]
    R[3 * i + 1] = y[i]
    R[3 * i + 2] = axis[i]
  }
  return R
}
