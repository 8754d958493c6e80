/** Closed loops that have bodies in common: their constraints, multipliers and projections. */
import { InputError, VarioError } from '../../base/index.ts'
import { createQr, factorQr, maxAbs, solveQr } from '../../math/index.ts'
import {
  computeRowJacobian,
  countIndependentRows,
  createLoopData,
  createLoopModel,
  DISTANCE,
  type InertiaCorrection,
  keepOffsets,
  type LoopData,
  type LoopModel,
  type LoopSizes,
  LoopSolver,
  type LoopWorkspace,
  measureSizes,
  type PositionedTree,
} from '../../mechanics/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'
import { AccelerationHistory } from './acceleration-history.ts'
import type { LoopMembers } from './find-loop-groups.ts'
import { findReversed } from './find-reversed.ts'
import { connectFrames, createInertias, createLoopJoint } from './loop-joints.ts'
import { LoopReactions } from './loop-reactions.ts'

/** Relative gap below which constraints hold. */
const CLOSED = 1e-13
/**
 * Margin below which they must hold better: at a distance d from a pose where the rank drops, velocities have errors of
 * gap/d², and the margin is d².
 */
const NARROW = 1e-2
/** Relative gap below which one that does not decrease is a rounding error. */
const ROUNDING = 1e-11
/** Longest Newton step, relative to the sizes of moves [rad]. */
const LONGEST_STEP = 0.5
/** Velocities below this are remainders of canceled ones, relative to the sizes of moves [rad/s]. */
export const AT_REST = 1e-12

/** Relative remainder below which a row may be a combination of others: the remainder may be rounding. */
const DOUBTFUL = 1e-9
/** The same without the masses, above rounding errors. */
const INDEPENDENT = 1e-12
/** A factor just above 1. */
const ABOVE = 1.0001
/** Maximum product of constraints and joints for that, because matrices are full. */
const LARGEST_RANK = 500_000

/**
 * Number of redundant constraints above which undetermined wrenches are not listed: all joints of a large mechanism.
 */
const MOST_REDUNDANT = 200

/** Gap at a cut joint [m, rad], or its rate. */
export interface JointGap {
  readonly joint: string
  readonly length: number
  readonly angle: number
}

export class LoopGroup {
  readonly cuts: readonly JointNode[]
  /** Bodies of all branches of the tree in the group, in ascending order. */
  readonly bodies: Int32Array
  /** Numbers of the velocities of their joints, in ascending order. */
  readonly velocities: Int32Array
  readonly model: LoopModel
  readonly data: LoopData
  readonly solver: LoopSolver
  /** Multipliers of the last evaluation (nRow). */
  readonly lambda: Float64Array
  /** Wrenches of all joints. */
  readonly reactions: LoopReactions
  /** Redundant constraints; NaN: not yet known. */
  nRedundant = Number.NaN
  /** Gap after the last projection of positions, relative to the sizes of the rows; rate after that of velocities. */
  gap = Number.NaN
  rate = Number.NaN
  /** Gap before that projection. */
  gapBefore = Number.NaN
  /** The largest velocity of a body, relative to the sizes of moves [rad/s]. */
  speed = Number.NaN
  /** Paths of the joints and elements that the rows belong to. */
  readonly paths: readonly string[]
  readonly inertias: InertiaCorrection
  /** Sizes of gaps and moves. */
  sizes: LoopSizes
  /** Accelerations at the ends of steps. */
  readonly history: AccelerationHistory
  /** Multipliers of a projection. */
  private readonly solution: Float64Array
  private readonly rhs: Float64Array

  constructor(
    { cuts, constraints, bodies }: LoopMembers,
    private readonly grouping: Grouping,
    private readonly moved: PositionedTree,
    /** Size of the scene [m]. */
    private readonly length: number,
    private readonly workspace: LoopWorkspace,
  ) {
    const { tree } = moved
    this.cuts = cuts
    this.bodies = bodies
    this.velocities = Int32Array.from(
      [...bodies].flatMap((body) => range(tree.vStart[body], tree.vStart[body + 1])),
    )
    // rows of joints come first
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
    this.sizes = this.measureSizes()
    const system = { tree, treeData: moved.data, bodies, model: this.model, data: this.data, workspace }
    this.solver = new LoopSolver(system)
    this.inertias = createInertias(constraints, system, this.solver)
    this.reactions = new LoopReactions(system, this.solver, cuts, grouping, length)
    this.lambda = new Float64Array(this.model.nRow)
    this.solution = new Float64Array(this.model.nRow)
    this.rhs = new Float64Array(this.model.nRow)
    this.history = new AccelerationHistory(this.velocities)
  }

