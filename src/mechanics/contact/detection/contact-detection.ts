import {
  addPatchGradient,
  BroadPhase,
  ContactPatch,
  computeAabbDistance,
  computeContactPatch,
  computeMprDistance,
  computeSignedDistance,
  createDistanceQuery,
  createMprQuery,
  LOOSE_BOX_FACTOR,
  type MprQuery,
  PatchGradient,
  RESULT_DISTANCE,
  SafeStep,
  type ShapeMotion,
} from '../../../collision/index.ts'
import type { TreeData } from '../../tree/index.ts'
import type { CollidableShapes } from './collidable-shapes.ts'

/** How the narrow phase measures. */
export type DistanceMethod = 'exact' | 'mpr'

/** Refinement of portals ends below this distance [m]: far below penetrations, above rounding errors of coordinates of metres. */
const MPR_TOLERANCE = 1e-13

/** Steps two and three of collision handling over the shapes of a tree: broad phase and narrow phase. */
export class ContactDetection {
  readonly broadPhase: BroadPhase
  /** Answer of `computePatch`. */
  readonly patch = new ContactPatch()
  private readonly gradient = new PatchGradient()
  private readonly query = createDistanceQuery()
  /** Null: exact distances. */
  private readonly mprQuery: MprQuery | null
  private readonly motion: ShapeMotion
  private readonly safeStep: SafeStep

  /** @param mayMeet whether shapes i < j may meet */
  constructor(
    private readonly shapes: CollidableShapes,
    mayMeet: (i: number, j: number) => boolean,
    method: DistanceMethod,
  ) {
    this.mprQuery = method === 'mpr' ? createMprQuery() : null
    const { n, convex, bodies } = shapes
    this.motion = {
      velocities: new Float64Array(3 * n),
      accelerations: new Float64Array(3 * n),
      turningSpeeds: new Float64Array(n),
      turningAccelerations: new Float64Array(n),
      thicknesses: Float64Array.from(convex, (shape) => shape.minDimension),
    }
    // the diameter of the bounding ball stands for the longest edge, since margins must not depend on the orientation
    const margins = Float64Array.from(convex, (shape) => LOOSE_BOX_FACTOR * 2 * shape.boundingRadius)
    const isMoving = Array.from(bodies, (body) => body >= 0)
    this.broadPhase = new BroadPhase(margins, isMoving, mayMeet)
    for (let i = 0; i < n; i++) shapes.computeBox(i, this.broadPhase.boxes, 6 * i)
    this.safeStep = new SafeStep(this.broadPhase, this.motion)
  }

  /** Poses and boxes of all shapes that move, and the candidates of the broad phase. */
  update(data: TreeData): void {
    const { shapes, broadPhase } = this
    for (let m = 0; m < shapes.moving.length; m++) {
      const i = shapes.moving[m]
      shapes.updatePose(i, data)
      shapes.computeBox(i, broadPhase.boxes, 6 * i)
    }
    broadPhase.update()
  }

  /** Distance of the boxes of shapes a and b [m]: a lower bound of their signed distance if it is positive. */
  computeBoxDistance(a: number, b: number): number {
    const { boxes } = this.broadPhase
    return computeAabbDistance(boxes, 6 * a, boxes, 6 * b)
  }

  /** Signed distance, points and normal of shapes a and b at their present poses; out: RESULT_LENGTH numbers. */
  computeDistance(a: number, b: number, out: Float64Array, o: number): void {
    const { shapes, mprQuery } = this
    if (mprQuery === null) computeSignedDistance(this.query, shapes, a, b, out, o)
    else computeMprDistance(mprQuery, shapes, a, b, MPR_TOLERANCE, out, o)
  }

  /** Whether surfaces that are nearly parallel carry the contact of shapes a and b, whose distance is known; then `patch` has them. */
  computePatch(a: number, b: number, geometry: Float64Array, o: number): boolean {
    if (!(geometry[o + RESULT_DISTANCE] < 0)) return false
    const { shapes, patch } = this
    const isPatch = computeContactPatch(patch, shapes, a, b, geometry, o)
    if (isPatch) addPatchGradient(this.gradient, patch, shapes, a, b, geometry, o)
    return isPatch
  }

  /** Longest safe step [s] up to `atMost`, see `SafeStep`, from velocities, accelerations and the poses of the last `update`. */
  computeMaxStep(data: TreeData, atMost: number, isWatched: (i: number, j: number) => boolean): number {
    const { moving } = this.shapes
    for (let m = 0; m < moving.length; m++) this.shapes.computeMotion(moving[m], data, this.motion)
    return this.safeStep.compute(atMost, isWatched)
  }
}
