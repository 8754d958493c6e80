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
  /** Bodies that a row moves, −1: the world; those of a joint are A and B: term `termStart[k] <= t < termStart[k + 1]`. */
  readonly termStart: Int32Array
  readonly termBody: Int32Array
}

export function createLoopModel(joints: readonly LoopJoint[]): LoopModel {
  const rows = joints.flatMap((joint) => joint.rows)
  const jointOf = Int32Array.from(joints.flatMap((joint, k) => joint.rows.map(() => k)))
  const bodies = joints.flatMap(({ bodyA, bodyB, rows }) => rows.map(() => [bodyA, bodyB]))
  const termStart = new Int32Array(rows.length + 1)
  for (let k = 0; k < rows.length; k++) termStart[k + 1] = termStart[k] + bodies[k].length
  return { joints, nRow: rows.length, jointOf, rows, termStart, termBody: Int32Array.from(bodies.flat()) }
}

/** What is known of the rows for the present motion. */
export interface LoopData {
  /** Values [m, 1], their rates and the part of their second derivatives that accelerations do not make (nRow). */
  readonly g: Float64Array
  readonly rate: Float64Array
  readonly bias: Float64Array
  /**
   * Derivatives with respect to the spatial velocities of the bodies of the terms, at their origins and in their axes:
   * the wrenches that a unit multiplier makes (6 nTerm).
   */
  readonly wrench: Float64Array
}

export function createLoopData({ nRow, termBody }: LoopModel): LoopData {
  const create = (): Float64Array => new Float64Array(nRow)
  return { g: create(), rate: create(), bias: create(), wrench: new Float64Array(6 * termBody.length) }
}
