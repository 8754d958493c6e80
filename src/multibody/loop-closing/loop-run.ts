/** Closed loops during a segment: closed at its start, and kept closed. */
import { VarioError } from '../../base/index.ts'
import { minimizeSquares } from '../../math/index.ts'
import { searchConfiguration } from '../../mechanics/index.ts'
import type { ModelStates, StartKind } from '../../simulation/index.ts'
import { AT_REST, type JointGap, type LoopGroup, type ProjectedWorld } from '../loops/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import { computeSomeInertias, type IslandBodies, moveBodies, type World } from '../world/index.ts'
import { assertContinued, assertGoesOn, type LastChange } from './assert-goes-on.ts'
import { listFarMoves } from './describe-loops.ts'
import { FlangeMap } from './flange-map.ts'
import { keepGivenPositions } from './given-positions.ts'
import { collectGiven, type Holds, isKept, type StartingJoints } from './given-starts.ts'
import { keepGivenVelocities } from './given-velocities.ts'
import { type AssembledWorld, LoopAssembly, listFreeMoves } from './loop-assembly.ts'
import {
  createGapError,
  createJumpError,
  createMovedError,
  createReversedError,
  createSingularError,
} from './loop-errors.ts'

/** Relative gap above which loops are open. */
const OPEN = 1e-9
/**
 * The same beside poses where the rank drops, within tolerances: loops that are further open cannot follow prescribed
 * motions.
 */
const ASTRAY = 3e-5
/** Relative gap of loops that an event has opened, in units of that before. */
const OPENED = 10
/** Relative velocity above which velocities contradict the loops. */
const CONTRADICTING = 1e-9
/** Margin of the constraints below which accelerations are noted. */
const NOTED = 0.3

/** Relative gap below which loops are closed by Newton's method alone. */
const NEAR = 1e-4
/** Relative gap at the end of a search. */
const CLOSED = 1e-13
/** Relative mobility of loops below which a direction is that of a dead center. */
const AT_LIMIT = 1e-4
/** The same for loops that cannot be closed any more: the last step has ended this far from the dead center. */
const BESIDE_LIMIT = 1e-2
/** Length of a step towards a pose where the rank drops, relative to the distance, and smallest distance [rad]. */
const APPROACH = 0.3
const NEAREST = 1e-4
/** Maximum product of constraints and joints in a search, which uses full matrices. */
const LARGEST_ASSEMBLY = 500_000

/** Move of loops to look beside a pose, relative to the sizes of moves [rad]. */
const BESIDE = 1e-3

/**
 * Kept motions of flanges: all that equations give; positions, and given velocities; given values; prescribed motions.
 */
type KeptOfFlanges = 'all' | 'positions' | 'given' | 'prescribed'

/** Attempts in sequence, if equations have start values for flanges, and in later segments. */
const KEPT_AT_START: readonly KeptOfFlanges[] = ['all', 'positions', 'given']
const KEPT_LATER: readonly KeptOfFlanges[] = ['all', 'positions', 'given', 'prescribed']

type Loops = NonNullable<World['loops']>
type AdaptedWorld = ProjectedWorld & AssembledWorld

export class LoopRun {
  private isClosed = false
  /** True once start values do not matter any more. */
  private hasStarted = false
  private map: FlangeMap | null = null
  /** Joints that have turned far to close the loops, in words. */
  farMoves: readonly string[] = []

  /**
   * @param isStarting joints whose given start values are kept
   * @param change the change that the segment begins with; null: none
   */
  constructor(
    private readonly world: World,
    private readonly loops: Loops,
    private readonly isFirst: boolean,
    private readonly isStarting: StartingJoints,
    private readonly change: LastChange | null,
    /** The largest relative gap at the end of the segment before. */
    private readonly lastGap: number,
  ) {}

