/**
 * Multipliers of loops. With the rows J of all constraints, the accelerations that forces alone would make, a, and what
 * velocities add, γ,
 *
 *   J (a + M⁻¹ Jᵀ λ) + γ = 0   ⇒   W λ = −(J a + γ),   W = J M⁻¹ Jᵀ                                               (1)
 *
 * W is made column by column from articulated inertias, and has a block for each set of loops that share a branch of the
 * tree. Rows that follow from others are left out: which ones is decided once, where the constraints hold.
 */
import type { Tree, TreeData } from '../tree/index.ts'
import type { LoopData, LoopModel } from './loop-model.ts'
import { LoopResponse } from './loop-response.ts'

/** What is left of a diagonal element of W, relative to itself, where the row follows from those before it. */
const REDUNDANT = 1e-10

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
}

export class LoopSolver {
  /** 1: independent, 0: follows from the others (nRow). */
  readonly isIndependent: Uint8Array
  private readonly clusters: readonly Cluster[]
  private readonly response: LoopResponse
  private readonly W: Float64Array

  constructor(
    tree: Tree,
    treeData: TreeData,
    private readonly model: LoopModel,
    private readonly data: LoopData,
  ) {
    this.response = new LoopResponse(tree, treeData)
    this.clusters = findClusters(tree, model)
    this.isIndependent = new Uint8Array(model.nRow).fill(1)
    this.W = new Float64Array(Math.max(0, ...this.clusters.map(({ rows }) => rows.length ** 2)))
  }

  /**
   * Finds rows that follow from others, at a pose where the constraints hold; needs articulated inertias. Returns the
   * number of independent ones.
   */
  chooseRows(): number {
    let n = 0
    for (const cluster of this.clusters) {
      this.computeMatrix(cluster, cluster.rows)
      cluster.order = this.pivot(cluster.rows)
      cluster.L = new Float64Array(cluster.order.length ** 2)
      n += cluster.order.length
      for (const row of cluster.rows) this.isIndependent[row] = cluster.order.includes(row) ? 1 : 0
    }
    return n
  }

  /** Factors W for the present positions; needs articulated inertias. */
  factor(): void {
    for (const cluster of this.clusters) {
      this.computeMatrix(cluster, cluster.order)
      factorCholesky(this.W, cluster.L, cluster.order.length)
    }
  }

  /** Solves W x = rhs (nRow); dependent rows get 0. */
  solve(rhs: Float64Array, x: Float64Array): void {
    x.fill(0)
    for (const { order, L } of this.clusters) solveCholesky(L, order, rhs, x)
  }

  /** Adds the wrenches of multipliers to forces on bodies, in their axes (6 nBody). */
  addForces(lambda: Float64Array, F: Float64Array): void {
    const { termStart, termBody } = this.model
    const { wrench } = this.data
    for (let k = 0; k < lambda.length; k++) {
      for (let t = termStart[k]; t < termStart[k + 1]; t++) {
        const body = termBody[t]
        if (body < 0) continue
        for (let i = 0; i < 6; i++) F[6 * body + i] += lambda[k] * wrench[6 * t + i]
      }
    }
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

  /** J A of a row, for spatial accelerations of the bodies (6 nBody). */
  dotRow(k: number, A: Float64Array): number {
    const { termStart, termBody } = this.model
    const { wrench } = this.data
    let sum = 0
    for (let t = termStart[k]; t < termStart[k + 1]; t++) {
      const body = termBody[t]
      if (body < 0) continue
      for (let i = 0; i < 6; i++) sum += wrench[6 * t + i] * A[6 * body + i]
    }
    return sum
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

  /** Independent rows, those that the others leave most of first. */
  private pivot(rows: Int32Array): Int32Array {
    const n = rows.length
    const A = this.W.slice(0, n * n)
    for (let r = 0; r < n; r++) for (let c = 0; c < r; c++) A[n * c + r] = A[n * r + c]
    const size = Float64Array.from({ length: n }, (_, i) => A[n * i + i])
    const order: number[] = []
    const isLeft = new Uint8Array(n).fill(1)
    for (;;) {
      let best = -1
      let part = REDUNDANT
      for (let i = 0; i < n; i++) {
        if (isLeft[i] === 0 || !(size[i] > 0) || !(A[n * i + i] / size[i] > part)) continue
        best = i
        part = A[n * i + i] / size[i]
      }
      if (best < 0) return Int32Array.from(order, (i) => rows[i])
      isLeft[best] = 0
      order.push(best)
      for (let i = 0; i < n; i++) {
        if (isLeft[i] === 0) continue
        const factor = A[n * i + best] / A[n * best + best]
        for (let j = 0; j < n; j++) if (isLeft[j] === 1) A[n * i + j] -= factor * A[n * best + j]
      }
    }
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
    }
  })
}

/** W = L Lᵀ of the lower triangle; a pivot that is not positive leaves its row out: 0 on the diagonal. */
function factorCholesky(W: Float64Array, L: Float64Array, n: number): void {
  for (let r = 0; r < n; r++) {
    for (let c = 0; c <= r; c++) {
      let sum = W[n * r + c]
      for (let k = 0; k < c; k++) sum -= L[n * r + k] * L[n * c + k]
      if (c < r) L[n * r + c] = L[n * c + c] > 0 ? sum / L[n * c + c] : 0
      else L[n * r + r] = sum > SINGULAR * W[n * r + r] ? Math.sqrt(sum) : 0
    }
  }
}

/** Where loops pass a pose in which a row follows from the others, it is left out if so little is left of it. */
const SINGULAR = 1e-14

function solveCholesky(L: Float64Array, order: Int32Array, rhs: Float64Array, x: Float64Array): void {
  const n = order.length
  for (let r = 0; r < n; r++) {
    let sum = rhs[order[r]]
    for (let k = 0; k < r; k++) sum -= L[n * r + k] * x[order[k]]
    x[order[r]] = L[n * r + r] > 0 ? sum / L[n * r + r] : 0
  }
  for (let r = n - 1; r >= 0; r--) {
    let sum = x[order[r]]
    for (let k = r + 1; k < n; k++) sum -= L[n * k + r] * x[order[k]]
    x[order[r]] = L[n * r + r] > 0 ? sum / L[n * r + r] : 0
  }
}
