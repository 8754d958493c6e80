/**
 * Multipliers of loops. With the rows J of all constraints, the accelerations that forces alone would make, a, and what
 * velocities add, γ,
 *
 *   J (a + M⁻¹ Jᵀ λ) + γ = 0   ⇒   W λ = −(J a + γ),   W = J M⁻¹ Jᵀ                                               (1)
 *
 * W is made column by column from articulated inertias, and has a block for each set of loops that share a branch of the
 * tree. Rows that follow from others are left out. How many is decided once, where the constraints hold; which ones may
 * change with the pose, at a pose where they hold, because other rows may become the better ones.
 */
import type { Tree, TreeData } from '../tree/index.ts'
import { chooseIndependent } from './choose-independent.ts'
import { findClusters, type LoopCluster } from './loop-clusters.ts'
import { addRowForces, dotRow, type LoopData, type LoopModel, PERPENDICULAR } from './loop-model.ts'
import { LoopResponse } from './loop-response.ts'
import { ProfileMatrix } from './profile-matrix.ts'

/** What is left of a row, relative to the largest of its kind, where it follows from those before it. */
const REDUNDANT = 1e-13
/** Rows of which less is left may not be the best choice. */
const POOR = 1e-3
/** Others are taken if so many times as much is left of them. */
const BETTER = 10
/** Rows of which less is left are weak: they say little, and what they say is full of rounding errors. */
const WEAK = 1e-4
/** Rows of which less is left are not asked for positions either: rounding errors would move them by more than 1e-12. */
const VERY_WEAK = 1e-8
/** Moves that weak rows may ask for, relative to how far they are from saying nothing. */
const SMALL_MOVE = 0.1

/** What a solution does with weak rows. */
export type WeakRows = 'taken' | 'small' | 'left'

/** The part of W of loops that influence each other. */
interface Block {
  readonly cluster: LoopCluster
  /** Its independent rows of each owner, in the order of elimination; all of them in a row. */
  chosen: readonly Int32Array[]
  order: Int32Array
  /** W, then its factor L, of `order`. */
  L: ProfileMatrix
  /** As that of the solver. */
  margin: number
}

export class LoopSolver {
  /** 1: independent, 0: follows from the others (nRow). */
  readonly isIndependent: Uint8Array
  /** What is left of the row of which least is left, relative to the most that was: 0 where the rank drops. */
  margin = 1
  /** 1: weak, at this pose (nRow). */
  private readonly isWeak: Uint8Array
  /** The largest diagonal element of W so far of rows of the same kind that influence each other (nRow). */
  private readonly size: Float64Array
  /**
   * The most that the rows before it have left of a row so far, but not more than if everything were bodies of one mass
   * (nRow): where a light body is between heavy ones, a part that is small, or becomes small, does not mean that the rank
   * drops.
   */
  private readonly most: Float64Array
  private readonly blocks: readonly Block[]
  private readonly response: LoopResponse
  /** Reciprocals of the mean mass of the bodies, and of the size of everything. */
  private readonly perMass: number
  private readonly perLength: number
  /** All bodies. */
  private readonly bodies: Int32Array

  constructor(
    tree: Tree,
    treeData: TreeData,
    private readonly model: LoopModel,
    private readonly data: LoopData,
  ) {
    this.response = new LoopResponse(tree, treeData)
    this.blocks = findClusters(tree, model).map((cluster) => createBlock(cluster))
    const places = [...model.joints.flatMap(({ p_AF, p_BG }) => [...p_AF, ...p_BG]), ...tree.p_PJ]
    this.perLength = 1 / (Math.sqrt(places.reduce((sum, x) => sum + x * x, 0)) || 1)
    this.perMass = tree.nBody / (tree.mass.reduce((sum, mass) => sum + mass, 0) || 1)
    this.bodies = Int32Array.from({ length: tree.nBody }, (_, i) => i)
    this.isIndependent = new Uint8Array(model.nRow).fill(1)
    this.size = new Float64Array(model.nRow)
    this.most = new Float64Array(model.nRow)
    this.isWeak = new Uint8Array(model.nRow)
  }

  /** Whether rows are weak at this pose. */
  get hasWeak(): boolean {
    return this.margin < WEAK
  }

  /** Number of independent rows. */
  get rank(): number {
    let n = 0
    for (const { order } of this.blocks) n += order.length
    return n
  }

  /** Finds rows that follow from others, at a pose where the constraints hold; needs articulated inertias. */
  chooseRows(): void {
    for (const block of this.blocks) {
      const W = this.computeAll(block)
      const { chosen } = chooseIndependent(W, block.cluster, this.size, REDUNDANT)
      this.take(block, chosen)
    }
  }

  /** Where the constraints hold: notes what is left of the rows, after `factor`. */
  noteMost(): void {
    const { most } = this
    for (const { order, L } of this.blocks) {
      for (let r = 0; r < L.n; r++) {
        const row = order[r]
        most[row] = Math.min(Math.max(most[row], L.at(r, r) ** 2), this.mobilityOf(row) || Infinity)
      }
    }
  }