  /**
   * At an event: closes the loops, and at the first one decides which constraints are independent. True if equations
   * must be evaluated again, because states may have changed by more than a projection.
   */
  close(states: ModelStates, time: number): boolean {
    const { groups } = this.loops
    for (const { history } of groups) history.clear()
    if (this.isClosed) {
      const limits = groups.map(({ gap }) => Math.max(OPEN, OPENED * gap))
      this.project(states, time)
      const moved = groups.find(({ gapBefore }, k) => gapBefore > limits[k])
      if (moved !== undefined) throw createMovedError(moved.paths, moved.gapBefore, time)
      this.assertClosed(states, time)
      return false
    }
    this.isClosed = true
    this.adapt(states, this.free().positions).updateMotion()
    this.loops.keepOffsets()
    const starting = this.listStarting()
    const continued = groups.filter((group) => !starting.includes(group))
    if (this.change !== null) assertGoesOn(continued, time, this.change)
    else this.assertUnmoved(continued, time)
    const begin = this.world.q.slice()
    // given values are kept, and flanges too, if possible
    const before = states.read()
    const attempts = this.isFirst ? KEPT_AT_START : KEPT_LATER
    for (const kept of this.world.flanges.n > 0 ? attempts : attempts.slice(-1)) {
      states.set(before)
      const holds = this.holdFlanges(collectGiven(this.world, this.isStarting), kept, states)
      if (this.move(states, holds, kept === attempts.at(-1))) break
    }
    this.assertClosed(states, time)
    const reversed = starting.find((group) => group.findReversed() !== undefined)
    if (reversed !== undefined) throw createReversedError(reversed.findReversed()!)
    this.farMoves = this.isStarting === null ? [] : listFarMoves(this.world, begin)
    this.hasStarted = true
    const projected = this.adapt(states, this.holdFlanges(this.free(), 'prescribed', states).positions)
    projected.update()
    for (const group of groups) group.chooseRows()
    this.lookBeside(states, projected, time)
    this.release()
    this.project(states, time)
    this.adapt(states, this.none()).updateMotion()
    assertContinued(this.world, groups, time, this.change)
    return true
  }

  /**
   * New parameters must not open loops that continue: the positions of joints would jump. Velocities that contradict
   * them, after another ratio of a gear, jump by the impulse of the constraints, which does not know inertias of equations.
   */
  private assertUnmoved(groups: readonly LoopGroup[], time: number): void {
    const limit = Math.max(OPEN, OPENED * this.lastGap)
    const open = groups.find((group) => !(group.measureGap() <= limit))
    if (open !== undefined) throw createJumpError('open', time, open.listGaps(open.data.g))
    const { bodies } = this.world.flanges
    const driven = groups.filter((group) => group.bodies.some((body) => bodies.includes(body)))
    const fast = driven.find((group) => !isFulfilled(group) && group.measureRate() > limit)
    if (fast !== undefined) throw createJumpError('fast', time, fast.listGaps(fast.data.rate))
  }

  /** Loops with joints that start with this segment. */
  private listStarting(): LoopGroup[] {
    const { world, loops, isStarting } = this
    if (this.isFirst || isStarting === null) return this.isFirst ? [...loops.groups] : []
    const bodies = new Set(
      world.grouping.treeJoints.filter(({ joint }) => isStarting(joint)).map(({ body }) => body),
    )
    return loops.groups.filter((group) => Array.from(group.bodies).some((body) => bodies.has(body)))
  }

  /**
   * At a pose where the rank of the constraints is lower than beside it, selects the constraints that are independent
   * in the direction of the motion.
   */
  private lookBeside(states: ModelStates, projected: ProjectedWorld, time: number): void {
    const { loops } = this
    const x = states.read()
    const way = new Float64Array(loops.nv)
    const resting = new Set<LoopGroup>()
    const moving = loops.groups.filter((group) => {
      if (group.nRedundant === 0) return false
      const isAtRest = this.findWay(group, way)
      if (isAtRest) resting.add(group)
      return group.velocities.some((i) => way[i] !== 0)
    })
    if (moving.length === 0) return
    const ranks = moving.map(({ solver }) => solver.rank)
    const choose = (groups: readonly LoopGroup[]): void => {
      loops.projectPositions(projected, groups)
      for (const group of groups) group.chooseRows()
    }
    projected.displace(way)
    choose(moving)
    const better = moving.filter(({ solver }, k) => solver.rank > ranks[k])
    const singular = better.find((group) => resting.has(group))
    if (singular !== undefined) throw createSingularError(singular.paths, time)
    if (better.length > 0) choose(better)
    states.set(x)
  }

