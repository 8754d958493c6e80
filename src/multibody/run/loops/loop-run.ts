/** Closed loops during a segment: closed where it begins, and kept closed. */
import { VarioError } from '../../../base/index.ts'
import type { ModelStates } from '../../../simulation/index.ts'
import { isAxisElement, type JointElement } from '../../parts/index.ts'
import type { ProjectedWorld, World } from '../../world/index.ts'
import { FlangeMap } from './flange-map.ts'

/** Loops that are further open, relative to the size of the scene, are not closed. */
const OPEN = 1e-9
/** Velocities that contradict the loops by more, relative to their size, do so. */
const CONTRADICTING = 1e-9
/** Margin of the constraints below which accelerations are noted. */
const NOTED = 0.3

/** What must not move. */
interface Holds {
  readonly positions: Uint8Array
  readonly velocities: Uint8Array
}

type Loops = NonNullable<World['loops']>

export class LoopRun {
  private isClosed = false
  private map: FlangeMap | null = null

  /** @param isFirst start values that are given stay as they are */
  constructor(
    private readonly world: World,
    private readonly loops: Loops,
    private readonly isFirst: boolean,
  ) {}

  /** At an event: closes the loops, and decides at the first time which constraints are independent. */
  close(states: ModelStates, time: number): void {
    this.loops.history.clear()
    if (this.isClosed) {
      this.project(states)
      this.assertClosed(states, time)
      return
    }
    this.isClosed = true
    this.loops.keepOffsets(this.adapt(states, this.free().positions))
    this.release()
    const given = this.collectGiven()
    // what is given stays, and flanges too, if that is possible
    for (const holdsFlanges of [true, false]) {
      const holds = this.isFirst ? given : { positions: this.none(), velocities: this.none() }
      if (this.move(states, this.holdFlanges(holds, holdsFlanges, states))) break
    }
    this.assertClosed(states, time)
    const projected = this.adapt(states, this.holdFlanges(this.free(), false, states).positions)
    this.loops.chooseRows(projected)
    this.release()
    this.project(states)
  }

  /** After a step: everything that can move, does. True if something has changed. */
  project(states: ModelStates): boolean {
    const holds = this.holdFlanges(this.free(), false, states)
    const hasMoved = this.loops.projectPositions(this.adapt(states, holds.positions))
    const hasChanged = this.loops.projectVelocities(this.adapt(states, holds.velocities)) || hasMoved
    this.release()
    return hasChanged
  }

  /** At the end of a step: the accelerations there, if the loops may come to a pose where their rank drops. */
  note(states: ModelStates, t: number): void {
    const { solver, history } = this.loops
    history.end(t)
    if (solver.margin > NOTED || solver.hasWeak) return
    const x = states.read()
    states.evaluate(x, new Float64Array(x.length))
    history.add(t, this.world.vdot)
  }

  /** Positions, then velocities. True if the constraints hold after that. */
  private move(states: ModelStates, holds: Holds): boolean {
    const { loops } = this
    const positions = this.adapt(states, holds.positions)
    loops.projectPositions(positions)
    const isClosed = loops.measureGap(positions) <= OPEN
    const velocities = this.adapt(states, holds.velocities)
    loops.projectVelocities(velocities)
    const isMoving = loops.measureRate(velocities) <= CONTRADICTING
    this.release()
    return isClosed && isMoving
  }

  private assertClosed(states: ModelStates, time: number): void {
    const { loops } = this
    const projected = this.adapt(states, this.free().positions)
    const gap = loops.measureGap(projected)
    const rate = loops.measureRate(projected)
    this.release()
    if (gap > OPEN) throw this.error(time, 'cannot be closed', 'm, rad', loops.data.g)
    if (rate > CONTRADICTING)
      throw this.error(time, 'contradict the velocities', 'm/s, rad/s', loops.data.rate)
  }

  private error(time: number, what: string, units: string, values: Float64Array): VarioError {
    const { paths, model } = this.loops
    const gaps = paths.map((path, k) => {
      const own = Array.from(values).filter((_, row) => model.jointOf[row] === k)
      return `${path} ${Math.max(0, ...own.map(Math.abs)).toPrecision(3)}`
    })
    return new VarioError(
      'MULTIBODY',
      `The objects form closed loops that ${what} at t = ${time} s. What is left at the joints where they are cut ` +
        `[${units}]: ${gaps.join(', ')}. Check lengths, start values that are given, and motions that are prescribed.`,
      { time, gaps },
    )
  }

  /** Axes whose start values the user has given. */
  private collectGiven(): Holds {
    const holds = { positions: this.none(), velocities: this.none() }
    for (const { body, element } of this.world.grouping.treeJoints) {
      if (isGiven(element, 'positionStart')) holds.positions[body] = 1
      if (isGiven(element, 'velocityStart')) holds.velocities[body] = 1
    }
    return holds
  }

  /** Adds flanges: all of them, or those whose motion is prescribed. */
  private holdFlanges(holds: Holds, isAll: boolean, states: ModelStates): Holds {
    const { flanges } = this.world
    if (flanges.n === 0) return holds
    this.map ??= new FlangeMap(this.world, states)
    for (let k = 0; k < flanges.n; k++) {
      const isHeld = isAll || this.map.isMovable[k] === 0 ? 1 : 0
      holds.positions[flanges.bodies[k]] = isHeld
      holds.velocities[flanges.bodies[k]] = isHeld
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

  /** The world with the states of the whole model, and some joints held. */
  private adapt(states: ModelStates, held: Uint8Array): ProjectedWorld {
    const { world, map } = this
    const dx = new Float64Array(states.read().length)
    const change = (move: () => void, moveFlanges: (x: Float64Array) => void): void => {
      move()
      const x = states.read()
      moveFlanges(x)
      states.set(x)
    }
    return {
      length: world.length,
      velocities: world.data.V_WB_B,
      update: () => {
        // the equations say where the flanges are; an evaluation would take what is held for prescribed, with forces
        if (world.flanges.n > 0) {
          this.release()
          states.evaluate(states.read(), dx)
        }
        world.hold(held)
        world.updateInertias()
      },
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

function isGiven(element: JointElement, start: 'positionStart' | 'velocityStart'): boolean {
  return isAxisElement(element) && element[start].isGiven
}
