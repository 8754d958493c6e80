/**
 * Elimination of constraints from the leaves of a tree to the world. At a body, A is its acceleration, M its
 * articulated inertia, K the forces on it by unit multipliers λ of rows below, and W their effect on the rows while the
 * body is at rest:
 *
 *   M A + Z = K λ,   Kᵀ A + W λ = r                                                                                 (1)
 *
 * Rows e with this body as their node do not depend on the rest of the tree. With W_ee = L Lᵀ, their elimination
 * changes A and pending rows p by
 *
 *   M += K_e W_ee⁻¹ K_eᵀ,   K_p −= K_e W_ee⁻¹ W_ep,   W_pp −= W_pe W_ee⁻¹ W_ep                                       (2)
 *   Z −= K_e W_ee⁻¹ r_e,    r_p −= W_pe W_ee⁻¹ r_e                                                                  (3)
 *
 * Then the joint is eliminated, with S, U, D as in `joint-elimination.ts`, and the parent gets, in addition to M − U
 * D⁻¹ Uᵀ,
 *
 *   K_p − U D⁻¹ Sᵀ K_p,   W_pp += K_pᵀ S D⁻¹ Sᵀ K_p                                                                 (4)
 *
 * The world has no A. From there back to the leaves, accelerations and multipliers follow: for chains of loops in a
 * time proportional to their length, as in recursive algorithms for loops [Brandl, Johanni, Otter 1987].
 */
import { spatialForceToA } from '../../math/index.ts'
import { passInertiaToParent } from '../dynamics/index.ts'
import { ARTICULATED_PLACES, ARTICULATED_SIZE } from '../joint-elimination.ts'
import { FREE, PRISMATIC, REVOLUTE } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'
import { type ClusterFront, createFronts, type Fronts } from './elimination-fronts.ts'
import type { EliminationPlan, LoopOwner } from './elimination-plan.ts'
import type { ConstrainedTree, EliminationWorkspace } from './loop-workspace.ts'
import type { TreeResponse } from './tree-response.ts'

/** Treatment of rows by an elimination. */
export interface RowRules {
  /** Called before the rows of a cluster are eliminated. */
  enter?(front: ClusterFront): void
  /** Diagonal element of L of a row with the remainder `left`; 0: the row is omitted. */
  pivot(row: number, left: number): number
}

export class LoopElimination {
  readonly clusters: readonly ClusterFront[]
  private readonly fronts: Fronts
  /** Bodies that carry nodes. */
  private readonly inner: Int32Array
  /** Number of the first cluster of the world. */
  private readonly world: number
  /** The tree with articulated inertias that include the contribution of loops. */
  private readonly looped: TreeData
  private readonly response: TreeResponse
  private readonly r: Float64Array
  private readonly force = new Float64Array(6)

  /** @param workspace workspace for loops on moving bodies */
  constructor(
    private readonly loops: ConstrainedTree,
    plan: EliminationPlan,
    rowsOf: (owner: LoopOwner) => Int32Array,
    workspace: () => EliminationWorkspace,
  ) {
    const { tree, treeData, model } = loops
    this.fronts = createFronts(tree, model, plan, rowsOf)
    const { clusters, bodies, clusterStart, isInner } = this.fronts
    this.clusters = clusters
    this.world = clusterStart[bodies.length]
    this.inner = bodies.filter((_, i) => isInner[i] === 1)
    const { looped, response } =
      this.inner.length === 0 ? { looped: treeData, response: loops.workspace.response } : workspace()
    this.looped = looped
    this.response = response
    this.r = new Float64Array(model.nRow)
  }