  /** A small step along the motion of a group, or along a possible one if it is at rest (true), into `way` (nv). */
  private findWay(group: LoopGroup, way: Float64Array): boolean {
    const { v } = this.world
    const { velocities } = group
    const isAtRest = velocities.every((i) => v[i] === 0)
    if (isAtRest) group.findMotion(way)
    else for (const i of velocities) way[i] = v[i]
    const largest = group.measureMove(way)
    if (largest > 0) for (const i of velocities) way[i] *= BESIDE / largest
    return isAtRest
  }

  /** Projects after a step: all movable joints move. True if something has changed. */
  project(states: ModelStates, time: number): boolean {
    const { loops } = this
    const holds = this.holdFlanges(this.free(), 'prescribed', states)
    const hasMoved = loops.projectPositions(this.adapt(states, holds.positions))
    if (loops.groups.some(isOpen)) this.assertClosed(states, time, 'positions')
    const hasChanged = loops.projectVelocities(this.adapt(states, holds.velocities)) || hasMoved
    this.release()
    return hasChanged
  }

  /** The same for the bodies of an island, in a world without flanges. */
  projectBodies(bodies: IslandBodies, time: number): boolean {
    const { world, loops } = this
    const part: ProjectedWorld = {
      update: () => {
        moveBodies(world, bodies)
        computeSomeInertias(world, bodies)
      },
      displace: (dq) => {
        for (const states of bodies.motions) states.displace(dq)
      },
      kick: (dv) => {
        for (const states of bodies.motions) states.kick(dv)
      },
    }
    const hasMoved = loops.projectPositions(part, bodies.loops)
    if (bodies.loops.some(isOpen)) this.assertGroupsClosed(bodies.loops, time, [], 'positions')
    return loops.projectVelocities(part, bodies.loops) || hasMoved
  }

  /**
   * If drives determine all motions: the longest step [s], a fraction of the way to a pose where the rank of the loops
   * drops, so that at any tolerance no limit of the motion and no branch is stepped over.
   */
  nextMaxStep(): number {
    let step = Number.POSITIVE_INFINITY
    for (const { solver, speed } of this.loops.groups) {
      const wanted = (APPROACH * Math.max(Math.sqrt(solver.margin), NEAREST)) / speed
      if (wanted < step) step = wanted
    }
    return step
  }

  /**
   * Describes a prescribed motion that the loops cannot follow any further: some joints would have to be infinitely
   * fast.
   *
   * @param atLimit relative mobility of loops below which a direction is that of a dead center
   */
  findLimit(atLimit = AT_LIMIT): string | undefined {
    const { world, loops, map } = this
    if (!this.hasStarted || map === null || loops.nRow * loops.nv > LARGEST_ASSEMBLY) return undefined
    const held = this.none()
    for (let k = 0; k < world.flanges.n; k++) held[world.flanges.bodies[k]] = 1 - map.isMovable[k]
    const prescribed = this.listPrescribed(held)
    if (prescribed.length === 0) return undefined
    const isLeft = loops.groups.some(({ solver }) => solver.hasLeft)
    if (!isLeft && loops.computeRank(listFreeMoves(world, held, null), atLimit) >= loops.nIndependent)
      return undefined
    return (
      `the prescribed motion of ${prescribed.join(', ')} goes out of reach: the closed loops are at a dead ` +
      `center, or at full length, and cannot follow. They stand at ${this.describePose(held).join(', ')}.`
    )
  }

  /** Positions of held joints. */
  private describePose(held: Uint8Array): string[] {
    const { tree, q, grouping } = this.world
    return grouping.treeJoints.flatMap(({ body, joint, element }) => {
      if (held[body] === 0 || !isAxisElement(element)) return []
      const value = q[tree.qStart[body]].toPrecision(6)
      return [`${joint.fullPath}.${element.position} = ${value} ${element.unit}`]
    })
  }

  /**
   * True if a step has ended so near to a pose where the rank drops that accelerations must be extrapolated, but too
   * few are known: it has started far away.
   */
  hasLeapt(groups: readonly LoopGroup[] = this.loops.groups): boolean {
    return groups.some(
      ({ solver, history }) => !history.beganWeak && (solver.hasWeak ? !history.isFull : solver.hasLeft),
    )
  }

