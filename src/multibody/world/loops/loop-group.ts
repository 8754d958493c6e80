/** Closed loops that have bodies in common: their constraints, multipliers and projections. */
import { VarioError } from '../../../base/index.ts'
import { mat3Mul, mat3MulTransposeA, mat3MulVec, vec3Dot } from '../../../math/index.ts'
import {
  computeRowJacobian,
  createLoopData,
  createLoopModel,
  type InertiaCorrection,
  keepOffsets,
  type LoopData,
  type LoopMemory,
  type LoopModel,
  LoopSolver,
  type LoopTree,
  PERPENDICULAR,
  REVOLUTE,
  type WeakRows,
} from '../../../mechanics/index.ts'
import { isAxisElement } from '../../parts/index.ts'
import type { Grouping, JointNode } from '../../structure/index.ts'
import { AccelerationHistory } from './acceleration-history.ts'
import type { LoopMembers } from './find-loop-groups.ts'
import { connectFrames, createInertias, createLoopJoint } from './loop-joints.ts'
import { LoopReactions } from './loop-reactions.ts'

/** Constraints hold if they are violated by less: lengths relative to the size of the scene, or to 1 m. */
const CLOSED = 1e-13
/** Longest Newton step [rad, m]. */
const LONGEST_STEP = 0.5
/** Velocities below this are what is left of others that have been taken away [rad/s, m/s]. */
const AT_REST = 1e-12

/** What more redundant constraints leave open is not listed: every joint of a large mechanism. */
const MOST_REDUNDANT = 200

/** What is left at a joint that is cut [m, rad], or how fast it grows. */
export interface JointGap {
  readonly joint: string
  readonly length: number
  readonly angle: number
}

export class LoopGroup {
  readonly cuts: readonly JointNode[]
  /** Bodies of all branches of the tree that it consists of, in ascending order. */
  readonly bodies: Int32Array
  /** Numbers of the velocities of their joints, in ascending order. */
  readonly velocities: Int32Array
  readonly model: LoopModel
  readonly data: LoopData
  readonly solver: LoopSolver
  /** Multipliers of the last evaluation (nRow). */
  readonly lambda: Float64Array
  /** What all joints transmit. */
  readonly reactions: LoopReactions
  /** Constraints that follow from others; NaN: not known yet. */
  nRedundant = Number.NaN
  /** What the last projection of positions has left, relative to the size of the scene; of velocities. */
  gap = Number.NaN
  rate = Number.NaN
  /** Paths of the joints and elements that the rows belong to. */
  readonly paths: readonly string[]
  readonly inertias: InertiaCorrection
  /** Where steps have ended. */
  readonly history: AccelerationHistory
  /** Multipliers of a projection. */
  private readonly solution: Float64Array
  private readonly rhs: Float64Array

  constructor(
    { cuts, constraints, bodies }: LoopMembers,
    private readonly grouping: Grouping,
    private readonly moved: LoopTree,
    /** Size of the scene [m]. */
    private readonly length: number,
    private readonly memory: LoopMemory,
  ) {
    const { tree } = moved
    this.cuts = cuts
    this.bodies = bodies
    this.velocities = Int32Array.from(
      [...bodies].flatMap((body) => range(tree.vStart[body], tree.vStart[body + 1])),
    )
    // those of the joints come first
    const between = constraints.filter(({ constraint }) => (constraint.rows?.length ?? 0) > 0)
    const relations = constraints.filter(({ constraint }) => constraint.relation !== undefined)
    this.model = createLoopModel(
      [
        ...cuts.map((joint) => createLoopJoint(joint, grouping)),
        ...between.map(({ constraint: { frames, rows } }) => connectFrames(frames!, rows!)),
      ],
      relations.map(({ constraint }) => constraint.relation!),
      tree.parent,
    )
    this.paths = [
      ...cuts.map(({ fullPath }) => fullPath),
      ...[...between, ...relations].map(({ path }) => path),
    ]
    this.data = createLoopData(this.model)
    const system = { tree, treeData: moved.data, bodies, model: this.model, data: this.data, memory }
    this.solver = new LoopSolver(system)
    this.inertias = createInertias(constraints, system, this.solver)
    this.reactions = new LoopReactions(system, this.solver, cuts, grouping, length)
    this.lambda = new Float64Array(this.model.nRow)
    this.solution = new Float64Array(this.model.nRow)
    this.rhs = new Float64Array(this.model.nRow)
    this.history = new AccelerationHistory(this.velocities)
  }

  /** Multipliers of an element, as they are after every evaluation; null: it is in another group. */
  multipliersOf(path: string): Float64Array | null {
    const { jointOf } = this.model
    const owner = this.paths.indexOf(path)
    const first = jointOf.indexOf(owner)
    if (owner < 0 || first < 0) return null
    return this.lambda.subarray(first, jointOf.lastIndexOf(owner) + 1)
  }

  /** Lengths that are not given are those that there are now. */
  keepOffsets(): void {
    this.evaluate()
    keepOffsets(this.data)
  }

