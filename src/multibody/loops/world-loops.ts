/** Closed loops of a world, in groups that have no bodies in common. */
import { computeNullSpaceQr, createQr, factorQr, type Qr } from '../../math/index.ts'
import { LoopWorkspace, type PositionedTree } from '../../mechanics/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'
import { findLoopGroups, joinLoops, type NamedConstraint } from './find-loop-groups.ts'
import { LoopGroup } from './loop-group.ts'
import type { LoopReactions } from './loop-reactions.ts'
import { type ProjectedWorld, projectPositions, projectVelocities } from './project-loops.ts'

/** Relative remainder below which a constraint is a combination of others. */
const FOLLOWS = 1e-9

export class WorldLoops {
  readonly groups: readonly LoopGroup[]
  /** Number of velocities of the tree, and of constraints. */
  readonly nv: number
  readonly nRow: number
  private readonly workspace: LoopWorkspace

  constructor(
    readonly cuts: readonly JointNode[],
    private readonly constraints: readonly NamedConstraint[],
    grouping: Grouping,
    moved: PositionedTree,
    /** Size of the scene [m]. */
    length: number,
    /** True if the equations behind flanges may connect everything. */
    isOne: boolean,
  ) {
    const { tree } = moved
    const members = isOne
      ? joinLoops(cuts, constraints, tree)
      : findLoopGroups(cuts, constraints, grouping, tree)
    this.workspace = new LoopWorkspace(moved)
    this.groups = members.map((some) => new LoopGroup(some, grouping, moved, length, this.workspace))
    this.nv = tree.nv
    this.nRow = this.groups.reduce((n, { model }) => n + model.nRow, 0)
  }

  /** Elements with constraints. */
  get elementPaths(): string[] {
    const own = this.constraints.filter(({ constraint: { rows, relation } }) => rows?.length ?? relation)
    return own.map(({ path }) => path)
  }

  /** Multipliers of an element after every evaluation. */
  multipliersOf(path: string): Float64Array {
    for (const group of this.groups) {
      const multipliers = group.multipliersOf(path)
      if (multipliers !== null) return multipliers
    }
    return new Float64Array(0)
  }

  /** Wrenches of the group of a joint, and the number of the joint among them; null if it is in no loop. */
  reactionsOf(joint: JointNode): { readonly reactions: LoopReactions; readonly number: number } | null {
    for (const { reactions } of this.groups) {
      const number = reactions.numberOf(joint)
      if (number >= 0) return { reactions, number }
    }
    return null
  }

  /** Sets lengths that are not given to the present ones. */
  keepOffsets(): void {
    for (const group of this.groups) group.keepOffsets()
  }

  /** Adds an inertia to the joint of this body, which moves no mass: see `LoopGroup`. */
  addLight(body: number): boolean {
    return this.groups.some((group) => group.addLight(body))
  }

  /** Redundant constraints; NaN: not yet known. */
  get nRedundant(): number {
    return this.groups.reduce((n, { nRedundant }) => n + nRedundant, 0)
  }

  /** Number of independent constraints. */
  get nIndependent(): number {
    return this.nRow - this.nRedundant
  }

  /** Moves positions of some groups until their constraints hold. True if something has changed. */
  projectPositions(world: ProjectedWorld, groups: readonly LoopGroup[] = this.groups): boolean {
    return projectPositions(groups, world, this.workspace.change)
  }

  /** Changes velocities of some groups until they satisfy the constraints. True if something has changed. */
  projectVelocities(world: ProjectedWorld, groups: readonly LoopGroup[] = this.groups): boolean {
    return projectVelocities(groups, world, this.workspace.change)
  }

  /** Gaps relative to the sizes of the rows (nRow), and their derivatives, row-major (nRow × nv). */
  computeGaps(g: Float64Array, J: Float64Array): void {
    this.forEachRange((group, first, end) =>
      group.computeGaps(g.subarray(first, end), J.subarray(first * this.nv, end * this.nv)),
    )
  }