  /** At the end of a step that may have passed such a pose, checks that the loops are closed. */
  assertPassed(states: ModelStates, time: number): void {
    if (this.loops.groups.some(isAstray)) this.assertClosed(states, time, 'positions')
  }

  assertBodiesPassed(groups: readonly LoopGroup[], time: number): void {
    if (groups.some(isAstray)) this.assertGroupsClosed(groups, time, [], 'positions')
  }

  /**
   * At the end of a step, notes the accelerations of loops that may reach a pose where their rank drops.
   *
   * @param evaluate computes them
   */
  note(t: number, evaluate: () => void, groups: readonly LoopGroup[] = this.loops.groups): void {
    const noted = groups.filter(({ solver, history }) => {
      history.end(t)
      history.beganWeak = solver.hasWeak || solver.hasLeft
      return solver.margin <= NOTED && !solver.hasWeak
    })
    if (noted.length === 0) return
    evaluate()
    for (const { history } of noted) history.add(t, this.world.vdot)
  }

  /** Projects positions, then velocities. True if the constraints are satisfied. */
  private move(states: ModelStates, holds: Holds, isThorough: boolean): boolean {
    const { loops } = this
    const positions = this.adapt(states, holds.positions)
    // a failed search ends at the smallest gaps: a projection would only lead away from there
    if (!this.assemble(positions, holds.positions, isThorough)) return false
    loops.projectPositions(positions)
    const { isStarting } = this
    if (isStarting !== null && keepGivenPositions(this.world, positions, holds.positions, isStarting))
      loops.projectPositions(positions)
    const isClosed = loops.groups.every(({ gap }) => gap <= OPEN)
    const velocities = this.adapt(states, holds.velocities)
    if (this.isStarting !== null)
      keepGivenVelocities(this.world, velocities, holds.velocities, this.isStarting, isFulfilled)
    loops.projectVelocities(velocities)
    velocities.update()
    const isMoving = loops.groups.every(isFulfilled)
    this.release()
    return isClosed && isMoving
  }

  /** Moves joints until open loops are closed. False if that is impossible. */
  private assemble(positions: AdaptedWorld, held: Uint8Array, isThorough: boolean): boolean {
    const { world, loops } = this
    positions.update()
    const isFree = listFreeMoves(world, held, this.isStarting)
    return loops.groups.every((group) => {
      const isFar = group.measureGap() > NEAR
      if (!isFar || group.model.nRow * group.velocities.length > LARGEST_ASSEMBLY) return true
      const problem = new LoopAssembly(group, positions, isFree)
      const gap = isThorough ? searchConfiguration(problem, CLOSED) : minimizeSquares(problem, CLOSED)
      return gap <= NEAR
    })
  }

  private assertClosed(states: ModelStates, time: number, of: 'positions' | 'all' = 'all'): void {
    this.adapt(states, this.free().positions).update()
    this.release()
    const held = this.holdFlanges(this.free(), 'prescribed', states).positions
    this.assertGroupsClosed(this.loops.groups, time, this.listPrescribed(held), of)
  }

  /**
   * For the present motion; `prescribed`: flanges that equations move; `of`: true 'all' once velocities have been
   * projected too.
   */
  private assertGroupsClosed(
    groups: readonly LoopGroup[],
    time: number,
    prescribed: readonly string[],
    of: 'positions' | 'all',
  ): void {
    const open = groups.find((group) => !(group.measureGap() <= OPEN))
    if (open !== undefined) throw this.createError('open', time, open.listGaps(open.data.g), prescribed)
    if (of === 'positions') return
    const fast = groups.find((group) => !isFulfilled(group))
    if (fast === undefined) return
    throw this.createError('fast', time, fast.listGaps(fast.data.rate), prescribed)
  }

  private createError(
    kind: Parameters<typeof createGapError>[0],
    time: number,
    gaps: readonly JointGap[],
    prescribed: readonly string[],
  ): VarioError {
    const limit = this.findLimit(BESIDE_LIMIT)
    if (limit !== undefined) return new VarioError('OBSTACLE', `At t = ${time} s ${limit}`, { t: time, gaps })
    return createGapError(kind, time, gaps, { prescribed, given: this.listGiven() })
  }