  /**
   * The joint of this body moves no mass by itself, but is part of a loop that may: it gets an inertia which is taken
   * away again. False: it has one already.
   */
  addLight(body: number): boolean {
    const { tree } = this.moved
    if (!this.isConstrained(body) || this.inertias.lightBodies.includes(body)) return false
    let [mass, square] = [0, 0]
    for (const i of this.bodies) {
      mass += tree.mass[i]
      for (let k = 3 * i; k < 3 * i + 3; k++) square += tree.p_PJ[k] ** 2
    }
    const n = this.bodies.length
    this.inertias.addLight(body, mass / n || 1, Math.sqrt(square / n || 1))
    return true
  }

  /** Constraints and the matrix of their multipliers, for positions, velocities and articulated inertias. */
  prepare(): void {
    this.evaluate()
    this.factor()
  }

  /**
   * Multipliers for accelerations `A` that the bodies (6 nBody) and `vdot` that the joints (nv) would have without them, at
   * time `t` [s]. With d the distance from a pose where the rank drops, what a weak constraint says of the accelerations
   * has rounding errors like ε/d³. But they are smooth where loops pass such a pose: there the constraint is that they go
   * on as they were.
   */
  computeMultipliers(t: number, A: Float64Array, vdot: Float64Array): void {
    const { rhs, data, solver, history, inertias, velocities } = this
    for (let k = 0; k < rhs.length; k++) rhs[k] = -(solver.dotRow(k, A) + data.bias[k])
    if (solver.hasWeak && history.isLong) {
      const { moves } = this.memory
      const before = history.at(t)
      for (let k = 0; k < velocities.length; k++) moves[velocities[k]] = before[k] - vdot[velocities[k]]
      solver.seeWeak(moves, rhs)
    }
    solver.solve(rhs, this.lambda)
    if (inertias.isNeeded) inertias.correct(A, this.lambda)
  }

  /** Adds the forces of constraints and of masses between bodies (6 nBody). */
  addForces(F: Float64Array): void {
    this.solver.addForces(this.lambda, F)
    if (this.inertias.isNeeded) this.inertias.addMassForces(F)
  }

  /** Velocities that the constraints allow, different ones for all joints (nv). */
  findMotion(out: Float64Array): void {
    const { velocities } = this
    for (let k = 0; k < velocities.length; k++) out[velocities[k]] = Math.sin(1 + k * k)
    this.factor()
    const A = this.solver.see(out, this.rhs)
    const change = this.correct(this.rhs, 'taken', A)
    for (const i of velocities) out[i] += change[i]
  }

  /** Constraints that follow from no others. */
  get nIndependent(): number {
    return this.model.nRow - this.nRedundant
  }

  /** Decides which constraints are independent, where they hold. */
  chooseRows(): void {
    this.evaluate()
    this.solver.chooseRows()
    this.factor()
    this.solver.noteMost()
    this.nRedundant = this.model.nRow - this.solver.rank
    if (this.nRedundant > MOST_REDUNDANT) return
    this.reactions.updateStresses()
  }

  /** How far the constraints are from holding: the largest value, relative to the size of the scene. */
  measureGap(): number {
    this.evaluate()
    return findLargest(this.data.g) / Math.min(1, this.length)
  }

  /** How fast they are violated, relative to the velocities. */
  measureRate(): number {
    this.evaluate()
    const { V_WB_B } = this.moved.data
    let fastest = AT_REST
    for (const body of this.bodies)
      for (let k = 6 * body; k < 6 * body + 6; k++)
        if (!(Math.abs(V_WB_B[k]) <= fastest)) fastest = Math.abs(V_WB_B[k])
    return findLargest(this.data.rate) / fastest
  }

  /** What values of the rows (nRow), their gaps or rates, are at each joint and element. */
  listGaps(values: Float64Array): readonly JointGap[] {
    const { paths, model } = this
    return paths.map((joint, k) => {
      const squares = [0, 0]
      for (let row = 0; row < values.length; row++)
        if (model.jointOf[row] === k)
          squares[model.rows[row]?.kind === PERPENDICULAR ? 1 : 0] += values[row] * values[row]
      return { joint, length: Math.sqrt(squares[0]), angle: Math.sqrt(squares[1]) }
    })
  }

  /** Gaps, lengths relative to the size of the scene (nRow), and their derivatives, row-major (nRow × nv). */
  computeGaps(g: Float64Array, J: Float64Array): void {
    const { model, data, moved, length } = this
    this.evaluate()
    computeRowJacobian(moved.tree, moved.data, model, data, J)
    const { nv } = moved.tree
    for (let k = 0; k < g.length; k++) {
      const factor = model.rows[k]?.kind === PERPENDICULAR ? 1 : 1 / length
      g[k] = factor * data.g[k]
      for (let i = 0; i < nv; i++) J[nv * k + i] *= factor
    }
  }

  /** The derivatives of the rows, row-major (nRow × nv). */
  computeJacobian(J: Float64Array): void {
    this.evaluate()
    computeRowJacobian(this.moved.tree, this.moved.data, this.model, this.data, J)
  }

