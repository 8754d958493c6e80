/** Workspace and result of the search for a portal (mpr-search.ts). */
import { type DistanceQuery, NO_SHAPE } from '../distance-query.ts'

/** Maximum number of iterations of phases 2 and 3 (thesis 6.1.4). */
export const MPR_MAX_ITERATIONS = 120

/**
 * Termination of the search: by TC1, TC2, TC3 (`mpr-termination-conditions.ts`), or the closer one of TC2 and TC3 if
 * the search could not continue; or, if only this was requested, with the sign of the distance.
 */
export const MPR_TC1 = 1
export const MPR_TC2 = 2
export const MPR_TC3 = 3
export const MPR_INSIDE = 4
export const MPR_OUTSIDE = 5

/** Numbers per support point: w = a - b, a, both in the frame of A [m]. */
export const POINT_STRIDE = 6

const NO_NUMBERS = new Float64Array(0)

/** Workspace and result of the search. A support point is identified by its place in `w`. */
export class PortalSearch {
  // the pair, as in `DistanceQuery`: V8 compiles the search for this class alone, and once, for all owners
  shapeA = NO_SHAPE
  shapeB = NO_SHAPE
  R_AB = NO_NUMBERS
  p_AB = NO_NUMBERS
  scale = NO_NUMBERS
  /** Tolerance of TC2 and TC3 [m] (1). */
  readonly tolerance = new Float64Array(1)
  /** Support points; none is overwritten, so that portals can be kept by their places (nPoint × POINT_STRIDE). */
  readonly w = new Float64Array((2 * MPR_MAX_ITERATIONS + 10) * POINT_STRIDE)
  /** Inner point of A ⊖ B: center of A - center of B [m] (3). */
  readonly r0 = new Float64Array(3)
  /** Places of the best portal, and of the support point in the direction of its normal (4). */
  readonly portal = new Int32Array(4)
  /** Places of the portal that has the origin on its inner side; -1 first if this was known without a portal (3). */
  readonly inner = new Int32Array(3)
  /** Weights of the points of the portal in the point of its edges closest to the origin (3). */
  readonly weights = new Float64Array(3)
  /** Direction in A, opposite direction in B, support point of one of them (3 × 3). */
  readonly support = new Float64Array(9)
  /** Iterations of phase 2 and of phase 3 of the last call. */
  phase2 = 0
  phase3 = 0
  /** Termination, see MPR_TC1. */
  termination = 0
  /** True if the tolerance was met. */
  isConverged = true

  setPair(query: DistanceQuery): void {
    this.shapeA = query.shapeA
    this.shapeB = query.shapeB
    this.R_AB = query.R_AB
    this.p_AB = query.p_AB
    this.scale = query.scale
  }
}
