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
import { addRowForces, dotRow, type LoopData, type LoopModel } from './loop-model.ts'
import { LoopResponse } from './loop-response.ts'

/** What is left of a row, relative to the largest of its kind, where it follows from those before it. */
const REDUNDANT = 1e-10
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

/** Loops that influence each other. */
interface Cluster {
  readonly rows: Int32Array
  /** Bodies on the ways from the ends of the loops to the root, and all bodies of their branches; ascending. */
  readonly path: Int32Array
  readonly all: Int32Array
  /** Numbers of its independent rows, in the order of elimination. */
  order: Int32Array
  /** Factor L of W, row-major, of `order` (n × n). */
  L: Float64Array
  /** As that of the solver. */
  margin: number
}

export class LoopSolver {
  /** 1: independent, 0: follows from the others (nRow). */
  readonly isIndependent: Uint8Array
  /**
   * What the others leave of the row that they leave least of, relative to the largest of its kind: 0 where the rank
   * drops.
   */
  margin = 1
  /** 1: weak, at this pose (nRow). */
  private readonly isWeak: Uint8Array
  /** The largest diagonal element of W so far of rows of the same kind in the same cluster (nRow). */
  private readonly size: Float64Array
  private readonly clusters: readonly Cluster[]
  private readonly response: LoopResponse
  private readonly W: Float64Array
  /** All bodies. */
  private readonly bodies: Int32Array

  constructor(
    tree: Tree,
    treeData: TreeData,
    private readonly model: LoopModel,
    private readonly data: LoopData,
  ) {
    this.response = new LoopResponse(tree, treeData)
    this.clusters = findClusters(tree, model)
    this.bodies = Int32Array.from({ length: tree.nBody }, (_, i) => i)
    this.isIndependent = new Uint8Array(model.nRow).fill(1)
    this.size = new Float64Array(model.nRow)
    this.isWeak = new Uint8Array(model.nRow)
    this.W = new Float64Array(Math.max(0, ...this.clusters.map(({ rows }) => rows.length ** 2)))
  }

  /** Whether rows are weak at this pose. */
  get hasWeak(): boolean {
    return this.margin < WEAK
  }

  /** Number of independent rows. */
  get rank(): number {
    let n = 0
    for (const { order } of this.clusters) n += order.length
    return n
  }

  /** Finds rows that follow from others, at a pose where the constraints hold; needs articulated inertias. */
  chooseRows(): void {
    for (const cluster of this.clusters) {
      this.computeMatrix(cluster, cluster.rows)
      this.measure(cluster, cluster.rows)
      this.take(cluster, this.pivot(cluster.rows, cluster.rows.length, REDUNDANT).order)
    }
  }

  /** As many rows as before, but others if they are much better at this pose, where the constraints hold. */
  reviseRows(): void {
    for (const cluster of this.clusters) {
      if (cluster.margin > POOR || cluster.order.length === cluster.rows.length) continue
      this.computeMatrix(cluster, cluster.rows)
      this.measure(cluster, cluster.rows)
      const { order, margin } = this.pivot(cluster.rows, cluster.order.length, 0)
      if (order.length < cluster.order.length || margin < BETTER * cluster.margin) continue
      this.take(cluster, order)
    }
  }

  /** Factors W for the present positions; needs articulated inertias. */
  factor(): void {
    this.margin = 1
    for (const cluster of this.clusters) {
      this.computeMatrix(cluster, cluster.order)
      cluster.margin = factorCholesky(this.W, cluster.L, cluster.order, this.size, this.isWeak)
      this.margin = Math.min(this.margin, cluster.margin)
    }
  }

  /** Notes the largest elements of W, of these rows. */
  private measure({ rows: all }: Cluster, rows: Int32Array): void {
    const { size, W, model } = this
    const largest = new Map<number, number>()
    const note = (row: number, value: number): void => {
      const kind = model.kinds[row]
      largest.set(kind, Math.max(value, largest.get(kind) ?? 0))
    }
    for (const row of all) note(row, size[row])
    for (let i = 0; i < rows.length; i++) note(rows[i], W[(rows.length + 1) * i])
    for (const row of all) size[row] = largest.get(model.kinds[row])!
  }

