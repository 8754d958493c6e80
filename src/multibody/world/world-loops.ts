/** Closed loops of a world: their constraints, multipliers and projections. */
import {
  createLoopData,
  createLoopModel,
  type LoopData,
  type LoopJoint,
  type LoopModel,
  LoopSolver,
  RowEvaluator,
  type Tree,
  type TreeData,
} from '../../mechanics/index.ts'
import { composePoses, invertPose, type Pose } from '../frames/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'
import { createLoopRows } from './loop-rows.ts'

/** Newton steps of a projection at most, in a run and at its start. */
const MAX_STEPS = 50
/** Constraints hold if they are violated by less, relative to the size of the scene. */
const CLOSED = 1e-13
/** Longest Newton step, relative to 1 rad and the size of the scene. */
const LONGEST_STEP = 0.5

/** What a projection moves. */
export interface ProjectedWorld {
  /** Size of the scene [m]. */
  readonly length: number
  /** Positions, velocities and articulated inertias for the states as they are now. */
  updateInertias(): void
  displace(dq: Float64Array): void
  kick(dv: Float64Array): void
}

export class WorldLoops {
  readonly model: LoopModel
  readonly data: LoopData
  readonly solver: LoopSolver
  /** Multipliers of the last evaluation (nRow). */
  readonly lambda: Float64Array
  /** Constraints that follow from others; NaN: not known yet. */
  nRedundant = Number.NaN
  private readonly rows: RowEvaluator
  private readonly rhs: Float64Array
  private readonly change: Float64Array

  constructor(
    readonly cuts: readonly JointNode[],
    grouping: Grouping,
    tree: Tree,
    treeData: TreeData,
  ) {
    this.model = createLoopModel(cuts.map((joint) => createLoopJoint(joint, grouping)))
    this.data = createLoopData(this.model)
    this.rows = new RowEvaluator(this.model, this.data, treeData)
    this.solver = new LoopSolver(tree, treeData, this.model, this.data)
    this.lambda = new Float64Array(this.model.nRow)
    this.rhs = new Float64Array(this.model.nRow)
    this.change = new Float64Array(tree.nv)
  }

  /** Multipliers for accelerations `A` that the bodies would have without them (6 nBody). */
  computeMultipliers(A: Float64Array): void {
    const { rhs, data, solver } = this
    this.rows.evaluate()
    solver.factor()
    for (let k = 0; k < rhs.length; k++) rhs[k] = -(solver.dotRow(k, A) + data.bias[k])
    solver.solve(rhs, this.lambda)
  }

  /** Decides which constraints are independent, where they hold. */
  chooseRows(world: ProjectedWorld): void {
    world.updateInertias()
    this.rows.evaluate()
    this.nRedundant = this.model.nRow - this.solver.chooseRows()
  }

  /** How far the constraints are from holding: largest value relative to the size of the scene. */
  measureGap(world: ProjectedWorld): number {
    world.updateInertias()
    this.rows.evaluate()
    return this.data.g.reduce((gap, g) => Math.max(gap, Math.abs(g)), 0) / Math.min(1, world.length)
  }

  /** Moves positions until the constraints hold, and velocities as they allow. True if something has changed. */
  project(world: ProjectedWorld): boolean {
    const hasMoved = this.projectPositions(world)
    return this.projectVelocities(world) || hasMoved
  }

  private projectPositions(world: ProjectedWorld): boolean {
    const { rhs, data, solver, lambda, change } = this
    let last = Number.POSITIVE_INFINITY
    for (let step = 0; step < MAX_STEPS; step++) {
      const gap = this.measureGap(world)
      if (!(gap > CLOSED) || (gap > 0.5 * last && gap < 100 * CLOSED)) return step > 0
      last = gap
      solver.factor()
      for (let k = 0; k < rhs.length; k++) rhs[k] = -data.g[k]
      solver.solve(rhs, lambda)
      solver.respond(lambda, change)
      let largest = 0
      for (let i = 0; i < change.length; i++) largest = Math.max(largest, Math.abs(change[i]))
      const factor = Math.min(1, LONGEST_STEP / largest)
      for (let i = 0; i < change.length; i++) change[i] *= factor
      world.displace(change)
    }
    return true
  }

  private projectVelocities(world: ProjectedWorld): boolean {
    const { rhs, data, solver, lambda, change } = this
    world.updateInertias()
    this.rows.evaluate()
    if (!data.rate.some((rate) => rate !== 0)) return false
    solver.factor()
    for (let k = 0; k < rhs.length; k++) rhs[k] = -data.rate[k]
    solver.solve(rhs, lambda)
    solver.respond(lambda, change)
    world.kick(change)
    return true
  }
}

/** The frames F and G of a joint that is cut, fixed to the bodies of its objects. */
function createLoopJoint(joint: JointNode, { frames }: Grouping): LoopJoint {
  const [frame1, frame2] = [frames.get(joint.object1.path)!, frames.get(joint.object2.path)!]
  const X_AF: Pose = composePoses({ R: frame1.R_BO, p: frame1.p_BO }, joint.fixed ?? IDENTITY)
  const offset = joint.motion?.offset
  const X_BG: Pose = { R: frame2.R_BO, p: frame2.p_BO }
  const X_BE = offset == null ? X_BG : composePoses(X_BG, invertPose(offset))
  return {
    ...{ bodyA: frame1.body, R_AF: X_AF.R, p_AF: X_AF.p },
    ...{ bodyB: frame2.body, R_BG: X_BE.R, p_BG: X_BE.p },
    rows: createLoopRows(joint),
  }
}

const IDENTITY: Pose = { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), p: new Float64Array(3) }
