/**
 * Joints that close kinematic loops. The tree is cut there: what the joint holds together are constraints between a
 * frame F of body A and a frame G of body B. With p = p_FG, in W unless said otherwise, they are rows of three kinds:
 *
 *   translation    g = u·p = 0            u fixed in A
 *   perpendicular  g = e·d = 0            e fixed in A, d in B
 *   distance       g = |p| − length = 0
 */
export const TRANSLATION = 0
export const PERPENDICULAR = 1
export const DISTANCE = 2

/** One scalar constraint. */
export type LoopRow =
  | { readonly kind: typeof TRANSLATION; readonly u: ArrayLike<number> }
  | { readonly kind: typeof PERPENDICULAR; readonly e: ArrayLike<number>; readonly d: ArrayLike<number> }
  | { readonly kind: typeof DISTANCE; readonly length: number }

/** A joint that is cut. Bodies are those of the tree, −1: the world. */
export interface LoopJoint {
  readonly bodyA: number
  /** Pose of F in A: R_AF row-major (9), p_AF [m] (3). */
  readonly R_AF: Float64Array
  readonly p_AF: Float64Array
  readonly bodyB: number
  readonly R_BG: Float64Array
  readonly p_BG: Float64Array
  readonly rows: readonly LoopRow[]
}

/** All loops of a tree, in flat arrays. */
export interface LoopModel {
  readonly joints: readonly LoopJoint[]
  /** Number of rows, and joint of each. */
  readonly nRow: number
  readonly jointOf: Int32Array
  readonly rows: readonly LoopRow[]
}

export function createLoopModel(joints: readonly LoopJoint[]): LoopModel {
  const rows = joints.flatMap((joint) => joint.rows)
  const jointOf = Int32Array.from(joints.flatMap((joint, k) => joint.rows.map(() => k)))
  return { joints, nRow: rows.length, jointOf, rows }
}

/** What is known of the rows for the present motion. */
export interface LoopData {
  /** Values [m, 1], their rates and the part of their second derivatives that accelerations do not make (nRow). */
  readonly g: Float64Array
  readonly rate: Float64Array
  readonly bias: Float64Array
  /**
   * Derivatives with respect to the spatial velocities of both bodies, at their origins and in their axes: the wrenches
   * that a unit multiplier makes (6 nRow).
   */
  readonly wrenchA: Float64Array
  readonly wrenchB: Float64Array
}

export function createLoopData({ nRow }: LoopModel): LoopData {
  const create = (size: number): Float64Array => new Float64Array(size * nRow)
  return { g: create(1), rate: create(1), bias: create(1), wrenchA: create(6), wrenchB: create(6) }
}