  /** Joints that must not move at first, because their start values are given. */
  private listGiven(): string[] {
    const { isStarting } = this
    if (isStarting === null || this.hasStarted) return []
    const { grouping, flanges } = this.world
    const { isMovable, positionKinds } = this.map ?? { isMovable: [], positionKinds: [] }
    const driven = flanges.bodies.filter((_, k) => isMovable[k] === 1 && positionKinds[k] === 'given')
    const given = grouping.treeJoints.filter(
      ({ body, joint, element }) => isStarting(joint) && (isKept(element) || driven.includes(body)),
    )
    return [...new Set(given.map(({ joint }) => joint.fullPath))]
  }

  /** Flanges among held joints. */
  private listPrescribed(held: Uint8Array): string[] {
    const { flanges, grouping } = this.world
    const bodies = new Set(flanges.bodies)
    const joints = grouping.treeJoints.filter(({ body }) => held[body] === 1 && bodies.has(body))
    return joints.map(({ joint }) => joint.fullPath)
  }

  /** Adds flanges with prescribed motions, and those that are kept. */
  private holdFlanges(holds: Holds, kept: KeptOfFlanges, states: ModelStates): Holds {
    const { flanges } = this.world
    if (flanges.n === 0) return holds
    this.map ??= new FlangeMap(this.world, states)
    const { isMovable, positionKinds, velocityKinds } = this.map
    const isKept = (kind: StartKind, isDefaultKept: boolean): boolean =>
      kept !== 'prescribed' && (kind === 'given' || (kind === 'default' && isDefaultKept))
    for (let k = 0; k < flanges.n; k++) {
      const isPlaced = isKept(positionKinds[k], kept === 'all' || kept === 'positions')
      const isMoving = isKept(velocityKinds[k], kept === 'all')
      holds.positions[flanges.bodies[k]] = isMovable[k] === 0 || isPlaced ? 1 : 0
      holds.velocities[flanges.bodies[k]] = isMovable[k] === 0 || isMoving ? 1 : 0
    }
    return holds
  }

  private free(): Holds {
    return { positions: this.none(), velocities: this.none() }
  }

  private none(): Uint8Array {
    return new Uint8Array(this.world.tree.nBody)
  }

  private release(): void {
    this.world.hold(this.none())
  }

  /** Equations give the positions of flanges; an evaluation would treat held joints as prescribed, with forces. */
  private updateFlanges(states: ModelStates): void {
    if (this.world.flanges.n === 0) return
    this.release()
    const x = states.read()
    states.evaluate(x, new Float64Array(x.length))
  }

  /** The world with the states of the whole model, and with some joints held. */
  private adapt(states: ModelStates, held: Uint8Array): AdaptedWorld {
    const { world, map } = this
    const change = (move: () => void, moveFlanges: (x: Float64Array) => void): void => {
      move()
      const x = states.read()
      moveFlanges(x)
      states.set(x)
    }
    return {
      update: () => {
        this.updateFlanges(states)
        world.hold(held)
        world.updateInertias()
      },
      updateMotion: () => {
        this.updateFlanges(states)
        world.updateMotion()
      },
      save: () => {
        const x = states.read()
        return () => {
          states.set(x)
        }
      },
      ...{ q: world.q, tree: world.tree },
      displace: (dq) => {
        change(
          () => world.displace(dq),
          (x) => map?.displace(x, dq),
        )
      },
      kick: (dv) => {
        change(
          () => world.kick(dv),
          (x) => map?.kick(x, dv),
        )
      },
    }
  }
}

/** True if present velocities satisfy the constraints: those of bodies at rest may differ by rounding. */
function isFulfilled(group: LoopGroup): boolean {
  const rate = group.measureRate()
  return rate <= CONTRADICTING || rate * group.speed <= AT_REST
}

/** Close to a pose where the rank drops, nearly dependent constraints are satisfied within the tolerances only. */
function isOpen({ gap, solver }: LoopGroup): boolean {
  return !(gap <= OPEN) && !solver.hasLeft
}

function isAstray({ gap }: LoopGroup): boolean {
  return !(gap <= ASTRAY)
}
