/**
 * Multipliers of loops. With the rows J of all constraints, the accelerations by forces alone, a, and the contribution
 * of velocities, γ,
 *
 *   J (a + M⁻¹ Jᵀ λ) + γ = 0   ⇒   W λ = −(J a + γ),   W = J M⁻¹ Jᵀ                                               (1)
 *
 * Loops are eliminated in sequence from the leaves of the tree to the world (`row-elimination.ts`). Rows that follow
 * from others are omitted. Their number is determined once, at a pose that satisfies the constraints; the selection may
 * change with the pose, at a pose that satisfies them, because other rows may become better. Until then, Levenberg and
 * Marquardt's W + μ I replaces W, so that rows that contradict each other at poses that violate the constraints cause
 * only small moves.
 */

import {
  type EliminationPlan,
  type LoopCluster,
  type LoopOwner,
  planElimination,
} from './elimination-plan.ts'
import { chooseIndependentRows } from './independent-rows.ts'
import { LoopElimination, type RowRules } from './loop-elimination.ts'
import { addRowForces, dotRow, PERPENDICULAR } from './loop-model.ts'
import type { ConstrainedTree } from './loop-workspace.ts'
import type { ProfileMatrix } from './profile-matrix.ts'

/**
 * Remainder of a row after elimination of the previous rows, relative to the largest of its kind, below which it
 * follows from them.
 */
const REDUNDANT = 1e-13
/** Remainder below which rows may not be the best choice. */
const POOR = 1e-3
/** Factor of the remainder by which other rows must be better to replace them. */
const BETTER = 10
/**
 * Remainder below which rows are weak: they carry little information, and their accelerations are dominated by rounding
 * errors.
 */
const WEAK = 1e-6
/** Remainder below which rows do not correct positions either: rounding errors would move them by more than 1e-11. */
const VERY_WEAK = 1e-10
/**
 * Remainder below which rows bend, and cause only small moves: of positions relative to the distance to the pose at
 * which the remainder vanishes, or to their size, of velocities relative to the speed.
 */
const BENT = 1e-2
const SMALL_MOVE = 0.1
const SMALL_PART = 5e-3

/** Remainder below which a row is omitted. */
const SINGULAR = 1e-18
/** Smallest μ, relative to the response of a body of mean mass to a row: more than rounding. */
const LEAST_DAMPING = 1e-14

export class LoopSolver {
  /** 1: independent, 0: follows from the others (nRow). */
  readonly isIndependent: Uint8Array
  /** Smallest remainder of a row, relative to its largest so far: 0 if the rank drops. */
  margin = 1
  /** Remainder of each row, relative to its largest so far (nRow). */
  private readonly part: Float64Array
  /** 1: weak, at this pose (nRow). */
  private readonly isWeak: Uint8Array
  /** 1: positions or velocities were not fully corrected for the row (nRow). */
  private readonly isLeft: Uint8Array
  /** Largest diagonal element of W so far of rows of the same kind that influence each other (nRow). */
  private readonly size: Float64Array
  /**
   * Largest remainder of a row after the previous rows so far, but at most that for bodies of one mass (nRow): for a
   * light body between heavy ones, a small or decreasing fraction does not mean that the rank drops.
   */
  private readonly most: Float64Array
  /** True if the independent rows are known. */
  isChosen = false
  /** Independent rows of each owner. */
  private chosen: ReadonlyMap<LoopOwner, Int32Array> = new Map()
  private readonly plan: EliminationPlan
  private elimination: LoopElimination
  /** Elimination of all rows, from which some are chosen. */
  private ofAll: LoopElimination | null = null
  /** Reciprocals of the mean mass of the bodies, and of the size of the mechanism. */
  private readonly perMass: number
  private readonly perLength: number

  constructor(private readonly loops: ConstrainedTree) {
    const { tree, bodies, model, workspace } = loops
    this.plan = planElimination(tree, model)
    this.elimination = new LoopElimination(
      loops,
      this.plan,
      ({ rows }) => rows,
      () => workspace.ofChosen,
    )
    const places = model.joints.flatMap(({ p_AF, p_BG }) => [...p_AF, ...p_BG])
    for (const body of bodies) places.push(...tree.p_PJ.subarray(3 * body, 3 * body + 3))
    this.perLength = 1 / (Math.sqrt(places.reduce((sum, x) => sum + x * x, 0)) || 1)
    this.perMass = bodies.length / (bodies.reduce((sum, body) => sum + tree.mass[body], 0) || 1)
    this.isIndependent = new Uint8Array(model.nRow).fill(1)
    this.size = new Float64Array(model.nRow)
    this.most = new Float64Array(model.nRow)
    this.isWeak = new Uint8Array(model.nRow)
    this.isLeft = new Uint8Array(model.nRow)
    this.part = new Float64Array(model.nRow).fill(1)
  }

  /** True if rows are weak at this pose. */
  get hasWeak(): boolean {
    return this.margin < WEAK
  }

  /** Number of independent rows. */
  get rank(): number {
    let n = 0
    for (const { order } of this.elimination.clusters) n += order.length
    return n
  }