  /** Multipliers of an element after every evaluation; null if it is in another group. */
  multipliersOf(path: string): Float64Array | null {
    const { jointOf } = this.model
    const owner = this.paths.indexOf(path)
    const first = jointOf.indexOf(owner)
    if (owner < 0 || first < 0) return null
    return this.lambda.subarray(first, jointOf.lastIndexOf(owner) + 1)
  }

  /** Sets lengths that are not given to the present ones. */
  keepOffsets(): void {
    this.evaluate()
    this.assertApart()
    keepOffsets(this.data)
    this.sizes = this.measureSizes()
  }

  /** A rod between objects at one place has no direction. */
  private assertApart(): void {
    const { g, offset } = this.data
    this.model.kinds.forEach((kind, k) => {
      const distance = Number.isNaN(offset[k]) ? g[k] : g[k] + offset[k]
      if (kind === DISTANCE && !(distance > ROUNDING * this.sizes.length))
        throw new InputError(
          this.paths[this.model.jointOf[k]],
          'objects at two places, or a length that is not 0 and a direction where the run starts',
          'a rod of 0 m',
        )
    })
  }

  /**
   * Adds an inertia, removed again by a correction, to the joint of this body, which moves no mass but is part of a
   * loop that may. False if it has one already.
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

  /**
   * Prepares the constraints and the matrix of their multipliers, for positions, velocities and articulated inertias.
   */
  prepare(): void {
    this.evaluate()
    this.factor()
  }

