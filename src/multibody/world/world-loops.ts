/** Closed loops of a world: their constraints, multipliers and projections. */
import { VarioError } from '../../base/index.ts'
import {
  computeNullSpaceQr,
  createQr,
  factorQr,
  mat3Mul,
  mat3MulTransposeA,
  mat3MulVec,
  type Qr,
  vec3Dot,
} from '../../math/index.ts'
import {
  computeRowJacobian,
  createLoopData,
  createLoopModel,
  type InertiaCorrection,
  type LoopData,
  type LoopModel,
  LoopSolver,
  type LoopTree,
  PERPENDICULAR,
  REVOLUTE,
  RowEvaluator,
  type WeakRows,
} from '../../mechanics/index.ts'
import { isAxisElement } from '../parts/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'
import type { NamedConstraint } from './element.ts'
import {
  AccelerationHistory,
  connectFrames,
  createInertias,
  createLoopJoint,
  LoopReactions,
} from './loops/index.ts'

/** Newton steps of a projection at most. */
const MAX_STEPS = 50
/** Constraints hold if they are violated by less: lengths relative to the size of the scene, or to 1 m. */
const CLOSED = 1e-13
/** Longest Newton step [rad, m]. */
const LONGEST_STEP = 0.5
/** Rates below this part of the velocities are rounding. */
const STILL = 1e-14
/** Velocities below this are what is left of others that have been taken away [rad/s, m/s]. */
const AT_REST = 1e-12