  /**
   * Finds rows that follow from others, at a pose that satisfies the constraints; needs articulated inertias. W
   * contains squares of the rows, and rounding errors of an elimination grow with the reciprocal of the smallest pivot:
   * `least` can be smaller than they are.
   *
   * @param least remainder, relative to their size, below which rows follow from others
   * @returns the smallest remainder of an independent row
   */
  chooseRows(least = REDUNDANT): number {
    this.isChosen = true
    let left = 1
    this.choose((cluster, W) => {
      const { chosen, margin } = chooseIndependentRows(W, cluster, this.size, least)
      left = Math.min(left, margin)
      return chosen
    })
    return left
  }

  /** Records the remainders of the rows at a pose that satisfies the constraints, after `factor`. */
  noteMost(): void {
    const { most } = this
    for (const { order, L } of this.elimination.clusters) {
      for (let r = 0; r < L.n; r++) {
        const row = order[r]
        most[row] = Math.min(Math.max(most[row], L.at(r, r) ** 2), this.mobilityOf(row) || Infinity)
      }
    }
  }

  /**
   * Chooses as many rows of each owner as before, but others if they are much better at this pose, which satisfies the
   * constraints.
   */
  reviseRows(): void {
    const { part, size } = this
    /** Smallest remainder of a row, for clusters whose choice may not be the best. */
    const poor = new Map<LoopCluster, number>()
    for (const { cluster, order, L } of this.elimination.clusters) {
      if (order.length === cluster.rows.length || !order.some((row) => !(part[row] > POOR))) continue
      poor.set(
        cluster,
        order.reduce((least, row, r) => Math.min(least, L.at(r, r) ** 2 / size[row]), 1),
      )
    }
    if (poor.size === 0) return
    this.choose((cluster, W) => {
      const least = poor.get(cluster)
      if (least === undefined) return null
      const counts = cluster.owners.map((owner) => this.chosen.get(owner)!)
      const { chosen, margin } = chooseIndependentRows(W, cluster, size, 0, counts)
      return margin > BETTER * least ? chosen : null
    })
  }

  /**
   * Factors W for the present positions; needs articulated inertias.
   *
   * @param gap violation of the constraints, relative to the size of the mechanism
   */
  factor(gap = 0): void {
    const { part, most, isWeak, isChosen } = this
    const damping = Math.max(LEAST_DAMPING, Math.min(1, gap) ** 2)
    this.margin = 1
    this.elimination.factor({
      pivot: (row, left) => {
        if (!isChosen) return Math.sqrt(Math.max(0, left) + damping * this.mobilityOf(row))
        part[row] = left / most[row]
        isWeak[row] = part[row] < WEAK ? 1 : 0
        this.margin = Math.min(this.margin, part[row])
        return part[row] > SINGULAR ? Math.sqrt(left) : 0
      },
    })
  }

  /** True if the last step of a projection did not fully correct positions or velocities for all rows. */
  get hasLeft(): boolean {
    return this.isLeft.includes(1)
  }

  /** Clears the marks of uncorrected rows: positions are correct. */
  forgetLeft(): void {
    this.isLeft.fill(0)
  }

  /** Solves W x = rhs (nRow); dependent rows get 0. */
  solve(rhs: Float64Array, x: Float64Array): void {
    this.elimination.solve(rhs, x, isNeverLeft)
  }

  /**
   * The same for moves of positions. A row that bends determines the direction only within a fraction of its margin:
   * points farther away may be nearer to another branch on which the loops can continue.
   *
   * @param sizes sizes of the rows (nRow)
   */
  solvePositions(rhs: Float64Array, sizes: Float64Array, x: Float64Array): void {
    const { part, most, isLeft } = this
    this.elimination.solve(rhs, x, (row, z, d) => {
      const small = Math.max(SMALL_MOVE * d, SMALL_PART * Math.sqrt(most[row])) * sizes[row]
      const isFar = part[row] < VERY_WEAK || Math.abs(z) * most[row] > small
      isLeft[row] = part[row] < BENT && isFar ? 1 : 0
      return isLeft[row] === 1
    })
  }

  /**
   * The same for changes of velocities, with correct positions. If a row that bends requires a large change, positions
   * are on another branch than the velocities, because both are near the bifurcation.
   *
   * @param speed measure of velocities, relative to the sizes of the rows
   */
  solveVelocities(rhs: Float64Array, sizes: Float64Array, speed: number, x: Float64Array): void {
    const { part, most, isWeak, isLeft } = this
    this.elimination.solve(rhs, x, (row, z) => {
      const isFar = part[row] < BENT && Math.abs(z) * Math.sqrt(most[row]) > SMALL_MOVE * speed * sizes[row]
      if (isFar) isLeft[row] = 1
      return isWeak[row] === 1 || isLeft[row] === 1
    })
  }

  /** Writes J of accelerations by joints alone (nv) to `rows` for weak rows. */
  seeWeak(vdot: Float64Array, rows: Float64Array): void {
    const { isWeak, isIndependent } = this
    const { bodies, workspace } = this.loops
    workspace.response.spread(bodies, vdot)
    for (let k = 0; k < rows.length; k++)
      if (isWeak[k] === 1 && isIndependent[k] === 1) rows[k] = this.dotRow(k, workspace.response.A)
  }

