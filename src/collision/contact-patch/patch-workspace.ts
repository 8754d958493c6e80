/** Workspace of the functions of contact patches, see `contact-patch.ts`. */
import { MAX_CORNERS } from '../distance/index.ts'

/** Place in `values` of δ_s [m]. */
export const PATCH_DEPTH = 0
/** Place of W [1]. */
export const PATCH_WEIGHT = 1
/** Place of the point at which the force acts, in the world [m] (3). */
export const PATCH_CENTER = 2
/** Place of the unit vector U in the contact plane, in the world (3). */
export const PATCH_U = 5
/** Place of the unit vector V in the contact plane, U × V = n, in the world (3). */
export const PATCH_V = 8
/** Place of the second moments UU, UV, VV of δ^p/D about their center [m2] (3). */
export const PATCH_MOMENTS = 11
/**
 * Place of the load in addition to W n at the center, per force: torque on A about the center [m], force on A [1], in
 * the world (6).
 */
export const PATCH_REST = 14
/**
 * Place of the reduction of the patch by rounded edges: increase of the roots of the second moments of the whole face
 * in all directions, and of those of a line along it, by the rounding [m] (2).
 */
export const PATCH_WIDENING = 20
/** Length of `values`. */
export const PATCH_LENGTH = 22

/** Workspace and result. */
export class ContactPatch {
  /** True if W n at the center is the gradient of δ_s; otherwise `patch-gradient.ts` computes it. */
  isExact = true
  /** Widening of patches by their rounded edges, see PATCH_WIDENING [m]. */
  widening = 0.1
  /** Number of lines that have cut the last polygon. */
  nCut = 0
  readonly values = new Float64Array(PATCH_LENGTH)
  /** Values of a face, while `values` are for its sides. */
  readonly faceValues = new Float64Array(PATCH_LENGTH)
  /** Values of the previous cases, while `values` are for the next one, see (5). */
  readonly blended = new Float64Array(PATCH_LENGTH)
  /** Weights of the extents of the last face (2), see `near-face.ts`. */
  readonly parts = new Float64Array(2)
  readonly corners = new Float64Array(3 * MAX_CORNERS)
  /** Faces in the contact plane: u, v, and the height along n [m] (MAX_CORNERS × 3). */
  readonly faceA = new Float64Array(3 * MAX_CORNERS)
  readonly faceB = new Float64Array(3 * MAX_CORNERS)
  /** The common part: u, v, depth (× 3). */
  cut = new Float64Array(12 * MAX_CORNERS)
  spare = new Float64Array(12 * MAX_CORNERS)
  /** Direction in which the area of the common part is longest: u, v; 0 if there is none. */
  readonly axis = new Float64Array(2)
  /** Sides of A and B (2 × 3 each), see `patch-sides.ts`. */
  readonly sideA = new Float64Array(6)
  readonly sideB = new Float64Array(6)
  /** Height of a face as function of u, v: h = plane[0] + plane[1] u + plane[2] v. */
  readonly plane = new Float64Array(3)
  /** ∫ δ^(p−1), δ^p, δ^(p+1); the first two also times u, v; ∫ δ^p times uu, uv, vv. */
  readonly sums = new Float64Array(10)
}
