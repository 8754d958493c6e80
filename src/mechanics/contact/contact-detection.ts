import type { TreeData } from '../tree-data.ts'
import type { CollidableShapes } from './collidable-shapes.ts'
import type { ShapePoses } from './shape-poses.ts'

/** Algorithm of the narrow phase. */
export type DistanceMethod = 'exact' | 'mpr'

/** Pairs that may be near. */
export interface Candidates {
  /** Lower bound of the distance of all pairs that may meet and are not candidates [m]. */
  readonly distanceBound: number
  /** In ascending order of (a, b), a < b: the first `nCandidate`. */
  readonly nCandidate: number
  readonly candidateA: Int32Array
  readonly candidateB: Int32Array
}

/** Finds near shapes, and computes their distances. It belongs to one run, with its own workspace. */
export interface ContactDetection {
  readonly candidates: Candidates
  /**
   * Computes poses of all moving shapes and the candidates, for the poses of the bodies in `data`; nothing if these are
   * unchanged.
   */
  update(data: TreeData): void
  /** Distance of the boxes of shapes a and b, shells included [m]: a lower bound of their signed distance if it is positive. */
  computeBoxDistance(a: number, b: number): number
  /**
   * Signed distance of shapes a < b, or of their shells, points and normal at their present poses; out: RESULT_LENGTH
   * numbers.
   */
  computeDistance(a: number, b: number, out: Float64Array, o: number): void
  /**
   * True if nearly parallel surfaces carry the contact of shapes a < b, whose distance is known: then `out` has their
   * PATCH_LENGTH numbers.
   */
  computePatch(
    a: number,
    b: number,
    geometry: Float64Array,
    o: number,
    out: Float64Array,
    oPatch: number,
  ): boolean
  /**
   * Points at which faces and edges touch, of shapes a < b with a known distance, in the world [m] (MAX_TOUCHING × 3).
   * Returns their number; 0: only the one of the distance.
   */
  computeTouchingPoints(a: number, b: number, geometry: Float64Array, o: number, out: Float64Array): number
  /** Longest safe step [s] up to `atMost`, from velocities, accelerations and the poses of the last `update`. */
  computeMaxStep(data: TreeData, atMost: number, isWatched: (i: number, j: number) => boolean): number
}

/**
 * Creates the detection of a run; `mayMeet` is true if shapes i < j may meet, `shellOf` is the distance of their
 * surfaces at which they touch [m] (null: zero).
 */
export type DetectionFactory = (
  shapes: CollidableShapes,
  poses: ShapePoses,
  mayMeet: (i: number, j: number) => boolean,
  method: DistanceMethod,
  shellOf: ((i: number, j: number) => number) | null,
) => ContactDetection
