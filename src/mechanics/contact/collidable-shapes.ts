import { assertFinite, assertLength, InputError } from '../../base/index.ts'
import type { ConvexShape } from '../../collision/index.ts'

/** A convex shape on a body of the tree that can be in contact. */
export interface CollidableShape {
  /** Index of the body in the tree, −1: fixed in the world. */
  readonly body: number
  /** Orientation of the frame S of the shape in the body frame B, row-major (9). */
  readonly R_BS: ArrayLike<number>
  /** Origin of S in B [m] (3). */
  readonly p_BS: ArrayLike<number>
  readonly convex: ConvexShape
  /** Name of the object for the user. */
  readonly path: string
}

/** Constant tables of all collidable shapes. */
export interface CollidableShapes {
  readonly n: number
  /** Bodies that the shapes are fixed to, −1: the world (n). */
  readonly bodies: Int32Array
  readonly convex: readonly ConvexShape[]
  /** Names of their objects for the user (n). */
  readonly paths: readonly string[]
  /** Orientations in the bodies, row-major (n × 9). */
  readonly R_BS: Float64Array
  /** Origins in the bodies [m] (n × 3). */
  readonly p_BS: Float64Array
  /** Shapes that are not fixed in the world. */
  readonly moving: Int32Array
  /** Shapes of each body (nBody lists). */
  readonly ofBody: readonly (readonly number[])[]
}

/** @throws InputError that names `shapes[i]` and the field, if a body does not exist or a number is not finite. */
export function createCollidableShapes(shapes: readonly CollidableShape[], nBody: number): CollidableShapes {
  const n = shapes.length
  const bodies = Int32Array.from(shapes, (shape) => shape.body)
  const R_BS = new Float64Array(9 * n)
  const p_BS = new Float64Array(3 * n)
  const ofBody = Array.from({ length: nBody }, (): number[] => [])
  shapes.forEach((shape, i) => {
    // paths are created only for errors: there may be thousands of shapes in every segment
    if (!Number.isInteger(shape.body) || shape.body < -1 || shape.body >= nBody)
      throw new InputError(`shapes[${i}].body`, `-1 (world) or the index of a body, < ${nBody}`, shape.body)
    if (shape.body >= 0) ofBody[shape.body].push(i)
    if (!copyNumbers(shape.R_BS, R_BS, 9 * i, 9)) assertNumbers(`shapes[${i}].R_BS`, shape.R_BS, 9)
    if (!copyNumbers(shape.p_BS, p_BS, 3 * i, 3)) assertNumbers(`shapes[${i}].p_BS`, shape.p_BS, 3)
  })
  return Object.freeze({
    n,
    bodies,
    convex: shapes.map((shape) => shape.convex),
    paths: shapes.map((shape) => shape.path),
    R_BS,
    p_BS,
    moving: Int32Array.from(bodies.keys()).filter((i) => bodies[i] >= 0),
    ofBody,
  })
}

/** False if `values` are not n finite numbers. */
function copyNumbers(values: ArrayLike<number>, out: Float64Array, o: number, n: number): boolean {
  if (values.length !== n) return false
  for (let k = 0; k < n; k++) {
    if (!Number.isFinite(values[k])) return false
    out[o + k] = values[k]
  }
  return true
}

function assertNumbers(path: string, values: ArrayLike<number>, n: number): void {
  assertLength(path, values, n)
  for (let k = 0; k < n; k++) assertFinite(`${path}[${k}]`, values[k])
}
