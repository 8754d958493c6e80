/**
 * Constraints of a tree: joints that close kinematic loops, and others. The tree is cut at such a joint, which is
 * replaced by constraints between a frame F of body A and a frame G of body B. With p = p_FG, in W unless said
 * otherwise, they are rows of these kinds:
 *
 *   translation    g = u·p = 0                    u fixed in A
 *   perpendicular  g = e·d − cosine = 0           e fixed in A, d in B
 *   distance       g = |p| − length = 0
 *   rolling        g′ = u·(v_B − v_A) = 0         of the points at which a wheel, B, touches a plane, A; u along the
 *                                                 wheel, across, or normal: then g is the height of the lowest point
 *   mean           (1 − fraction)·F + fraction·G  not a constraint: the point, in the direction u of the world
 *
 * Joints of the tree may be related, by a gear for example:
 *
 *   relation       g = Σ factor·q − offset = 0    q of joints with one axis
 */
export const TRANSLATION = 0
export const PERPENDICULAR = 1
export const DISTANCE = 2
export const ROLLING = 3
export const MEAN = 4
const RELATION = 5

/** A wheel on a plane, in one direction. */
export interface RollingRow {
  readonly kind: typeof ROLLING
  /** Normal of the plane, unit vector of F (3). */
  readonly n: Float64Array
  /** Axis of the wheel, unit vector of G (3). */
  readonly axis: Float64Array
  /** [m] */
  readonly radius: number
  /** Along axis × n, along n × (axis × n), or along n. */
  readonly direction: 'along' | 'across' | 'normal'
}

/** One scalar constraint. */
export type LoopRow =
  | { readonly kind: typeof TRANSLATION; readonly u: ArrayLike<number> }
  | {
      readonly kind: typeof PERPENDICULAR
      readonly e: ArrayLike<number>
      readonly d: ArrayLike<number>
      /** Default 0. */
      readonly cosine?: number
    }
  /** null: as it is at the start. */
  | { readonly kind: typeof DISTANCE; readonly length: number | null }
  | RollingRow
  | { readonly kind: typeof MEAN; readonly u: ArrayLike<number>; readonly fraction: number }

/** A cut joint. Bodies are those of the tree, −1: the world. */
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

/** A relation between joints of the tree, each identified by the body that it moves. */
export interface JointRelation {
  readonly members: readonly { readonly body: number; readonly factor: number }[]
  /** null: the value at the start. */
  readonly offset: number | null
}

/** All constraints of a tree, in flat arrays: first the rows of the joints, then one for each relation. */
export interface LoopModel {
  readonly joints: readonly LoopJoint[]
  readonly relations: readonly JointRelation[]
  /** Number of rows; joint of each, and from joints.length on relation. */
  readonly nRow: number
  readonly jointOf: Int32Array
  /** Rows of the joints, and the kinds of all. */
  readonly rows: readonly LoopRow[]
  readonly kinds: Uint8Array
  /**
   * Bodies that a row moves, −1: the world; those of a joint are A and B: term `termStart[k] <= t < termStart[k + 1]`.
   */
  readonly termStart: Int32Array
  readonly termBody: Int32Array
}

/** @param parent parents of the bodies of the tree */
export function createLoopModel(
  joints: readonly LoopJoint[],
  relations: readonly JointRelation[] = [],
  parent: Int32Array = new Int32Array(0),
): LoopModel {
  const rows = joints.flatMap((joint) => joint.rows)
  const ofJoints = joints.flatMap((joint, k) => joint.rows.map(() => k))
  const jointOf = Int32Array.from([...ofJoints, ...relations.map((_, k) => joints.length + k)])
  const bodies = [
    ...joints.flatMap(({ bodyA, bodyB, rows }) => rows.map(() => [bodyA, bodyB])),
    ...relations.map(({ members }) => members.flatMap(({ body }) => [body, parent[body]])),
  ]
  const termStart = new Int32Array(bodies.length + 1)
  for (let k = 0; k < bodies.length; k++) termStart[k + 1] = termStart[k] + bodies[k].length
  return {
    ...{ joints, relations, nRow: bodies.length, jointOf, rows },
    kinds: Uint8Array.from([...rows.map(({ kind }) => kind), ...relations.map(() => RELATION)]),
    ...{ termStart, termBody: Int32Array.from(bodies.flat()) },
  }
}

/** Data of the rows for the present motion. */
export interface LoopData {
  /** Values [m, 1], their rates and the part of their second derivatives without accelerations (nRow). */
  readonly g: Float64Array
  readonly rate: Float64Array
  readonly bias: Float64Array
  /** Lengths and offsets of rows that have one; NaN: not yet known (nRow). */
  readonly offset: Float64Array
  /**
   * Derivatives with respect to the spatial velocities of the bodies of the terms, at their origins and in their axes:
   * the wrenches of a unit multiplier (6 nTerm).
   */
  readonly wrench: Float64Array
}

export function createLoopData({ nRow, rows, relations, termBody }: LoopModel): LoopData {
  const create = (): Float64Array => new Float64Array(nRow)
  const offsets = [
    ...rows.map((row) => (row.kind === DISTANCE ? row.length : 0)),
    ...relations.map(({ offset }) => offset),
  ]
  return {
    ...{ g: create(), rate: create(), bias: create(), wrench: new Float64Array(6 * termBody.length) },
    offset: Float64Array.from(offsets, (offset) => offset ?? Number.NaN),
  }
}

/** J A of a row, for spatial velocities or accelerations of the bodies (6 nBody). */
export function dotRow(
  { termStart, termBody }: LoopModel,
  { wrench }: LoopData,
  k: number,
  A: Float64Array,
): number {
  let sum = 0
  for (let t = termStart[k]; t < termStart[k + 1]; t++) {
    const body = termBody[t]
    if (body < 0) continue
    for (let i = 0; i < 6; i++) sum += wrench[6 * t + i] * A[6 * body + i]
  }
  return sum
}

/** Adds the wrenches of multipliers to forces on bodies, in their axes (6 nBody). */
export function addRowForces(
  { termStart, termBody }: LoopModel,
  { wrench }: LoopData,
  lambda: Float64Array,
  F: Float64Array,
): void {
  for (let k = 0; k < lambda.length; k++) {
    for (let t = termStart[k]; t < termStart[k + 1]; t++) {
      const body = termBody[t]
      if (body < 0) continue
      for (let i = 0; i < 6; i++) F[6 * body + i] += lambda[k] * wrench[6 * t + i]
    }
  }
}