  /**
   * Multipliers for the accelerations `A` of the bodies (6 nBody) and `vdot` of the joints (nv) without them, at time
   * `t` [s]. At the distance d from a pose where the rank drops, the accelerations by a weak constraint have rounding
   * errors like ε/d³. But they are smooth where loops pass such a pose: there the constraint is that they continue as
   * before.
   */
  computeMultipliers(t: number, A: Float64Array, vdot: Float64Array): void {
    const { rhs, data, solver, history, inertias, velocities } = this
    for (let k = 0; k < rhs.length; k++) rhs[k] = -(solver.dotRow(k, A) + data.bias[k])
    if (solver.hasWeak && history.isLong) {
      const { moves } = this.workspace
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

  /** Velocities that the constraints permit, different ones for all joints (nv). */
  findMotion(out: Float64Array): void {
    const { velocities } = this
    for (let k = 0; k < velocities.length; k++) out[velocities[k]] = Math.sin(1 + k * k)
    this.factor()
    const A = this.solver.see(out, this.rhs)
    const change = this.correct(this.rhs, 'forces', A)
    for (const i of velocities) out[i] += change[i]
  }

  /** Number of independent constraints. */
  get nIndependent(): number {
    return this.model.nRow - this.nRedundant
  }

  /** Decides which constraints are independent, at a pose where they hold. */
  chooseRows(): void {
    this.evaluate()
    const least = this.solver.chooseRows()
    if (least < DOUBTFUL) this.leaveOutRounding(least)
    this.factor()
    this.solver.noteMost()
    this.nRedundant = this.model.nRow - this.solver.rank
    if (this.nRedundant > MOST_REDUNDANT) return
    this.reactions.updateStresses()
  }

  /**
   * If the remainder of a row may be rounding, keeps as many rows as are independent without the masses, from
   * orthogonal transformations instead of their squares.
   */
  private leaveOutRounding(least: number): void {
    const { solver, model, velocities } = this
    if (model.nRow * velocities.length > LARGEST_RANK) return
    const J = new Float64Array(model.nRow * this.moved.tree.nv)
    this.computeJacobian(J)
    const rank = countIndependentRows(J, model.nRow, velocities, this.sizes.moves)
    for (let left = least; solver.rank > rank && left < DOUBTFUL; ) left = solver.chooseRows(ABOVE * left)
  }

  /** The largest gap, relative to the sizes of the rows. */
  measureGap(): number {
    this.evaluate()
    return findLargest(this.data.g, this.sizes.rows)
  }

  /** The largest rate of violation, relative to the velocities. */
  measureRate(): number {
    this.evaluate()
    const { V_WB_B } = this.moved.data
    const perLength = 1 / this.sizes.length
    this.speed = AT_REST
    for (const body of this.bodies) {
      for (let k = 0; k < 6; k++) {
        const speed = Math.abs(V_WB_B[6 * body + k]) * (k < 3 ? 1 : perLength)
        if (!(speed <= this.speed)) this.speed = speed
      }
    }
    return findLargest(this.data.rate, this.sizes.rows) / this.speed
  }

  /** Norms of values of the rows (nRow), gaps or rates, at each joint and element. */
  listGaps(values: Float64Array): readonly JointGap[] {
    const { paths, model, sizes } = this
    return paths.map((joint, k) => {
      const squares = [0, 0]
      for (let row = 0; row < values.length; row++)
        if (model.jointOf[row] === k) squares[sizes.isAngle[row]] += values[row] * values[row]
      return { joint, length: Math.sqrt(squares[0]), angle: Math.sqrt(squares[1]) }
    })
  }

  /** Gaps relative to the sizes of the rows (nRow), and their derivatives, row-major (nRow × nv). */
  computeGaps(g: Float64Array, J: Float64Array): void {
    this.computeJacobian(J)
    for (let k = 0; k < g.length; k++) g[k] = this.data.g[k] / this.sizes.rows[k]
  }

  /** Second derivatives of the rows relative to their sizes (nRow), for accelerations `A` of the bodies (6 nBody). */
  computeBias(A: Float64Array, out: Float64Array): void {
    this.evaluate()
    for (let k = 0; k < out.length; k++)
      out[k] = (this.solver.dotRow(k, A) + this.data.bias[k]) / this.sizes.rows[k]
  }

  /**
   * The smallest accelerations of the joints with which the constraints hold for a moment longer, relative to the sizes
   * of moves, for accelerations `A` of the bodies that have none of the joints (6 nBody), and the norm of the part of
   * the second derivatives that no accelerations cancel. null: the matrices would be too large.
   */
  measureContinuation(A: Float64Array): { readonly acceleration: number; readonly left: number } | null {
    const { model, velocities, sizes } = this
    const n = velocities.length
    if (model.nRow * n > LARGEST_RANK) return null
    const { nv } = this.moved.tree
    const J = new Float64Array(model.nRow * nv)
    this.computeJacobian(J)
    const qr = createQr(model.nRow, n)
    for (let k = 0; k < model.nRow; k++)
      for (let c = 0; c < n; c++) qr.a[n * k + c] = J[nv * k + velocities[c]] * sizes.moves[velocities[c]]
    factorQr(qr, INDEPENDENT)
    const bias = new Float64Array(model.nRow)
    this.computeBias(A, bias)
    const a = new Float64Array(n)
    const left = solveQr(qr, bias, a)
    return { acceleration: maxAbs(a), left }
  }

  /** Derivatives of the rows relative to their sizes, row-major (nRow × nv). */
  computeJacobian(J: Float64Array): void {
    const { model, data, moved } = this
    this.evaluate()
    computeRowJacobian(moved.tree, moved.data, model, data, J)
    const { nv } = moved.tree
    for (let k = 0; k < model.nRow; k++) {
      const factor = 1 / this.sizes.rows[k]
      for (let i = nv * k; i < nv * (k + 1); i++) J[i] *= factor
    }
  }

  /**
   * A joint that is closed reversed, where its constraints hold too: with its axis reversed, or turned by 180°;
   * undefined if none is.
   */
  findReversed(): string | undefined {
    return findReversed(this.cuts, this.model, this.moved.data)
  }

  /** True if a projection of positions has converged; this is number `step`. */
  isSettled(step: number): boolean {
    const { solver } = this
    const last = step === 0 ? Number.POSITIVE_INFINITY : this.gap
    if (step === 0) solver.forgetLeft()
    this.gap = this.measureGap()
    if (step === 0) this.gapBefore = this.gap
    const isClosed = this.gap <= CLOSED * Math.min(1, solver.margin / NARROW)
    const isAtEnd = this.gap > 0.5 * last && (this.gap < ROUNDING || solver.hasLeft)
    if (!isClosed && !isAtEnd) return false
    if (step > 0) {
      solver.noteMost()
      solver.reviseRows()
    }
    return true
  }

  /** Adds the least change of positions, in the metric of kinetic energy, to first order (nv). */
  addPositionChange(out: Float64Array): void {
    const { velocities } = this
    this.factor(this.gap)
    const change = this.correct(this.data.g, 'positions')
    const longest = this.measureMove(change)
    const factor = Math.min(1, LONGEST_STEP / longest)
    for (const i of velocities) out[i] += factor * change[i]
  }

  /** The largest component of a move of its joints, relative to their sizes (nv). */
  measureMove(move: Float64Array): number {
    let longest = 0
    for (const i of this.velocities) {
      const part = Math.abs(move[i]) / this.sizes.moves[i]
      if (!(part <= longest)) longest = part
    }
    return longest
  }

  /** Adds the least change of velocities; constraints are factored. */
  addVelocityChange(out: Float64Array): void {
    const change = this.correct(this.data.rate, 'velocities')
    for (const i of this.velocities) out[i] += change[i]
  }

  /**
   * Computes the accelerations of all joints for a unit force of a joint with one axis, including the loops (nv).
   * Returns its acceleration in the tree alone.
   */
  respondToJoint(body: number, place: number, out: Float64Array): number {
    const A = this.solver.respondToJoint(body, out, this.rhs)
    const own = out[place]
    const change = this.correct(this.rhs, 'forces', A)
    for (const i of this.velocities) out[i] += change[i]
    return own
  }

  /** @param gap largest gap of the constraints */
  factor(gap = 0): void {
    this.solver.factor(gap)
    if (!this.inertias.isNeeded || this.inertias.factor()) return
    this.assertApart()
    const light = this.inertias.lightBodies.map((body) => this.grouping.treeJoints[body].joint.fullPath)
    const joints = light.length > 0 ? [...new Set(light)] : this.paths
    throw new VarioError(
      'MULTIBODY',
      `closed loops with ${joints.join(', ')}: expected a mass behind every motion, got one without: what these joints ` +
        'move has no mass, and the loops do not connect it with something that has, in one direction at least. Give the ' +
        'objects mass properties or a solid material; a rod without mass that can turn about itself, between two ' +
        'spherical joints, is a Rod.',
      { joints },
    )
  }

  private measureSizes(): LoopSizes {
    return measureSizes(this.moved.tree, this.bodies, this.model, this.data.offset, this.length)
  }

  private evaluate(): void {
    this.workspace.evaluator.evaluate(this.model, this.data)
  }

  /**
   * Motion of the joints (nv) that cancels values of the rows, of a motion `A` of the bodies (6 nBody; null if inertias
   * see none).
   */
  private correct(
    values: Float64Array,
    of: 'forces' | 'positions' | 'velocities',
    A: Float64Array | null = null,
  ): Float64Array {
    const { rhs, solver, solution, inertias } = this
    const { moves } = this.workspace
    for (let k = 0; k < rhs.length; k++) rhs[k] = -values[k]
    if (of === 'positions') solver.solvePositions(rhs, this.sizes.rows, solution)
    else if (of === 'velocities') solver.solveVelocities(rhs, this.sizes.rows, this.speed, solution)
    else solver.solve(rhs, solution)
    if (inertias.isNeeded) inertias.correct(A, solution, false)
    solver.respond(solution, moves)
    if (inertias.isNeeded) inertias.addResponse(moves)
    return moves
  }

  /** True if a constraint acts on a body, or on its branch. */
  private isConstrained(body: number): boolean {
    const { parent } = this.moved.tree
    const isPart = (i: number): boolean => i === body || (i > body && isPart(parent[i]))
    return this.model.termBody.some(isPart)
  }
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, k) => first + k)
}

/** The largest value, relative to its size. */
function findLargest(values: Float64Array, sizes: Float64Array): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) {
    const part = Math.abs(values[i]) / sizes[i]
    if (!(part <= largest)) largest = part
  }
  return largest
}
