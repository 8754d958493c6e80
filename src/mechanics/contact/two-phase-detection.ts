import {
  addPatchGradient,
  BroadPhase,
  ContactPatch,
  computeAabbDistance,
  computeContactPatch,
  computeMprDistance,
  computeSignedDistance,
  computeTouchingPoints,
  createDistanceQuery,
  createMprQuery,
  LOOSE_BOX_FACTOR,
  type MprQuery,
  PATCH_LENGTH,
  PatchGradient,
  RESULT_DISTANCE,
  SafeStep,
  type ShapeMotion,
} from '../../collision/index.ts'
import type { TreeData } from '../tree-data.ts'
import type { CollidableShapes } from './collidable-shapes.ts'
import type { ContactDetection, DistanceMethod } from './contact-detection.ts'
import { computeShapeBox, computeShapeMotion, type ShapePoses, updateShapePose } from './shape-poses.ts'

/**
 * Distance below which the refinement of portals ends [m]: far below penetrations, above rounding errors of coordinates
 * of meters.
 */
const MPR_TOLERANCE = 1e-13

/** Steps two and three of collision handling over the shapes of a tree: broad phase and narrow phase. */
export class TwoPhaseDetection implements ContactDetection {
  readonly candidates: BroadPhase
  private readonly patch = new ContactPatch()
  private readonly gradient = new PatchGradient()
  private readonly query = createDistanceQuery()
  /** Null: exact distances. */
  private readonly mprQuery: MprQuery | null
  private readonly motion: ShapeMotion
  private readonly safeStep: SafeStep
  /** Half of the thickest shell of each shape [m] (n); null without shells. */
  private readonly shells: Float64Array | null
  /** Stamp of the poses of the candidates. */
  private stamp = Number.NaN

  /**
   * @param mayMeet true if shapes i < j may meet
   * @param shellOf distance at which they touch [m]; null: zero
   */
  constructor(
    private readonly shapes: CollidableShapes,
    private readonly poses: ShapePoses,
    mayMeet: (i: number, j: number) => boolean,
    method: DistanceMethod,
    private readonly shellOf: ((i: number, j: number) => number) | null,
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
    // the diameter of the bounding ball replaces the longest edge, because margins must not depend on the orientation
    const margins = Float64Array.from(convex, (shape) => LOOSE_BOX_FACTOR * 2 * shape.boundingRadius)
    const isMoving = Array.from(bodies, (body) => body >= 0)
    this.candidates = new BroadPhase(margins, isMoving, mayMeet)
    this.shells = shellOf && createHalfShells(n, mayMeet, shellOf)
    // moving shapes get theirs with their poses
    for (let i = 0; i < n; i++) if (!isMoving[i]) this.updateBox(i)
    this.safeStep = new SafeStep(this.candidates, this.motion)
  }

  update(data: TreeData): void {
    const { shapes, poses, candidates } = this
    const { stamp } = data.stamps.positions
    if (this.stamp === stamp) return
    this.stamp = stamp
    for (let m = 0; m < shapes.moving.length; m++) {
      const i = shapes.moving[m]
      updateShapePose(shapes, poses, i, data)
      this.updateBox(i)
    }
    candidates.update()
  }

  /** Bounding box of shape i, with its shell. */
  private updateBox(i: number): void {
    const { boxes } = this.candidates
    computeShapeBox(this.shapes, this.poses, i, boxes, 6 * i)
    if (this.shells === null) return
    for (let c = 0; c < 3; c++) {
      boxes[6 * i + c] -= this.shells[i]
      boxes[6 * i + c + 3] += this.shells[i]
    }
  }

  computeBoxDistance(a: number, b: number): number {
    const { boxes } = this.candidates
    return computeAabbDistance(boxes, 6 * a, boxes, 6 * b)
  }

  computeDistance(a: number, b: number, out: Float64Array, o: number): void {
    const { poses, mprQuery } = this
    if (mprQuery === null) computeSignedDistance(this.query, poses, a, b, out, o)
    else computeMprDistance(mprQuery, poses, a, b, MPR_TOLERANCE, out, o)
    if (this.shellOf !== null) out[o + RESULT_DISTANCE] -= this.shellOf(a, b)
  }

  computePatch(
    a: number,
    b: number,
    geometry: Float64Array,
    o: number,
    out: Float64Array,
    oPatch: number,
  ): boolean {
    // faces in contact by their shells are separated: they have no overlap to integrate over
    const shell = this.shellOf === null ? 0 : this.shellOf(a, b)
    if (!(geometry[o + RESULT_DISTANCE] < 0) || shell > 0) return false
    const { poses, patch } = this
    if (!computeContactPatch(patch, poses, a, b, geometry, o)) return false
    addPatchGradient(this.gradient, patch, poses, a, b, geometry, o)
    for (let c = 0; c < PATCH_LENGTH; c++) out[oPatch + c] = patch.values[c]
    return true
  }

  computeTouchingPoints(a: number, b: number, geometry: Float64Array, o: number, out: Float64Array): number {
    return computeTouchingPoints(this.patch, this.poses, a, b, geometry, o, out)
  }

  computeMaxStep(data: TreeData, atMost: number, isWatched: (i: number, j: number) => boolean): number {
    const { shapes, poses, motion } = this
    const { moving } = shapes
    for (let m = 0; m < moving.length; m++) computeShapeMotion(shapes, poses, moving[m], data, motion)
    return this.safeStep.compute(atMost, isWatched)
  }
}

/** Half of the thickest shells: two boxes enlarged by these are nearer by at least the shell of their pair. */
function createHalfShells(
  n: number,
  mayMeet: (i: number, j: number) => boolean,
  shellOf: (i: number, j: number) => number,
): Float64Array {
  const halves = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (!mayMeet(i, j)) continue
      const half = 0.5 * shellOf(i, j)
      halves[i] = Math.max(halves[i], half)
      halves[j] = Math.max(halves[j], half)
    }
  }
  return halves
}
