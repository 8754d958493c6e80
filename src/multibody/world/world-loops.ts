/** Closed loops of a world: their constraints, multipliers and projections. */
import { computeNullSpaceQr, createQr, factorQr, type Qr } from '../../math/index.ts'
import {
  computeRowJacobian,
  createLoopData,
  createLoopModel,
  type LoopData,
  type LoopJoint,
  type LoopModel,
  LoopSolver,
  PERPENDICULAR,
  RowEvaluator,
  type Tree,
  type TreeData,
  type WeakRows,
} from '../../mechanics/index.ts'
import { composePoses, invertPose, type Pose } from '../frames/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'
import { AccelerationHistory } from './acceleration-history.ts'
import { createLoopRows } from './loop-rows.ts'

/** Newton steps of a projection at most. */
const MAX_STEPS = 50
/** Constraints hold if they are violated by less: lengths relative to the size of the scene, or to 1 m. */
const CLOSED = 1e-13
/** Longest Newton step [rad, m]. */
const LONGEST_STEP = 0.5
/** Rates below this part of the velocities are rounding. */
const STILL = 1e-14

/** Where constraints hold, one follows from others if so little is left of it. */
const FOLLOWS = 1e-9

/** What a projection moves. */
export interface ProjectedWorld {
  /** Size of the scene [m]. */
  readonly length: number
  /** Velocities of the bodies (6 nBody). */
  readonly velocities: Float64Array
  /** Positions, velocities and articulated inertias for the states as they are now. */
  update(): void
  /** The same without inertias. */
  updateMotion(): void
  /** Moves positions a little, as the velocities `dq` of the tree would in a unit of time. */
  displace(dq: Float64Array): void
  /** Adds velocities of the tree. */
  kick(dv: Float64Array): void
  /** Remembers the states; what it returns goes back to them. */
  save(): () => void
  /** The states, for the distance between two of them. */
  readStates(): Float64Array
}

export class WorldLoops {
  readonly model: LoopModel
  readonly data: LoopData
  readonly solver: LoopSolver
  /** Multipliers of the last evaluation (nRow). */
  readonly lambda: Float64Array
  /** Constraints that follow from others; NaN: not known yet. */
  nRedundant = Number.NaN
  /** What the last projection of positions has left, relative to the size of the scene. */
  gap = Number.NaN
  private readonly rows: RowEvaluator
  private readonly rhs: Float64Array
  private readonly change: Float64Array
  /** Where steps have ended. */
  readonly history: AccelerationHistory
  /** Number of velocities of the tree. */
  readonly nv: number

  constructor(
    readonly cuts: readonly JointNode[],
    grouping: Grouping,
    readonly tree: Tree,
    private readonly treeData: TreeData,
  ) {
    this.model = createLoopModel(cuts.map((joint) => createLoopJoint(joint, grouping)))
    this.data = createLoopData(this.model)
    this.rows = new RowEvaluator(this.model, this.data, treeData)
    this.solver = new LoopSolver(tree, treeData, this.model, this.data)
    this.lambda = new Float64Array(this.model.nRow)
    this.rhs = new Float64Array(this.model.nRow)
    this.change = new Float64Array(tree.nv)
    this.nv = tree.nv
    this.history = new AccelerationHistory(tree.nv)
  }

  /** Constraints and the matrix of their multipliers, for positions, velocities and articulated inertias. */
  prepare(): void {
    this.rows.evaluate()
    this.solver.factor()
  }

  /**
   * Multipliers for accelerations `A` that the bodies (6 nBody) and `vdot` that the joints (nv) would have without them, at
   * time `t` [s]. With d the distance from a pose where the rank drops, what a weak constraint says of the accelerations
   * has rounding errors like ε/d³. But they are smooth where loops pass such a pose: there the constraint is that they go
   * on as they were.
   */
  computeMultipliers(t: number, A: Float64Array, vdot: Float64Array): void {
    const { rhs, data, solver, change, history } = this
    for (let k = 0; k < rhs.length; k++) rhs[k] = -(solver.dotRow(k, A) + data.bias[k])
    if (solver.hasWeak && history.isLong) {
      const before = history.at(t)
      for (let i = 0; i < change.length; i++) change[i] = before[i] - vdot[i]
      solver.seeWeak(change, rhs)
    }
    solver.solve(rhs, this.lambda)
  }

  /** Decides which constraints are independent, where they hold. */
  chooseRows(world: ProjectedWorld): void {
    this.evaluate(world)
    this.solver.chooseRows()
    this.nRedundant = this.model.nRow - this.solver.rank
  }

  /** How far the constraints are from holding: the largest value, relative to the size of the scene. */
  measureGap(world: ProjectedWorld): number {
    this.evaluate(world)
    return largest(this.data.g) / Math.min(1, world.length)
  }

  /** How fast they are violated, relative to the velocities. */
  measureRate(world: ProjectedWorld): number {
    this.evaluate(world)
    return largest(this.data.rate) / (largest(world.velocities) || 1)
  }

  /** Moves positions until the constraints hold. True if something has changed. */
  projectPositions(world: ProjectedWorld): boolean {
    let last = Number.POSITIVE_INFINITY
    for (let step = 0; step < MAX_STEPS; step++) {
      const gap = this.measureGap(world)
      this.gap = gap
      // near the end rounding errors take over
      if (!(gap > CLOSED) || (gap > 0.5 * last && gap < 100 * CLOSED)) {
        if (step > 0) this.solver.reviseRows()
        return step > 0
      }
      last = gap
      this.solver.factor()
      const change = this.correctPositions()
      const factor = Math.min(1, LONGEST_STEP / largest(change))
      for (let i = 0; i < change.length; i++) change[i] *= factor
      world.displace(change)
    }
    return true
  }