  private take(cluster: Cluster, order: Int32Array): void {
    cluster.order = order
    cluster.L = new Float64Array(order.length ** 2)
    for (const row of cluster.rows) this.isIndependent[row] = 0
    for (const row of order) this.isIndependent[row] = 1
  }

  /**
   * Solves W x = rhs (nRow); dependent rows get 0. What rows that are weak ask for is left out as `weak` says: never, if
   * it is too much for a row that bends within a way of its margin, or always.
   */
  solve(rhs: Float64Array, x: Float64Array, weak: WeakRows = 'taken'): void {
    x.fill(0)
    const { isWeak, size } = this
    for (const { order, L } of this.clusters) {
      const n = order.length
      for (let r = 0; r < n; r++) {
        const row = order[r]
        const d = L[n * r + r]
        let sum = rhs[row]
        for (let k = 0; k < r; k++) sum -= L[n * r + k] * x[order[k]]
        const z = d > 0 ? sum / d : 0
        const isLeft =
          isWeak[row] === 1 &&
          (weak === 'left' ||
            (weak === 'small' && (d * d < VERY_WEAK * size[row] || Math.abs(z) * size[row] > SMALL_MOVE * d)))
        x[row] = isLeft ? 0 : z
      }
      solveTranspose(L, order, x)
    }
  }

  /** What rows see of accelerations that joints alone make (nv), into `rows` where they are weak. */
  seeWeak(vdot: Float64Array, rows: Float64Array): void {
    const { isWeak, response } = this
    for (const { path, order, margin } of this.clusters) {
      if (margin > WEAK) continue
      response.spread(path, vdot)
      for (const row of order) if (isWeak[row] === 1) rows[row] = this.dotRow(row, response.A)
    }
  }

  /** Adds the wrenches of multipliers to forces on bodies, in their axes (6 nBody). */
  addForces(lambda: Float64Array, F: Float64Array): void {
    addRowForces(this.model, this.data, lambda, F)
  }