  /** Writes J of velocities of joints (nv) to `rows` (nRow). Returns the velocities of the bodies (6 nBody). */
  see(velocities: Float64Array, rows: Float64Array): Float64Array {
    const { bodies, workspace } = this.loops
    workspace.response.spread(bodies, velocities)
    for (let k = 0; k < rows.length; k++) rows[k] = this.dotRow(k, workspace.response.A)
    return workspace.response.A
  }

  /** Adds the wrenches of multipliers to forces on bodies, in their axes (6 nBody). */
  addForces(lambda: Float64Array, F: Float64Array): void {
    addRowForces(this.loops.model, this.loops.data, lambda, F)
  }

  /** Contribution of multipliers to the accelerations of the joints: M⁻¹ Jᵀ λ (nv). */
  respond(lambda: Float64Array, vdot: Float64Array): void {
    const { bodies, workspace } = this.loops
    workspace.response.clear(bodies)
    for (let k = 0; k < lambda.length; k++) if (lambda[k] !== 0) this.addWrenches(k, lambda[k])
    workspace.response.compute(bodies, vdot)
  }

  /**
   * Accelerations of all joints for a unit force of one (nv), and J of them (nRow), without the loops. Returns those of
   * the bodies (6 nBody).
   */
  respondToJoint(body: number, vdot: Float64Array, rows: Float64Array): Float64Array {
    const { bodies } = this.loops
    const { response } = this.loops.workspace
    response.clear(bodies)
    response.addJointForce(body)
    response.compute(bodies, vdot)
    for (let k = 0; k < rows.length; k++) rows[k] = this.dotRow(k, response.A)
    return response.A
  }

  /** J A of a row, for spatial accelerations of the bodies (6 nBody). */
  dotRow(k: number, A: Float64Array): number {
    return dotRow(this.loops.model, this.loops.data, k, A)
  }

  /**
   * Chooses rows of each cluster.
   *
   * @param select chosen rows of the owners of a cluster, from W of all its rows; null: as before
   */
  private choose(select: (cluster: LoopCluster, W: ProfileMatrix) => readonly Int32Array[] | null): void {
    const { isIndependent, most } = this
    const chosen = new Map(this.chosen)
    let hasChanged = false
    const rules: RowRules = {
      enter: ({ cluster, L }) => {
        this.noteSizes(cluster, L)
        const lists = select(cluster, L)
        if (lists === null) return
        hasChanged = true
        for (const row of cluster.rows) isIndependent[row] = 0
        lists.forEach((rows, k) => {
          chosen.set(cluster.owners[k], rows)
          for (const row of rows) {
            isIndependent[row] = 1
            most[row] = 0
          }
        })
      },
      pivot: (row, left) => (isIndependent[row] === 1 && left > 0 ? Math.sqrt(left) : 0),
    }
    const { loops, plan } = this
    this.ofAll ??= new LoopElimination(
      loops,
      plan,
      ({ rows }) => rows,
      () => loops.workspace.ofAll,
    )
    this.ofAll.factor(rules)
    if (!hasChanged) return
    this.chosen = chosen
    this.elimination = new LoopElimination(
      loops,
      plan,
      (owner) => chosen.get(owner)!,
      () => loops.workspace.ofChosen,
    )
  }

  /** Records the sizes of rows, from W of all rows of a cluster. */
  private noteSizes({ rows }: LoopCluster, W: ProfileMatrix): void {
    const largest = new Map<number, number>()
    rows.forEach((row, i) => {
      const kind = this.kindOf(row)
      const size = Math.max(W.at(i, i), this.size[row], this.mobilityOf(row))
      largest.set(kind, Math.max(size, largest.get(kind) ?? 0))
    })
    for (const row of rows) this.size[row] = largest.get(this.kindOf(row))!
  }

  /** Response of a body of mean mass to a row: the response to rows far below it consists of rounding errors. */
  private mobilityOf(row: number): number {
    const { termStart, termBody } = this.loops.model
    const { wrench } = this.loops.data
    let sum = 0
    for (let t = termStart[row]; t < termStart[row + 1]; t++) {
      if (termBody[t] < 0) continue
      for (let i = 0; i < 3; i++) {
        const force = wrench[6 * t + 3 + i]
        // torques of forces depend on the position of the origin of the body
        const torque = this.kindOf(row) === PERPENDICULAR ? wrench[6 * t + i] * this.perLength : 0
        sum = Math.max(sum, force * force + torque * torque)
      }
    }
    return sum * this.perMass
  }

  /** Kind of a row; relations have separate units. */
  private kindOf(row: number): number {
    const { rows, kinds } = this.loops.model
    return row < rows.length ? kinds[row] : -1 - row
  }

  private addWrenches(k: number, factor: number): void {
    const { model, data, workspace } = this.loops
    const { termStart, termBody } = model
    for (let t = termStart[k]; t < termStart[k + 1]; t++)
      workspace.response.addWrench(termBody[t], data.wrench, 6 * t, factor)
  }
}

function isNeverLeft(): boolean {
  return false
}