  /**
   * A joint that is closed the wrong way round, where its constraints hold too: with its axis reversed, or turned by 180°;
   * undefined: there is none.
   */
  findReversed(): string | undefined {
    const { data } = this.moved
    const [R_WF, R_WG, R] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)]
    return this.cuts.find(({ motion }, k) => {
      const { bodyA, R_AF, bodyB, R_BG } = this.model.joints[k]
      const axes = (motion?.elements ?? []).filter(isAxisElement).filter(({ kind }) => kind === REVOLUTE)
      const isHeld = motion === null || motion.elements.every(isAxisElement)
      if (!isHeld || axes.length > 1) return false
      if (bodyA < 0) R_WF.set(R_AF)
      else mat3Mul(R_WF, 0, data.R_WB, 9 * bodyA, R_AF, 0)
      if (bodyB < 0) R_WG.set(R_BG)
      else mat3Mul(R_WG, 0, data.R_WB, 9 * bodyB, R_BG, 0)
      mat3MulTransposeA(R, 0, R_WF, 0, R_WG, 0)
      if (axes.length === 0) return R[0] + R[4] + R[8] < 1
      const [{ axis }] = axes
      const turned = new Float64Array(3)
      mat3MulVec(turned, 0, R, 0, axis, 0)
      return vec3Dot(axis, 0, turned, 0) < 0
    })?.fullPath
  }

  /** Whether positions need no more steps of a projection; this is number `step`. */
  isSettled(step: number): boolean {
    const last = step === 0 ? Number.POSITIVE_INFINITY : this.gap
    this.gap = this.measureGap()
    // near the end rounding errors take over
    if (this.gap > CLOSED && !(this.gap > 0.5 * last && this.gap < 100 * CLOSED)) return false
    if (step > 0) {
      this.solver.noteMost()
      this.solver.reviseRows()
    }
    return true
  }

  /** Adds the least change of positions, in the metric of kinetic energy, to first order (nv). */
  addPositionChange(out: Float64Array): void {
    const { velocities } = this
    this.factor(this.gap)
    const change = this.correct(this.data.g, 'small')
    let longest = 0
    for (const i of velocities) if (!(Math.abs(change[i]) <= longest)) longest = Math.abs(change[i])
    const factor = Math.min(1, LONGEST_STEP / longest)
    for (const i of velocities) out[i] += factor * change[i]
  }

  /** Adds that of velocities; constraints are factored. */
  addVelocityChange(out: Float64Array): void {
    const change = this.correct(this.data.rate, 'left')
    for (const i of this.velocities) out[i] += change[i]
  }

  /**
   * Accelerations of all joints for a unit force of a joint with one axis, the loops included (nv). Returns its own
   * acceleration in the tree, without the loops.
   */
  respondToJoint(body: number, place: number, out: Float64Array): number {
    const A = this.solver.respondToJoint(body, out, this.rhs)
    const own = out[place]
    const change = this.correct(this.rhs, 'taken', A)
    for (const i of this.velocities) out[i] += change[i]
    return own
  }

  /** @param gap how far the constraints are from holding */
  factor(gap = 0): void {
    this.solver.factor(gap)
    if (!this.inertias.isNeeded || this.inertias.factor()) return
    const joints = this.inertias.lightBodies.map((body) => this.grouping.treeJoints[body].joint.fullPath)
    throw new VarioError(
      'MULTIBODY',
      `The closed loops with ${[...new Set(joints)].join(', ')} can be accelerated without a force: what these joints ` +
        'move has no mass, and the loops do not connect it with something that has, in one direction at least. Give the ' +
        'objects mass properties or a solid material; a rod without mass that can turn about itself, between two ' +
        'spherical joints, is a Rod.',
      { joints },
    )
  }

  private evaluate(): void {
    this.memory.evaluator.evaluate(this.model, this.data)
  }

  /** What takes away what rows see of a motion `A` of the bodies (6 nBody; null: none that inertias see), for its own joints (nv). */
  private correct(values: Float64Array, weak: WeakRows, A: Float64Array | null = null): Float64Array {
    const { rhs, solver, solution, inertias } = this
    const { moves } = this.memory
    for (let k = 0; k < rhs.length; k++) rhs[k] = -values[k]
    solver.solve(rhs, solution, weak)
    if (inertias.isNeeded) inertias.correct(A, solution, false)
    solver.respond(solution, moves)
    if (inertias.isNeeded) inertias.addResponse(moves)
    return moves
  }

  /** Whether a constraint acts on a body, or on one that hangs on it. */
  private isConstrained(body: number): boolean {
    const { parent } = this.moved.tree
    const isPart = (i: number): boolean => i === body || (i > body && isPart(parent[i]))
    return this.model.termBody.some(isPart)
  }
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, k) => first + k)
}

function findLargest(values: Float64Array): number {
  let size = 0
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]) <= size)) size = Math.abs(values[i])
  return size
}
