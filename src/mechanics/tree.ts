/**
 * Trees of rigid bodies over flat arrays. A body is a super-object; the joint of body i connects it to its parent, body
 * `parent[i] < i`, or to the world W (-1). The joint frame J is fixed in the parent frame P; the joint moves the body
 * frame B, whose origin and axes coincide with those of J when the joint is at zero:
 *
 *   X_WB = X_WP · X_PJ · X_JB(q)
 *
 * | kind      | motion                         | q (nq)                                | v (nv)                  |
 * | --------- | ------------------------------ | ------------------------------------- | ----------------------- |
 * | REVOLUTE  | rotation about z of J          | angle [rad] (1)                       | its rate (1)            |
 * | PRISMATIC | translation along z of J       | distance [m] (1)                      | its rate (1)            |
 * | SPHERICAL | rotation about the origin of J | R_JB, row-major (9)                   | w_JB_B (3)              |
 * | FREE      | any                            | R_JB, row-major (9), p_JoBo_J [m] (3) | w_JB_B (3), v_JBo_B (3) |
 *
 * Other joints are chains of these with massless bodies between. Parametrizations of rotations by angles or quaternions
 * belong to the caller. Spatial vectors have the angular part first; forces act at the origin of a body frame,
 * expressed in that frame.
 */

/** Kind of a joint: rotation about z of J. */
export const REVOLUTE = 0
/** Kind of a joint: translation along z of J. */
export const PRISMATIC = 1
/** Kind of a joint: rotation about the origin of J. */
export const SPHERICAL = 2
/** Kind of a joint: any motion. */
export const FREE = 3

/** Numbers of positions of a joint by kind. */
export const JOINT_NQ: readonly number[] = [1, 1, 9, 12]
/** Numbers of velocities of a joint by kind. */
export const JOINT_NV: readonly number[] = [1, 1, 3, 6]

/** Constant data of a tree. Created by `createTree`. */
export interface Tree {
  readonly nBody: number
  readonly nq: number
  readonly nv: number
  /** Parent of each body, -1: world; parents precede their children (nBody). */
  readonly parent: Int32Array
  /** Kind of the joint of each body (nBody). */
  readonly kind: Uint8Array
  /** 1 if the body has no children (nBody). */
  readonly isLeaf: Uint8Array
  /** First position and velocity of each joint (nBody + 1). */
  readonly qStart: Int32Array
  readonly vStart: Int32Array
  /** For each velocity the previous one on the path to the world, -1: none; [Featherstone 2008, chapter 6] (nv). */
  readonly vParent: Int32Array
  /** Pose of the joint frame in the parent frame: R_PJ row-major (nBody × 9), p_PoJo_P [m] (nBody × 3). */
  readonly R_PJ: Float64Array
  readonly p_PJ: Float64Array
  /**
   * Inertia of a rotor that turns or moves with the joint, relative to the parent: it adds to the diagonal of the mass
   * matrix alone [kg.m2, kg] (nBody).
   */
  readonly armature: Float64Array
  /** [kg] (nBody) */
  readonly mass: Float64Array
  /** Center of mass in the body frame [m] (nBody × 3). */
  readonly p_BC: Float64Array
  /** Inertia about the center of mass, in the body frame [kg.m2], row-major (nBody × 9). */
  readonly I_C: Float64Array
  /** Spatial inertia about the origin of the body frame, in that frame, in the layout of `vario/math` (nBody × 10). */
  readonly M_BBo: Float64Array
  /**
   * Rigid parts of the bodies, each attracted separately by a nonuniform field: part `partStart[i]
   * <= k < partStart[i + 1]` of body i (nBody + 1), with masses [kg] (nPart), centers of mass in the body frame [m]
   * (nPart × 3), and inertias about them [kg.m2] (nPart × 9).
   */
  readonly partStart: Int32Array
  readonly partMass: Float64Array
  readonly p_BPart: Float64Array
  readonly I_Part: Float64Array
}

/** One body and its joint, for `createTree`. */
export interface BodyDeclaration {
  /** Index of the parent, -1: world. */
  readonly parent: number
  /** REVOLUTE, PRISMATIC, SPHERICAL or FREE. */
  readonly kind: number
  /** Orientation of the joint frame in the parent frame, row-major (9); default: identity. */
  readonly R_PJ?: ArrayLike<number>
  /** Origin of the joint frame in the parent frame [m] (3); default: zero. */
  readonly p_PJ?: ArrayLike<number>
  /** Inertia of the rotor of a revolute or prismatic joint, relative to the parent [kg.m2, kg]; default: 0. */
  readonly armature?: number
  /** [kg], default: 0 */
  readonly mass?: number
  /** Center of mass in the body frame [m] (3); default: zero. */
  readonly p_BC?: ArrayLike<number>
  /** Inertia about the center of mass, in the body frame [kg.m2], row-major (9); default: zero. */
  readonly I_C?: ArrayLike<number>
  /** Bodies merged into this one; default: one part, the body itself. */
  readonly parts?: readonly PartDeclaration[]
}

/** A rigid part of a body. */
export interface PartDeclaration {
  /** [kg] */
  readonly mass: number
  /** Center of mass in the body frame [m] (3). */
  readonly p_BC: ArrayLike<number>
  /** Inertia about the center of mass, in the body frame [kg.m2], row-major (9). */
  readonly I_C: ArrayLike<number>
}