  /** Second derivatives of the rows relative to their sizes (nRow), for accelerations `A` of the bodies (6 nBody). */
  computeBias(A: Float64Array, out: Float64Array): void {
    this.forEachRange((group, first, end) => group.computeBias(A, out.subarray(first, end)))
  }

  /** Rates of violation relative to the sizes of the rows (nRow), and their derivatives, row-major (nRow × nv). */
  computeRates(rates: Float64Array, J: Float64Array): void {
    this.forEachRange((group, first, end) => {
      group.computeJacobian(J.subarray(first * this.nv, end * this.nv))
      for (let k = first; k < end; k++) rates[k] = group.data.rate[k - first] / group.sizes.rows[k - first]
    })
  }

  /** A joint that is closed reversed; undefined if none is. */
  findReversed(): string | undefined {
    for (const group of this.groups) {
      const reversed = group.findReversed()
      if (reversed !== undefined) return reversed
    }
    return undefined
  }

  /** Accelerations of all joints for a unit force of one, if all loops are one group: see `LoopGroup`. */
  respondToJoint(body: number, place: number, out: Float64Array): number {
    return this.groups[0].respondToJoint(body, place, out)
  }

  /** Number of independent constraints for joints that are free (nv), at the motion of the last evaluation. */
  computeRank(isFree: Uint8Array, tolerance: number): number {
    const free = this.createJacobian(listFree(isFree))
    // relative to all joints: a single joint that cannot follow has only the drives to be compared with
    const all = this.createJacobian(listFree(isFree.map(() => 1)))
    const [part, whole] = [free, all].map(({ a }) => a.reduce((max, x) => Math.max(max, Math.abs(x)), 0))
    return part > 0 ? factorQr(free, (tolerance * whole) / part) : 0
  }

  /**
   * Motions that the constraints permit to free joints, relative to the sizes of their moves, in sequence (each nv), at
   * the motion of the last evaluation.
   */
  computeFreeMoves(isFree: Uint8Array): Float64Array {
    const { nv } = this
    const columns = listFree(isFree)
    const qr = this.createJacobian(columns)
    factorQr(qr, FOLLOWS)
    const n = columns.length - qr.rank
    const vectors = new Float64Array(columns.length * n)
    computeNullSpaceQr(qr, vectors)
    const moves = new Float64Array(n * nv)
    for (let k = 0; k < n; k++)
      for (let c = 0; c < columns.length; c++) moves[nv * k + columns[c]] = vectors[n * c + k]
    return moves
  }

  /** Derivatives of the rows, relative to their sizes, with respect to moves of some joints in units of theirs. */
  private createJacobian(columns: readonly number[]): Qr {
    const { nv, nRow } = this
    const J = new Float64Array(nRow * nv)
    this.forEachRange((group, first, end) => group.computeJacobian(J.subarray(first * nv, end * nv)))
    const sizes = this.collectMoveSizes()
    const qr = createQr(nRow, columns.length)
    for (let k = 0; k < nRow; k++)
      for (let c = 0; c < columns.length; c++)
        qr.a[columns.length * k + c] = J[nv * k + columns[c]] * sizes[columns[c]]
    return qr
  }

  /** Sizes of the moves of all joints; 1 for those that are in no loop (nv). */
  private collectMoveSizes(): Float64Array {
    const sizes = new Float64Array(this.nv).fill(1)
    for (const { velocities, sizes: own } of this.groups) for (const i of velocities) sizes[i] = own.moves[i]
    return sizes
  }

  /** Calls `visit` with the range of the rows of each group among all. */
  private forEachRange(visit: (group: LoopGroup, first: number, end: number) => void): void {
    let first = 0
    for (const group of this.groups) {
      visit(group, first, first + group.model.nRow)
      first += group.model.nRow
    }
  }
}

function listFree(isFree: Uint8Array): number[] {
  return Array.from(isFree.keys()).filter((i) => isFree[i] === 1)
}
