import { SPATIAL_INERTIA_SIZE } from '../math/index.ts'
import { ARTICULATED_SIZE, factorFreeJoint } from './joint-elimination.ts'
import { createMotionStamps, type MotionStamps } from './motion-stamps.ts'
import { FREE, type Tree } from './tree.ts'

/**
 * Results and workspace of the algorithms over one tree, grouped by what they depend on. Spatial vectors are
 * [angular; linear], at the origin Bo of the body frame B and expressed in B.
 */
export interface TreeData {
  /** Set by the caller: 1 if v̇ of the joint is given and τ is computed; joints with one velocity only (nBody). */
  readonly isPrescribed: Uint8Array
  /**
   * Set by the caller: external forces on the bodies [N.m, N] (nBody × 6). `clearForces` and `add…` functions fill it.
   */
  readonly F_ext: Float64Array

  /**
   * Positions and velocities of the joints for which poses and velocities have been computed, with stamps.
   * @internal
   */
  readonly stamps: MotionStamps

  // computePositions(q)
  /** Orientations in the world, row-major (nBody × 9). */
  readonly R_WB: Float64Array
  /** Positions of the origins in the world [m] (nBody × 3). */
  readonly p_WB: Float64Array
  /** Orientations in the parent, row-major (nBody × 9). */
  readonly R_PB: Float64Array
  /** p_PoBo_P: positions of the origins in the parent [m] (nBody × 3). */
  readonly p_PB: Float64Array

  // computeVelocities(v)
  /** Angular velocity [rad/s] and velocity of the origin [m/s] (nBody × 6). */
  readonly V_WB_B: Float64Array
  /** Acceleration caused by v alone, with zero v̇ and zero acceleration of the parent [rad/s2, m/s2] (nBody × 6). */
  readonly A_bias: Float64Array
  /** Inertia forces caused by the angular velocity alone [N.m, N] (nBody × 6). */
  readonly F_bias: Float64Array

  // computeAccelerations, computeForwardDynamics, computeInverseDynamics
  /**
   * Angular acceleration [rad/s2] and classical acceleration of the origin, the second derivative of its position in
   * the world, [m/s2] (nBody × 6). Featherstone's spatial acceleration has a − w × v instead of a.
   */
  readonly A_WB_B: Float64Array

  // computeJointForces, computeInverseDynamics
  /**
   * Force transmitted by the joint from the parent to the body, including the component along its axis [N.m, N] (nBody
   * × 6).
   */
  readonly F_joint: Float64Array

  // scratch
  /** Articulated inertias of the bodies: `joint-elimination.ts` (nBody × 21). */
  readonly M_articulated: Float64Array
  /** The same without children: the start of every pass (nBody × 21). */
  readonly M_rigid: Float64Array
  /** Factor of the joint in its articulated inertia: `joint-elimination.ts` (nBody × 21). */
  readonly factor: Float64Array
  /** 1 if `factor` is constant: a free body without children (nBody). */
  readonly isFactorConstant: Uint8Array
  /**
   * Sizes, angular [kg.m2] and linear [kg], of the children before reduction by joints, to assess pivots (nBody × 2).
   */
  readonly reducedSize: Float64Array
  /** Articulated bias forces; after the pass to the root, the remaining forces for the joint (nBody × 6). */
  readonly F_articulated: Float64Array
  /** Composite inertias, in the layout of `vario/math` (nBody × 10). */
  readonly M_composite: Float64Array
  /** Forces of unit accelerations of prescribed joints, during the pass to the root (nBody × 6). */
  readonly F_unit: Float64Array
  /** Linked lists of the forces transmitted to a body: the first (nBody), the next of each; -1: none (nBody). */
  readonly firstUnit: Int32Array
  readonly nextUnit: Int32Array
}

/** Memory for the algorithms over `tree`, which do not allocate. */
export function createTreeData(tree: Tree): TreeData {
  const { nBody } = tree
  const vectors = (size: number): Float64Array => new Float64Array(size * nBody)
  const data: TreeData = {
    isPrescribed: new Uint8Array(nBody),
    F_ext: vectors(6),
    stamps: createMotionStamps(nBody, tree.nq, tree.nv),
    R_WB: vectors(9),
    p_WB: vectors(3),
    R_PB: vectors(9),
    p_PB: vectors(3),
    V_WB_B: vectors(6),
    A_bias: vectors(6),
    F_bias: vectors(6),
    A_WB_B: vectors(6),
    F_joint: vectors(6),
    M_articulated: vectors(ARTICULATED_SIZE),
    M_rigid: vectors(ARTICULATED_SIZE),
    factor: vectors(ARTICULATED_SIZE),
    isFactorConstant: new Uint8Array(nBody),
    reducedSize: vectors(2),
    F_articulated: vectors(6),
    M_composite: vectors(SPATIAL_INERTIA_SIZE),
    F_unit: vectors(6),
    firstUnit: new Int32Array(nBody),
    nextUnit: new Int32Array(nBody),
  }
  for (let i = 0; i < nBody; i++) {
    expandRigidInertia(data.M_rigid, ARTICULATED_SIZE * i, tree.M_BBo, SPATIAL_INERTIA_SIZE * i)
    // A singular inertia is detected by the first pass that needs it.
    const o = ARTICULATED_SIZE * i
    const isConstant = tree.kind[i] === FREE && tree.isLeaf[i] === 1
    if (isConstant && factorFreeJoint(data.factor, o, data.M_rigid, o, 0, 0) === 0)
      data.isFactorConstant[i] = 1
  }
  return data
}

/** Spatial inertia of a rigid body, 10 numbers, as an articulated inertia, 21 numbers. */
function expandRigidInertia(out: Float64Array, o: number, M: Float64Array, iM: number): void {
  for (let k = 0; k < 6; k++) out[o + k] = M[iM + 4 + k]
  // [h]×
  out[o + 7] = -M[iM + 3]
  out[o + 8] = M[iM + 2]
  out[o + 9] = M[iM + 3]
  out[o + 11] = -M[iM + 1]
  out[o + 12] = -M[iM + 2]
  out[o + 13] = M[iM + 1]
  for (let k = 15; k < 18; k++) out[o + k] = M[iM]
}