  /** Factors for the present positions; needs articulated inertias. */
  factor(rules: RowRules): void {
    const { looped, clusters } = this
    const { tree, bodies: all } = this.loops
    const { bodies, elements, K } = this.fronts
    elements.fill(0)
    K.fill(0)
    const isLooped = this.inner.length > 0
    if (isLooped) this.clearInertias()
    let k = all.length - 1
    for (let i = 0; i < bodies.length; i++) {
      if (isLooped) for (; all[k] > bodies[i]; k--) passInertiaToParent(tree, looped, all[k])
      this.addWrenches(i)
      this.eliminateAt(i, rules)
      if (isLooped) passInertiaToParent(tree, looped, all[k--])
      this.passRows(i)
    }
    for (let c = this.world; c < clusters.length; c++) eliminate(clusters[c], rules)
  }

  private clearInertias(): void {
    const { M_articulated, M_rigid, reducedSize } = this.looped
    const { bodies } = this.loops
    for (let k = 0; k < bodies.length; k++) {
      const end = ARTICULATED_SIZE * (bodies[k] + 1)
      for (let i = ARTICULATED_SIZE * bodies[k]; i < end; i++) M_articulated[i] = M_rigid[i]
      reducedSize.fill(0, 2 * bodies[k], 2 * bodies[k] + 2)
    }
  }

  /**
   * Solves J M⁻¹ Jᵀ x = rhs (nRow); omitted rows get 0.
   *
   * @param isLeft true to omit the correction by a row, from its elements of L⁻¹ rhs and of the diagonal of L
   */
  solve(rhs: Float64Array, x: Float64Array, isLeft: (row: number, z: number, d: number) => boolean): void {
    const { response, r, clusters, world } = this
    const { bodies, isInner, clusterStart, rows, rowStart, moveStart, nv, s, t } = this.fronts
    const { Z } = response
    x.fill(0)
    r.set(rhs)
    response.clear(this.inner)
    for (let i = 0; i < bodies.length; i++) {
      if (isInner[i] === 0) continue
      for (let c = clusterStart[i]; c < clusterStart[i + 1]; c++) this.solveForward(clusters[c], x, isLeft)
      const o = 6 * bodies[i]
      response.passToParent(bodies[i])
      for (let p = rowStart[i], m = moveStart[i]; p < rowStart[i + 1]; p++)
        for (let k = 0; k < nv[i]; k++) r[rows[p]] -= t[m++] * Z[o + k]
    }
    for (let c = world; c < clusters.length; c++) this.solveForward(clusters[c], x, isLeft)
    for (let c = world; c < clusters.length; c++) this.solveBackward(clusters[c], x)
    for (let i = bodies.length - 1; i >= 0; i--) {
      if (isInner[i] === 0) continue
      const o = 6 * bodies[i]
      for (let p = rowStart[i], m = moveStart[i]; p < rowStart[i + 1]; p++)
        for (let k = 0; k < nv[i]; k++) Z[o + k] += s[m++] * x[rows[p]]
      response.passToChild(bodies[i], null)
      for (let c = clusterStart[i]; c < clusterStart[i + 1]; c++) this.solveBackward(clusters[c], x)
    }
  }

  /** (2) */
  private eliminateAt(i: number, rules: RowRules): void {
    const { K, bodies, clusterStart, ownStart, pendingStart } = this.fronts
    const { M_articulated: M } = this.looped
    let own = 6 * ownStart[i]
    for (let number = clusterStart[i]; number < clusterStart[i + 1]; number++) {
      const cluster = this.clusters[number]
      const { L, places } = cluster
      const { a, origin, n } = L
      const nP = places.length
      const acceleration = n + nP
      for (let c = 0; c < n; c++) for (let k = 0; k < 6; k++) a[origin[acceleration + k] + c] = K[own++]
      eliminate(cluster, rules)
      for (let j = 0; j < 6; j++)
        for (let k = 0; k <= j; k++)
          M[ARTICULATED_SIZE * bodies[i] + ARTICULATED_PLACES[6 * j + k]] += L.dotRows(
            acceleration + j,
            acceleration + k,
          )
      for (let p = 0; p < nP; p++) {
        const o = 6 * (pendingStart[i] + places[p])
        for (let k = 0; k < 6; k++) K[o + k] -= L.dotRows(n + p, acceleration + k)
        for (let q = p; q < nP; q++) this.addProduct(i, places[p], places[q], -L.dotRows(n + p, n + q))
      }
    }
  }