  /** What multipliers add to the accelerations of all joints: M⁻¹ Jᵀ λ (nv). */
  respond(lambda: Float64Array, vdot: Float64Array): void {
    vdot.fill(0)
    for (const { order, all } of this.clusters) {
      this.response.clear(all)
      for (const k of order) this.addWrenches(k, lambda[k])
      this.response.compute(all, vdot)
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

  /** W of some rows of a cluster, row-major. */
  private computeMatrix({ path }: Cluster, rows: Int32Array): void {
    const { response, W } = this
    const n = rows.length
    for (let c = 0; c < n; c++) {
      response.clear(path)
      this.addWrenches(rows[c], 1)
      response.compute(path, null)
      for (let r = c; r < n; r++) W[n * r + c] = this.dotRow(rows[r], response.A)
    }
  }

  private addWrenches(k: number, factor: number): void {
    const { termStart, termBody } = this.model
    for (let t = termStart[k]; t < termStart[k + 1]; t++)
      this.response.addWrench(termBody[t], this.data.wrench, 6 * t, factor)
  }

  /**
   * At most `count` rows, those that the others leave most of first, as long as that is more than `least`; and what is
   * left of the last one.
   */
  private pivot(
    rows: Int32Array,
    count: number,
    least: number,
  ): { readonly order: Int32Array; readonly margin: number } {
    const n = rows.length
    const A = this.W.slice(0, n * n)
    for (let r = 0; r < n; r++) for (let c = 0; c < r; c++) A[n * c + r] = A[n * r + c]
    const size = Float64Array.from(rows, (row) => this.size[row])
    const order: number[] = []
    const isLeft = new Uint8Array(n).fill(1)
    let margin = 1
    while (order.length < count) {
      let best = -1
      let part = least
      for (let i = 0; i < n; i++) {
        if (isLeft[i] === 0 || !(size[i] > 0) || !(A[n * i + i] / size[i] > part)) continue
        best = i
        part = A[n * i + i] / size[i]
      }
      if (best < 0) break
      isLeft[best] = 0
      margin = Math.min(margin, part)
      order.push(best)
      for (let i = 0; i < n; i++) {
        if (isLeft[i] === 0) continue
        const factor = A[n * i + best] / A[n * best + best]
        for (let j = 0; j < n; j++) if (isLeft[j] === 1) A[n * i + j] -= factor * A[n * best + j]
      }
    }
    return { order: Int32Array.from(order, (i) => rows[i]), margin }
  }
}

/** Sets of loops that share branches of the tree. */
function findClusters(tree: Tree, { termStart, termBody, nRow }: LoopModel): Cluster[] {
  const branchOf = new Int32Array(tree.nBody)
  for (let i = 0; i < tree.nBody; i++) branchOf[i] = tree.parent[i] < 0 ? i : branchOf[tree.parent[i]]
  const group = Int32Array.from({ length: tree.nBody }, (_, i) => i)
  const find = (i: number): number => {
    let root = i
    while (group[root] !== root) root = group[root]
    return root
  }
  const endsOf = (k: number): Int32Array =>
    termBody.subarray(termStart[k], termStart[k + 1]).filter((body) => body >= 0)
  for (let k = 0; k < nRow; k++) {
    const [first, ...others] = endsOf(k)
    for (const other of others) {
      const [a, b] = [find(branchOf[first]), find(branchOf[other])]
      group[Math.max(a, b)] = Math.min(a, b)
    }
  }
  const rowsOf = new Map<number, number[]>()
  for (let k = 0; k < nRow; k++) {
    const ends = endsOf(k)
    // between two points of the world
    if (ends.length === 0) continue
    const root = find(branchOf[ends[0]])
    const rows = rowsOf.get(root)
    if (rows === undefined) rowsOf.set(root, [k])
    else rows.push(k)
  }
  return Array.from(rowsOf, ([root, rows]) => {
    const path = new Set<number>()
    for (const k of rows) {
      for (const end of endsOf(k)) for (let i = end; i >= 0; i = tree.parent[i]) path.add(i)
    }
    const all = Array.from(branchOf.keys()).filter((i) => find(branchOf[i]) === root)
    return {
      rows: Int32Array.from(rows),
      path: Int32Array.from(path).sort(),
      all: Int32Array.from(all),
      order: Int32Array.from(rows),
      L: new Float64Array(rows.length ** 2),
      margin: 1,
    }
  })
}

/**
 * W = L Lᵀ of the lower triangle; a row of which nothing is left is left out: 0 on the diagonal. Returns the least part
 * that is left of a row.
 */
function factorCholesky(
  W: Float64Array,
  L: Float64Array,
  order: Int32Array,
  size: Float64Array,
  isWeak: Uint8Array,
): number {
  const n = order.length
  let margin = 1
  for (let r = 0; r < n; r++) {
    for (let c = 0; c <= r; c++) {
      let sum = W[n * r + c]
      for (let k = 0; k < c; k++) sum -= L[n * r + k] * L[n * c + k]
      if (c < r) L[n * r + c] = L[n * c + c] > 0 ? sum / L[n * c + c] : 0
      else {
        const part = sum / (size[order[r]] || W[n * r + r])
        margin = Math.min(margin, part)
        isWeak[order[r]] = part < WEAK ? 1 : 0
        L[n * r + r] = part > SINGULAR ? Math.sqrt(sum) : 0
      }
    }
  }
  return margin
}

/** A row is left out if so little is left of it. */
const SINGULAR = 1e-18

/** Solves Lᵀ x = x, in place. */
function solveTranspose(L: Float64Array, order: Int32Array, x: Float64Array): void {
  const n = order.length
  for (let r = n - 1; r >= 0; r--) {
    let sum = x[order[r]]
    for (let k = r + 1; k < n; k++) sum -= L[n * k + r] * x[order[k]]
    x[order[r]] = L[n * r + r] > 0 ? sum / L[n * r + r] : 0
  }
}
