import { assertFinite, assertInteger, assertLength, InputError } from '../../../base/index.ts'
import {
  type ConvexShape,
  computeBoundingBox,
  type PlacedShapes,
  type ShapeMotion,
} from '../../../collision/index.ts'
import { mat3Mul, mat3MulVec, vec3Add, vec3Cross, vec3Norm } from '../../../math/index.ts'
import type { TreeData } from '../../tree/index.ts'

/** A convex shape on a body of the tree that can be in contact. */
export interface CollidableShape {
  /** Index of the body in the tree, −1: fixed in the world. */
  readonly body: number
  /** Orientation of the frame S of the shape in the body frame B, row-major (9). */
  readonly R_BS: ArrayLike<number>
  /** Origin of S in B [m] (3). */
  readonly p_BS: ArrayLike<number>
  readonly convex: ConvexShape
  /** Name under which the user knows the object. */
  readonly path: string
}

/** Poses of all collidable shapes in the world, refreshed from the poses of their bodies. Shapes of the world are set once. */
export class CollidableShapes implements PlacedShapes {
  readonly n: number
  readonly bodies: Int32Array
  readonly convex: readonly ConvexShape[]
  readonly paths: readonly string[]
  /** Orientations in the world, row-major (n × 9). */
  readonly R_WS: Float64Array
  /** Origins in the world [m] (n × 3). */
  readonly p_WS: Float64Array
  /** Shapes that are not fixed in the world. */
  readonly moving: Int32Array

  private readonly R_BS: Float64Array
  private readonly p_BS: Float64Array
  private readonly offset = new Float64Array(3)
  private readonly turning = new Float64Array(3)

  /** @throws InputError that names `shapes[i]` and the field, if a body does not exist or a number is not finite. */
  constructor(shapes: readonly CollidableShape[], nBody: number) {
    const n = shapes.length
    this.n = n
    this.bodies = Int32Array.from(shapes, (shape) => shape.body)
    this.convex = shapes.map((shape) => shape.convex)
    this.paths = shapes.map((shape) => shape.path)
    this.R_BS = new Float64Array(9 * n)
    this.p_BS = new Float64Array(3 * n)
    shapes.forEach((shape, i) => {
      assertInteger(`shapes[${i}].body`, shape.body, -1)
      if (shape.body >= nBody) {
        throw new InputError(`shapes[${i}].body`, `-1 (world) or the index of a body, < ${nBody}`, shape.body)
      }
      copyNumbers(`shapes[${i}].R_BS`, shape.R_BS, this.R_BS, 9 * i, 9)
      copyNumbers(`shapes[${i}].p_BS`, shape.p_BS, this.p_BS, 3 * i, 3)
    })
    this.R_WS = this.R_BS.slice()
    this.p_WS = this.p_BS.slice()
    this.moving = Int32Array.from(this.bodies.keys()).filter((i) => this.bodies[i] >= 0)
  }

  /** Pose of shape i, from that of its body. */
  updatePose(i: number, data: TreeData): void {
    const body = this.bodies[i]
    if (body < 0) return
    const { R_WS, p_WS, R_BS, p_BS } = this
    const { R_WB, p_WB } = data
    mat3Mul(R_WS, 9 * i, R_WB, 9 * body, R_BS, 9 * i)
    mat3MulVec(p_WS, 3 * i, R_WB, 9 * body, p_BS, 3 * i)
    p_WS[3 * i] += p_WB[3 * body]
    p_WS[3 * i + 1] += p_WB[3 * body + 1]
    p_WS[3 * i + 2] += p_WB[3 * body + 2]
  }

  /** Bounding box of shape i at its present pose; out: 6 numbers [m]. */
  computeBox(i: number, out: Float64Array, o: number): void {
    computeBoundingBox(this.convex[i], this.R_WS, 9 * i, this.p_WS, 3 * i, out, o)
  }

  /** How shape i moves, from the velocities and accelerations of its body, at its index in `motion`. */
  computeMotion(i: number, data: TreeData, motion: ShapeMotion): void {
    const body = this.bodies[i]
    if (body < 0) return
    const { R_BS, p_BS, offset, turning } = this
    const { boundingRadius, radius, center } = this.convex[i]
    const V = data.V_WB_B
    const A = data.A_WB_B
    const o = 6 * body
    // centre c of the shape in B; v + w × c and a + α × c + w × (w × c)
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
    // the ball swept over the core does not turn
    const coreRadius = boundingRadius - radius
    motion.turningSpeeds[i] = vec3Norm(V, o) * coreRadius
    motion.turningAccelerations[i] = vec3Norm(A, o) * coreRadius
  }
}

function copyNumbers(path: string, values: ArrayLike<number>, out: Float64Array, o: number, n: number): void {
  assertLength(path, values, n)
  for (let k = 0; k < n; k++) {
    assertFinite(`${path}[${k}]`, values[k])
    out[o + k] = values[k]
  }
}