  /** Adds the wrenches on the body itself. */
  private addWrenches(i: number): void {
    const { wrench } = this.loops.data
    const { K, terms, termPlaces, termStart } = this.fronts
    for (let j = termStart[i]; j < termStart[i + 1]; j++)
      for (let k = 0; k < 6; k++) K[6 * termPlaces[j] + k] += wrench[6 * terms[j] + k]
  }

  /** (4) */
  private passRows(i: number): void {
    const { bodies, rowStart, pendingStart, moveStart, K, s, t, toParent } = this.fronts
    const n = rowStart[i + 1] - rowStart[i]
    if (n === 0) return
    const body = bodies[i]
    if (this.looped.isPrescribed[body] === 1) {
      s.fill(0, moveStart[i], moveStart[i + 1])
      t.fill(0, moveStart[i], moveStart[i + 1])
    } else {
      for (let p = 0; p < n; p++) this.giveWay(i, p)
      this.addProducts(i)
    }
    const { tree } = this.loops
    if (tree.parent[body] < 0 || tree.kind[body] === FREE) return
    const { force } = this
    const { R_PB, p_PB } = this.looped
    for (let p = 0; p < n; p++) {
      spatialForceToA(force, 0, R_PB, 9 * body, p_PB, 3 * body, K, 6 * (pendingStart[i] + p))
      const o = 6 * toParent[rowStart[i] + p]
      for (let k = 0; k < 6; k++) K[o + k] += force[k]
    }
  }

  private addProducts(i: number): void {
    const { nv, rowStart, moveStart, s, t } = this.fronts
    const n = rowStart[i + 1] - rowStart[i]
    const size = nv[i]
    for (let p = 0; p < n; p++) {
      for (let q = p; q < n; q++) {
        const [m, o] = [moveStart[i] + size * p, moveStart[i] + size * q]
        let product = 0
        for (let k = 0; k < size; k++) product += s[m + k] * t[o + k]
        this.addProduct(i, p, q, product)
      }
    }
  }

  /** Adds to W of two pending rows of a body, of which p is not eliminated after q. */
  private addProduct(i: number, p: number, q: number, x: number): void {
    const { elements, rowStart, matrixOf, column, origins, originStart } = this.fronts
    const n = rowStart[i + 1] - rowStart[i]
    const row = rowStart[i] + p
    elements[origins[originStart[i] + n * matrixOf[row] + q] + column[row]] += x
  }

  /** Computes Sᵀ K, D⁻¹ Sᵀ K and K − U D⁻¹ Sᵀ K of a pending row. */
  private giveWay(i: number, p: number): void {
    const { bodies, nv, pendingStart, moveStart, K, s, t } = this.fronts
    const { M_articulated: M, factor } = this.looped
    const m = ARTICULATED_SIZE * bodies[i]
    const o = 6 * (pendingStart[i] + p)
    const move = moveStart[i] + nv[i] * p
    const kind = this.loops.tree.kind[bodies[i]]
    if (kind === REVOLUTE || kind === PRISMATIC) {
      const axis = kind === REVOLUTE ? 2 : 5
      const rate = factor[m] * K[o + axis]
      s[move] = K[o + axis]
      t[move] = rate
      for (let k = 0; k < 6; k++) K[o + k] -= M[m + ARTICULATED_PLACES[6 * axis + k]] * rate
      K[o + axis] = this.loops.tree.armature[bodies[i]] * rate
      return
    }
    for (let k = 0; k < nv[i]; k++) s[move + k] = K[o + k]
    if (kind === FREE) {
      solveFreeJoint(factor, m, s, t, move)
      return
    }
    // A⁻¹ and A⁻¹B
    for (let k = 0; k < 3; k++) {
      t[move + k] = 0
      for (let j = 0; j < 3; j++) {
        t[move + k] += factor[m + ARTICULATED_PLACES[6 * k + j]] * K[o + j]
        K[o + 3 + k] -= factor[m + 6 + 3 * j + k] * K[o + j]
      }
    }
    for (let k = 0; k < 3; k++) K[o + k] = 0
  }