  /** As many rows of each owner as before, but others if they are much better here, where the constraints hold. */
  reviseRows(): void {
    for (const block of this.blocks) {
      const { cluster, order, chosen: before } = block
      if (block.margin > POOR || order.length === cluster.rows.length) continue
      const W = this.computeAll(block)
      const { chosen, margin } = chooseIndependent(W, cluster, this.size, 0, before)
      let least = 1
      for (let r = 0; r < order.length; r++)
        least = Math.min(least, block.L.at(r, r) ** 2 / this.size[order[r]])
      if (margin > BETTER * least) this.take(block, chosen)
    }
  }

  /** Factors W for the present positions; needs articulated inertias. */
  factor(): void {
    this.margin = 1
    for (const block of this.blocks) {
      this.computeMatrix(block.cluster, block.chosen, block.L)
      block.margin = this.factorBlock(block)
      this.margin = Math.min(this.margin, block.margin)
    }
  }

  /**
   * Solves W x = rhs (nRow); dependent rows get 0. What rows that are weak ask for is left out as `weak` says: never, if
   * it is too much for a row that bends within a way of its margin, or always.
   */
  solve(rhs: Float64Array, x: Float64Array, weak: WeakRows = 'taken'): void {
    x.fill(0)
    const { isWeak, most } = this
    for (const { order, L } of this.blocks) {
      const { a, first, origin, n } = L
      for (let r = 0; r < n; r++) {
        const row = order[r]
        const d = a[origin[r] + r]
        let sum = rhs[row]
        for (let k = first[r]; k < r; k++) sum -= a[origin[r] + k] * x[order[k]]
        const z = d > 0 ? sum / d : 0
        const isLeft =
          isWeak[row] === 1 &&
          (weak === 'left' ||
            (weak === 'small' && (d * d < VERY_WEAK * most[row] || Math.abs(z) * most[row] > SMALL_MOVE * d)))
        x[row] = isLeft ? 0 : z
      }
      solveTranspose(L, order, x)
    }
  }

  /** What rows see of accelerations that joints alone make (nv), into `rows` where they are weak. */
  seeWeak(vdot: Float64Array, rows: Float64Array): void {
    const { isWeak, response } = this
    for (const { cluster, order, margin } of this.blocks) {
      if (margin > WEAK) continue
      response.spread(cluster.bodies, vdot)
      for (const row of order) if (isWeak[row] === 1) rows[row] = this.dotRow(row, response.A)
    }
  }

  /** What rows see of velocities of joints (nv), into `rows` (nRow). Returns those of the bodies (6 nBody). */
  see(velocities: Float64Array, rows: Float64Array): Float64Array {
    this.response.spread(this.bodies, velocities)
    for (let k = 0; k < rows.length; k++) rows[k] = this.dotRow(k, this.response.A)
    return this.response.A
  }

  /** Adds the wrenches of multipliers to forces on bodies, in their axes (6 nBody). */
  addForces(lambda: Float64Array, F: Float64Array): void {
    addRowForces(this.model, this.data, lambda, F)
  }

  /** What multipliers add to the accelerations of all joints: M⁻¹ Jᵀ λ (nv). */
  respond(lambda: Float64Array, vdot: Float64Array): void {
    vdot.fill(0)
    for (const { order, cluster } of this.blocks) {
      this.response.clear(cluster.bodies)
      for (const k of order) this.addWrenches(k, lambda[k])
      this.response.compute(cluster.bodies, vdot)
    }
  }

  /**
   * Accelerations of all joints for a unit force of one (nv), and what the rows see of them (nRow), without the loops.
   * Returns those of the bodies (6 nBody).
   */
  respondToJoint(body: number, vdot: Float64Array, rows: Float64Array): Float64Array {
    const { response, bodies } = this
    response.clear(bodies)
    response.addJointForce(body)
    response.compute(bodies, vdot)
    for (let k = 0; k < rows.length; k++) rows[k] = this.dotRow(k, response.A)
    return response.A
  }

  /** J A of a row, for spatial accelerations of the bodies (6 nBody). */
  dotRow(k: number, A: Float64Array): number {
    return dotRow(this.model, this.data, k, A)
  }

  /** W of all rows of a block; their sizes are noted. */
  private computeAll({ cluster }: Block): ProfileMatrix {
    const all = cluster.owners.map(({ rows }) => rows)
    const W = new ProfileMatrix(findProfile(cluster, all))
    this.computeMatrix(cluster, all, W)
    const largest = new Map<number, number>()
    cluster.rows.forEach((row, i) => {
      const kind = this.kindOf(row)
      const size = Math.max(W.at(i, i), this.size[row], this.mobilityOf(row))
      largest.set(kind, Math.max(size, largest.get(kind) ?? 0))
    })
    for (const row of cluster.rows) this.size[row] = largest.get(this.kindOf(row))!
    return W
  }