  /** Gaps, lengths relative to the size of the scene (nRow), and their derivatives, row-major (nRow × nv). */
  computeGaps(world: ProjectedWorld, g: Float64Array, J: Float64Array): void {
    const { model, data, tree, treeData } = this
    world.updateMotion()
    this.rows.evaluate()
    computeRowJacobian(tree, treeData, model, data, J)
    const { nv } = tree
    for (let k = 0; k < g.length; k++) {
      const factor = model.rows[k].kind === PERPENDICULAR ? 1 : 1 / world.length
      g[k] = factor * data.g[k]
      for (let i = 0; i < nv; i++) J[nv * k + i] *= factor
    }
  }

  /** Number of independent constraints for the joints that have a size, for the motion as it was evaluated last. */
  computeRank(sizes: Float64Array, tolerance: number): number {
    const qr = this.createJacobian(sizes, Array.from(sizes.keys()))
    return factorQr(qr, tolerance)
  }

  /**
   * Motions that the constraints allow to joints with a size, one after the other (each nv), for the motion as it was
   * evaluated last.
   */
  computeFreeMoves(sizes: Float64Array): Float64Array {
    const { nv } = this.tree
    const columns = Array.from(sizes.keys()).filter((i) => sizes[i] > 0)
    const qr = this.createJacobian(sizes, columns)
    factorQr(qr, FOLLOWS)
    const n = columns.length - qr.rank
    const vectors = new Float64Array(columns.length * n)
    computeNullSpaceQr(qr, vectors)
    const moves = new Float64Array(n * nv)
    for (let k = 0; k < n; k++)
      for (let c = 0; c < columns.length; c++) moves[nv * k + columns[c]] = vectors[n * c + k]
    return moves
  }

  /** Derivatives of the rows with respect to moves of some joints in units of their sizes. */
  private createJacobian(sizes: Float64Array, columns: readonly number[]): Qr {
    const { nRow } = this.model
    const { nv } = this.tree
    const J = new Float64Array(nRow * nv)
    this.rows.evaluate()
    computeRowJacobian(this.tree, this.treeData, this.model, this.data, J)
    const qr = createQr(nRow, columns.length)
    for (let k = 0; k < nRow; k++)
      for (let c = 0; c < columns.length; c++)
        qr.a[columns.length * k + c] = J[nv * k + columns[c]] * sizes[columns[c]]
    return qr
  }

  /** Changes velocities as the constraints allow. True if something has changed. */
  projectVelocities(world: ProjectedWorld): boolean {
    if (!(this.measureRate(world) > STILL)) return false
    this.solver.factor()
    world.kick(this.correctVelocities())
    return true
  }

  /** The least changes of positions, or of velocities, in the metric of kinetic energy, to first order (nv). */
  correctPositions(): Float64Array {
    return this.correct(this.data.g, 'small')
  }

  correctVelocities(): Float64Array {
    return this.correct(this.data.rate, 'left')
  }

  /**
   * Accelerations of all joints for a unit force of a joint with one axis, the loops included (nv). Returns its own
   * acceleration in the tree, without the loops.
   */
  respondToJoint(body: number, place: number, out: Float64Array): number {
    const { rhs, lambda, solver, change } = this
    solver.respondToJoint(body, out, rhs)
    const own = out[place]
    for (let k = 0; k < rhs.length; k++) rhs[k] = -rhs[k]
    solver.solve(rhs, lambda)
    solver.respond(lambda, change)
    for (let i = 0; i < out.length; i++) out[i] += change[i]
    return own
  }

  private correct(values: Float64Array, weak: WeakRows): Float64Array {
    const { rhs, solver, lambda, change } = this
    for (let k = 0; k < rhs.length; k++) rhs[k] = -values[k]
    solver.solve(rhs, lambda, weak)
    solver.respond(lambda, change)
    return change
  }

  private evaluate(world: ProjectedWorld): void {
    world.update()
    this.rows.evaluate()
  }
}

function largest(values: Float64Array): number {
  let size = 0
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]) <= size)) size = Math.abs(values[i])
  return size
}

/** The frames F and G of a joint that is cut, fixed to the bodies of its objects. */
function createLoopJoint(joint: JointNode, { frames }: Grouping): LoopJoint {
  const [frame1, frame2] = [frames.get(joint.object1.path)!, frames.get(joint.object2.path)!]
  const X_A1: Pose = { R: frame1.R_BO, p: frame1.p_BO }
  const X_B2: Pose = { R: frame2.R_BO, p: frame2.p_BO }
  const X_AF = joint.fixed === null ? X_A1 : composePoses(X_A1, joint.fixed)
  const offset = joint.motion?.offset
  const X_BG = offset == null ? X_B2 : composePoses(X_B2, invertPose(offset))
  return {
    ...{ bodyA: frame1.body, R_AF: X_AF.R, p_AF: X_AF.p },
    ...{ bodyB: frame2.body, R_BG: X_BG.R, p_BG: X_BG.p },
    rows: createLoopRows(joint),
  }
}