/** What more redundant constraints leave open is not listed: every joint of a large mechanism. */
const MOST_REDUNDANT = 200

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
  /** What all joints transmit. */
  readonly reactions: LoopReactions
  /** Constraints that follow from others; NaN: not known yet. */
  nRedundant = Number.NaN
  /** What the last projection of positions has left, relative to the size of the scene. */
  gap = Number.NaN
  private readonly rows: RowEvaluator
  /** Paths of the joints and elements that the rows belong to. */
  readonly paths: readonly string[]
  readonly inertias: InertiaCorrection
  /** Multipliers of a projection. */
  private readonly solution: Float64Array
  private readonly rhs: Float64Array
  private readonly change: Float64Array
  /** Where steps have ended. */
  readonly history: AccelerationHistory
  /** Number of velocities of the tree. */
  readonly nv: number

  constructor(
    readonly cuts: readonly JointNode[],
    constraints: readonly NamedConstraint[],
    private readonly grouping: Grouping,
    private readonly moved: LoopTree,
    /** Size of the scene [m]. */
    length: number,
  ) {
    const { tree } = moved
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
    this.rows = new RowEvaluator(this.model, this.data, moved)
    this.solver = new LoopSolver(tree, moved.data, this.model, this.data)
    this.inertias = createInertias(constraints, moved, this.model, this.solver)
    this.reactions = new LoopReactions(
      { tree, treeData: moved.data, model: this.model, data: this.data, solver: this.solver },
      cuts,
      grouping,
      length,
    )
    this.lambda = new Float64Array(this.model.nRow)
    this.solution = new Float64Array(this.model.nRow)
    this.rhs = new Float64Array(this.model.nRow)
    this.change = new Float64Array(tree.nv)
    this.nv = tree.nv
    this.history = new AccelerationHistory(tree.nv)
  }

  /** Bodies that constraints and masses of loops act on. */
  get bodies(): Int32Array {
    const own = this.model.termBody.filter((body) => body >= 0)
    return Int32Array.of(...own, ...this.inertias.carriers)
  }

  /** Multipliers of an element, as they are after every evaluation. */
  multipliersOf(path: string): Float64Array {
    const { jointOf } = this.model
    const owner = this.paths.indexOf(path)
    const first = jointOf.indexOf(owner)
    return owner < 0 || first < 0
      ? new Float64Array(0)
      : this.lambda.subarray(first, jointOf.lastIndexOf(owner) + 1)
  }

  /** Lengths that are not given are those that there are now. */
  keepOffsets(world: ProjectedWorld): void {
    this.evaluate(world)
    this.rows.keepOffsets()
  }

  /**
   * The joint of this body moves no mass by itself, but is part of a loop that may: it gets an inertia which is taken
   * away again. False: it has one already.
   */
  addLight(body: number): boolean {
    const { tree } = this.moved
    if (!this.isConstrained(body) || this.inertias.lightBodies.includes(body)) return false
    const mass = tree.mass.reduce((sum, m) => sum + m, 0) / tree.nBody || 1
    const square = tree.p_PJ.reduce((sum, x) => sum + x * x, 0) / tree.nBody || 1
    this.inertias.addLight(body, mass, Math.sqrt(square))
    return true
  }

  /** Constraints and the matrix of their multipliers, for positions, velocities and articulated inertias. */
  prepare(): void {
    this.rows.evaluate()
    this.factor()
  }

  /**
   * Multipliers for accelerations `A` that the bodies (6 nBody) and `vdot` that the joints (nv) would have without them, at
   * time `t` [s]. With d the distance from a pose where the rank drops, what a weak constraint says of the accelerations
   * has rounding errors like ε/d³. But they are smooth where loops pass such a pose: there the constraint is that they go
   * on as they were.
   */
  computeMultipliers(t: number, A: Float64Array, vdot: Float64Array): void {
    const { rhs, data, solver, change, history, inertias } = this
    for (let k = 0; k < rhs.length; k++) rhs[k] = -(solver.dotRow(k, A) + data.bias[k])
    if (solver.hasWeak && history.isLong) {
      const before = history.at(t)
      for (let i = 0; i < change.length; i++) change[i] = before[i] - vdot[i]
      solver.seeWeak(change, rhs)
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
    for (let i = 0; i < out.length; i++) out[i] = Math.sin(1 + i * i)
    this.factor()
    const A = this.solver.see(out, this.rhs)
    const change = this.correct(this.rhs, 'taken', A)
    for (let i = 0; i < out.length; i++) out[i] += change[i]
  }

  /** Constraints that follow from no others. */
  get nIndependent(): number {
    return this.model.nRow - this.nRedundant
  }

  /** Decides which constraints are independent, where they hold. */
  chooseRows(world: ProjectedWorld): void {
    this.evaluate(world)
    this.solver.chooseRows()
    this.factor()
    this.solver.noteMost()
    this.nRedundant = this.model.nRow - this.solver.rank
    if (this.nRedundant > MOST_REDUNDANT) return
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
    return largest(this.data.rate) / Math.max(largest(world.velocities), AT_REST)
  }

  /** Moves positions until the constraints hold. True if something has changed. */
  projectPositions(world: ProjectedWorld): boolean {
    let last = Number.POSITIVE_INFINITY
    for (let step = 0; step < MAX_STEPS; step++) {
      const gap = this.measureGap(world)
      this.gap = gap
      // near the end rounding errors take over
      if (!(gap > CLOSED) || (gap > 0.5 * last && gap < 100 * CLOSED)) {
        if (step > 0) {
          this.solver.noteMost()
          this.solver.reviseRows()
        }
        return step > 0
      }
      last = gap
      this.factor(gap)
      const change = this.correctPositions()
      const factor = Math.min(1, LONGEST_STEP / largest(change))
      for (let i = 0; i < change.length; i++) change[i] *= factor
      world.displace(change)
    }
    return true
  }

  /** Gaps, lengths relative to the size of the scene (nRow), and their derivatives, row-major (nRow × nv). */
  computeGaps(world: ProjectedWorld, g: Float64Array, J: Float64Array): void {
    const { model, data, moved } = this
    world.updateMotion()
    this.rows.evaluate()
    computeRowJacobian(moved.tree, moved.data, model, data, J)
    const { nv } = this
    for (let k = 0; k < g.length; k++) {
      const factor = model.rows[k]?.kind === PERPENDICULAR ? 1 : 1 / world.length
      g[k] = factor * data.g[k]
      for (let i = 0; i < nv; i++) J[nv * k + i] *= factor
    }
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
    const { nv } = this
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
    const { nv } = this
    const J = new Float64Array(nRow * nv)
    this.rows.evaluate()
    computeRowJacobian(this.moved.tree, this.moved.data, this.model, this.data, J)
    const qr = createQr(nRow, columns.length)
    for (let k = 0; k < nRow; k++)
      for (let c = 0; c < columns.length; c++)
        qr.a[columns.length * k + c] = J[nv * k + columns[c]] * sizes[columns[c]]
    return qr
  }

  /** Changes velocities as the constraints allow. True if something has changed. */
  projectVelocities(world: ProjectedWorld): boolean {
    let rate = this.measureRate(world)
    if (!(rate > STILL)) return false
    this.factor()
    world.kick(this.correctVelocities())
    // as long as it is not known which constraints are independent, a kick leaves something of all
    for (let step = 1; !this.solver.isChosen && step < MAX_STEPS; step++) {
      const last = rate
      rate = this.measureRate(world)
      if (!(rate > STILL && rate < 0.5 * last)) break
      world.kick(this.correctVelocities())
    }
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
    const A = this.solver.respondToJoint(body, out, this.rhs)
    const own = out[place]
    const change = this.correct(this.rhs, 'taken', A)
    for (let i = 0; i < out.length; i++) out[i] += change[i]
    return own
  }

  /** What takes away what rows see of a motion `A` of the bodies (6 nBody; null: none that inertias see). */
  private correct(values: Float64Array, weak: WeakRows, A: Float64Array | null = null): Float64Array {
    const { rhs, solver, solution, change, inertias } = this
    for (let k = 0; k < rhs.length; k++) rhs[k] = -values[k]
    solver.solve(rhs, solution, weak)
    if (inertias.isNeeded) inertias.correct(A, solution, false)
    solver.respond(solution, change)
    if (inertias.isNeeded) inertias.addResponse(change)
    return change
  }

  /** @param gap how far the constraints are from holding */
  private factor(gap = 0): void {
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

  /** Whether a constraint acts on a body, or on one that hangs on it. */
  private isConstrained(body: number): boolean {
    const { parent } = this.moved.tree
    const isPart = (i: number): boolean => i === body || (i > body && isPart(parent[i]))
    return this.model.termBody.some(isPart)
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