  /** What a row would do to a body of mean mass: rows that do far less do nothing but rounding errors. */
  private mobilityOf(row: number): number {
    const { termStart, termBody } = this.model
    const { wrench } = this.data
    let sum = 0
    for (let t = termStart[row]; t < termStart[row + 1]; t++) {
      if (termBody[t] < 0) continue
      for (let i = 0; i < 3; i++) {
        const force = wrench[6 * t + 3 + i]
        // torques of forces depend on where the origin of the body is
        const torque = this.kindOf(row) === PERPENDICULAR ? wrench[6 * t + i] * this.perLength : 0
        sum = Math.max(sum, force * force + torque * torque)
      }
    }
    return sum * this.perMass
  }

  /** Relations have units of their own. */
  private kindOf(row: number): number {
    const { rows, kinds } = this.model
    return row < rows.length ? kinds[row] : -1 - row
  }

  private take(block: Block, chosen: readonly Int32Array[]): void {
    block.chosen = chosen
    block.order = concatenate(chosen)
    block.L = new ProfileMatrix(findProfile(block.cluster, chosen))
    for (const row of block.cluster.rows) this.isIndependent[row] = 0
    for (const row of block.order) {
      this.isIndependent[row] = 1
      this.most[row] = 0
    }
  }

  /** W of some rows of each owner: what a unit multiplier of one does to those that it reaches. */
  private computeMatrix(
    { owners }: LoopCluster,
    chosen: readonly Int32Array[],
    { a, origin }: ProfileMatrix,
  ): void {
    const { response } = this
    const start = startsOf(chosen)
    a.fill(0)
    // bodies that a row does not reach stand still
    response.A.fill(0)
    for (let k = 0; k < owners.length; k++) {
      const { reach, next } = owners[k]
      for (let i = 0; i < chosen[k].length; i++) {
        const c = start[k] + i
        response.clear(reach)
        this.addWrenches(chosen[k][i], 1)
        response.compute(reach, null)
        for (let j = i; j < chosen[k].length; j++)
          a[origin[start[k] + j] + c] = this.dotRow(chosen[k][j], response.A)
        for (let m = 0; m < next.length; m++) {
          const other = next[m]
          for (let j = 0; j < chosen[other].length; j++)
            a[origin[start[other] + j] + c] = this.dotRow(chosen[other][j], response.A)
        }
      }
      for (let i = 0; i < reach.length; i++) response.A.fill(0, 6 * reach[i], 6 * reach[i] + 6)
    }
  }

  private addWrenches(k: number, factor: number): void {
    const { termStart, termBody } = this.model
    for (let t = termStart[k]; t < termStart[k + 1]; t++)
      this.response.addWrench(termBody[t], this.data.wrench, 6 * t, factor)
  }

  /**
   * W = L Lᵀ in place; a row of which nothing is left is left out: 0 on the diagonal. Returns the least part that is left
   * of a row.
   */
  private factorBlock({ L, order }: Block): number {
    const { a, first, origin, n } = L
    const { most, isWeak } = this
    let margin = 1
    for (let r = 0; r < n; r++) {
      for (let c = first[r]; c < r; c++) {
        const d = a[origin[c] + c]
        a[origin[r] + c] = d > 0 ? L.eliminate(r, c) / d : 0
      }
      const left = L.eliminate(r, r)
      const part = left / most[order[r]]
      margin = Math.min(margin, part)
      isWeak[order[r]] = part < WEAK ? 1 : 0
      a[origin[r] + r] = part > SINGULAR ? Math.sqrt(left) : 0
    }
    return margin
  }
}

/** A row is left out if so little is left of it. */
const SINGULAR = 1e-18

function createBlock(cluster: LoopCluster): Block {
  const chosen = cluster.owners.map(({ rows }) => rows)
  const L = new ProfileMatrix(findProfile(cluster, chosen))
  return { cluster, chosen, order: concatenate(chosen), L, margin: 1 }
}

function concatenate(lists: readonly Int32Array[]): Int32Array {
  return Int32Array.from(lists.flatMap((list) => [...list]))
}

/** Number of rows before those of each owner. */
function startsOf(chosen: readonly Int32Array[]): Int32Array {
  const start = new Int32Array(chosen.length)
  for (let k = 1; k < chosen.length; k++) start[k] = start[k - 1] + chosen[k - 1].length
  return start
}

/** First columns of the rows. */
function findProfile({ owners }: LoopCluster, chosen: readonly Int32Array[]): Int32Array {
  const start = startsOf(chosen)
  return Int32Array.from(chosen.flatMap((rows, k) => Array.from(rows, () => start[owners[k].first])))
}

/** Solves Lᵀ x = x, in place. */
function solveTranspose({ a, first, origin, n }: ProfileMatrix, order: Int32Array, x: Float64Array): void {
  for (let r = n - 1; r >= 0; r--) {
    const d = a[origin[r] + r]
    const value = d > 0 ? x[order[r]] / d : 0
    x[order[r]] = value
    for (let k = first[r]; k < r; k++) x[order[k]] -= a[origin[r] + k] * value
  }
}
