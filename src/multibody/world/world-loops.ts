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
import { createLoopRows, LoopReactions } from './loops/index.ts'

/** Newton steps of a projection at most. */
const MAX_STEPS = 50
/** Constraints hold if they are violated by less: lengths relative to the size of the scene, or to 1 m. */
const CLOSED = 1e-13
/** Longest Newton step [rad, m]. */
const LONGEST_STEP = 0.5
/** Rates below this part of the velocities are rounding. */
const STILL = 1e-14

/** What more redundant constraints leave open is not listed: every joint of a large mechanism. */
const MOST_REDUNDANT = 200

/** What a projection moves. */
export interface ProjectedWorld {
  /** Size of the scene [m]. */
  readonly length: number
  /** Velocities of the bodies (6 nBody). */
  readonly velocities: Float64Array
  /** Positions, velocities and articulated inertias for the states as they are now. */
  update(): void
  /** Moves positions a little, as the velocities `dq` of the tree would in a unit of time. */
  displace(dq: Float64Array): void
  /** Adds velocities of the tree. */
  kick(dv: Float64Array): void
}

export class WorldLoops {
  readonly model: LoopModel
  readonly data: LoopData
  readonly solver: LoopSolver
  /** Multipliers of the last evaluation (nRow). */
  readonly lambda: Float64Array
  /** What all joints transmit. */
  readonly reactions: LoopReactions
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
    /** Size of the scene [m]. */
    length: number,
  ) {
    this.model = createLoopModel(cuts.map((joint) => createLoopJoint(joint, grouping)))
    this.data = createLoopData(this.model)
    this.rows = new RowEvaluator(this.model, this.data, treeData)
    this.solver = new LoopSolver(tree, treeData, this.model, this.data)
    this.reactions = new LoopReactions(
      { tree, treeData, model: this.model, data: this.data, solver: this.solver },
      cuts,
      grouping,
      length,
    )
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

  /** Constraints that follow from no others. */
  get nIndependent(): number {
    return this.model.nRow - this.nRedundant
  }

  /** Decides which constraints are independent, where they hold. */
  chooseRows(world: ProjectedWorld): void {
    this.evaluate(world)
    this.nRedundant = this.model.nRow - this.solver.chooseRows()
    if (this.nRedundant > MOST_REDUNDANT) return
    this.solver.factor()
    this.reactions.updateStresses()
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
      // near the end rounding errors take over
      if (!(gap > CLOSED) || (gap > 0.5 * last && gap < 100 * CLOSED)) return step > 0
      last = gap
      this.correct(this.data.g)
      const factor = Math.min(1, LONGEST_STEP / largest(this.change))
      for (let i = 0; i < this.change.length; i++) this.change[i] *= factor
      world.displace(this.change)
    }
    return true
  }

  /** Changes velocities as the constraints allow. True if something has changed. */
  projectVelocities(world: ProjectedWorld): boolean {
    if (!(this.measureRate(world) > STILL)) return false
    this.correct(this.data.rate)
    world.kick(this.change)
    return true
  }

  /** The least change, in the metric of kinetic energy, that takes `values` of the rows away. */
  private correct(values: Float64Array): void {
    const { rhs, solver, lambda } = this
    solver.factor()
    for (let k = 0; k < rhs.length; k++) rhs[k] = -values[k]
    solver.solve(rhs, lambda)
    solver.respond(lambda, this.change)
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