  /** (3): writes L⁻¹ r to x. */
  private solveForward(
    { cluster, L, order, pending }: ClusterFront,
    x: Float64Array,
    isLeft: (row: number, z: number, d: number) => boolean,
  ): void {
    const { r } = this
    const { Z } = this.response
    const { a, first, origin, n } = L
    for (let i = 0; i < n; i++) {
      const row = order[i]
      const o = origin[i]
      const d = a[o + i]
      let sum = r[row]
      for (let k = first[i]; k < i; k++) sum -= a[o + k] * x[order[k]]
      const z = d > 0 ? sum / d : 0
      x[row] = isLeft(row, z, d) ? 0 : z
    }
    for (let i = n; i < origin.length; i++) {
      let sum = 0
      for (let k = 0; k < n; k++) sum += a[origin[i] + k] * x[order[k]]
      if (i < n + pending.length) r[pending[i - n]] -= sum
      else Z[6 * cluster.node + i - n - pending.length] -= sum
    }
  }

  /** λ_e = L⁻ᵀ (x − L⁻¹ (K_eᵀ A + W_ep λ_p)). */
  private solveBackward({ cluster, L, order, pending }: ClusterFront, x: Float64Array): void {
    const { A } = this.response
    const { a, first, origin, n } = L
    for (let i = n; i < origin.length; i++) {
      const j = i - n - pending.length
      const value = j < 0 ? x[pending[i - n]] : A[6 * cluster.node + j]
      for (let k = 0; k < n; k++) x[order[k]] -= a[origin[i] + k] * value
    }
    for (let i = n - 1; i >= 0; i--) {
      const row = order[i]
      const o = origin[i]
      const d = a[o + i]
      x[row] = d > 0 ? x[row] / d : 0
      for (let k = first[i]; k < i; k++) x[order[k]] -= a[o + k] * x[row]
    }
  }
}

/** Converts W of a cluster to L in place, including the following rows. */
function eliminate(front: ClusterFront, rules: RowRules): void {
  rules.enter?.(front)
  const { L, order } = front
  const { a, first, origin, n } = L
  for (let r = 0; r < origin.length; r++) {
    const end = Math.min(r, n)
    for (let c = first[r]; c < end; c++) {
      const d = a[origin[c] + c]
      a[origin[r] + c] = d > 0 ? L.eliminate(r, c) / d : 0
    }
    if (r < n) a[origin[r] + r] = rules.pivot(order[r], L.eliminate(r, r))
  }
}

/** t = M⁻¹ s of a free body, at the place o of both. */
function solveFreeJoint(factor: Float64Array, m: number, s: Float64Array, t: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    t[o + k] = s[o + k]
    for (let j = 0; j < 3; j++) t[o + k] -= factor[m + 6 + 3 * j + k] * s[o + 3 + j]
  }
  const [x, y, z] = [t[o], t[o + 1], t[o + 2]]
  t[o] = factor[m + 15] * x + factor[m + 18] * y + factor[m + 19] * z
  t[o + 1] = factor[m + 18] * x + factor[m + 16] * y + factor[m + 20] * z
  t[o + 2] = factor[m + 19] * x + factor[m + 20] * y + factor[m + 17] * z
  for (let k = 0; k < 3; k++) {
    t[o + 3 + k] = 0
    for (let j = 0; j < 3; j++)
      t[o + 3 + k] +=
        factor[m + ARTICULATED_PLACES[6 * k + j]] * s[o + 3 + j] - factor[m + 6 + 3 * k + j] * t[o + j]
  }
}
