/**
 * Modes of axes with friction and stops: they move, or they are held. With the drive u, the acceleration a and the
 * reaction r of an axis at rest,
 *
 *   a = 0 and least <= r <= largest,  or  r = largest - (static - coulomb) and a < 0,  or the same for least and a > 0
 *
 * (a is relative to the rigid stop at which the axis is, if that moves,)
 *
 * for all axes at once. The least-index rule finds such modes, one change at a time; without a difference of static and
 * sliding friction in finitely many steps, as the inertia of a tree is positive definite [Júdice, Pires 1992]. A held axis is
 * prescribed in the dynamics of the tree, so that reactions are exact, and equations behind flanges take part.
 *
 * In closed loops, axes may hold each other: of these only independent ones are held, and the others keep a constant
 * reaction, until the reaction of a held one reaches its limit.
 */
import { InputError, VarioError } from '../../base/index.ts'
import type { ComponentEvent, EventIndicators, ModelStates, SegmentContext } from '../../simulation/index.ts'
import type { Side } from '../parts/joints/index.ts'
import type { Direction, LawfulAxis, World } from '../world/index.ts'

/** Speeds below this are rest, at events [rad/s, nominal lengths per second]. */
const AT_REST = 1e-9
/** Axes closer than this to a stop are at it [rad, nominal lengths]. */
const AT_STOP = 1e-9
/** Excess of a reaction over its limit at which an axis moves, relative to the load. */
const EXCESS = 1e-9
/** The smallest load that counts, relative to that of a motion of the size of the scene in a second. */
const NO_LOAD = 1e-12
/** Shift of a stop that an axis leaves, beyond rounding errors of its position [rad, nominal lengths]. */
const CLEARANCE = 1e-14
/** Mobility of an axis that others hold, relative to its own. */
const NO_MOBILITY = 1e-9
/** Acceleration by the load of a motion of the size of the scene in a second, of an axis that its loop turns back. */
const TURNED = 1e-12
/** Changes of modes per axis, after which none are found. */
const MAX_CHANGES = 50
/** An axis that a stop has overtaken, by a jump or because it came into being there [rad, nominal lengths]. */
const OVERTAKEN = 1e-6
/** Event indicators per axis: speed, two limits of the reaction, distances from two stops, limits of the drive, values. */
const N_INDICATOR = 7

const SIDES: readonly Side[] = [-1, 1]

export class AxisModes {
  private readonly axes: readonly LawfulAxis[]
  private readonly indicators: EventIndicators | null
  private readonly haveLimitedDrives: boolean
  /** True if expressions give some of the values of the laws. */
  private readonly canChange: boolean
  /** Tolerances of the reactions [N.m, N] (n). */
  private readonly excess: Float64Array

  constructor(
    private readonly world: World,
    private readonly segment: SegmentContext,
  ) {
    this.axes = world.elements.lawfulAxes
    this.indicators = this.axes.length === 0 ? null : segment.indicators(N_INDICATOR * this.axes.length)
    this.haveLimitedDrives = this.axes.some(({ law }) => law.hasLimitedDrive)
    this.canChange = this.axes.some(({ law }) => law.canChange)
    this.excess = new Float64Array(this.axes.length)
  }

  get exist(): boolean {
    return this.indicators !== null
  }

  /** Power that friction and soft stops dissipate [W]. */
  get dissipation(): number {
    const { axes, world } = this
    let power = 0
    for (const axis of axes) power += axis.computeLoss(world.q[axis.place.iq], world.v[axis.place.iv])
    return power
  }

  /** Writes the event indicators; all are positive while the modes hold. */
  evaluate(t: number): void {
    const { axes, world, indicators, excess } = this
    if (indicators === null) return
    if (world.flanges.n === 0) {
      if (axes.some(({ isHeld }) => isHeld)) world.updateAccelerations(t)
      else if (this.haveLimitedDrives || this.canChange) world.updateForces(t)
      else world.updateMotion()
    }
    const { values } = indicators
    values.fill(1)
    axes.forEach((axis, k) => {
      const { law, place, direction, isHeld, isConstant, constant, followed } = axis
      const [q, v] = [world.q[place.iq], world.v[place.iv]]
      const o = N_INDICATOR * k
      if (law.hasLimitedDrive) values[o + 5] = indicateDrive(axis, v)
      if (law.canChange) values[o + 6] = law.margin + 2 * this.findFaultTolerance(axis)
      if (isHeld) {
        const reaction = world.tau[place.iv] - axis.drive
        // twice the excess at which modes change: they do change there
        if (axis.least > -Infinity) values[o + 1] = reaction - axis.least + 2 * excess[k]
        if (axis.largest < Infinity) values[o + 2] = axis.largest - reaction + 2 * excess[k]
        return
      }
      if (isConstant) {
        if (followed !== 0 || !law.canChange) return
        values[o + 1] = constant - axis.least + 2 * excess[k]
        values[o + 2] = axis.largest - constant + 2 * excess[k]
        return
      }
      if (law.hasFriction && direction !== 0) values[o] = v * direction
      for (const side of SIDES) {
        const gap = axis.gap(side, q)
        if (!(gap < Infinity)) continue
        values[o + (side < 0 ? 3 : 4)] = this.indicateStop(axis, side, q, v)
      }
    })
  }

  private indicateStop(axis: LawfulAxis, side: Side, q: number, v: number): number {
    const gap = axis.gap(side, q)
    if (axis.law.spring === null) return gap + (side < 0 ? axis.lowerShift : axis.upperShift)
    const push = axis.computePush(side, q, v)
    if (axis.stop === side) return push
    // without a jump where a damper begins to push: it would be located before it
    return gap > 0 ? gap : -Math.min(push, -gap)
  }

  /** Asserts that all axes are between their rigid stops. */
  assertInside(): void {
    const { world, axes } = this
    for (const axis of axes) {
      const { law, name, size, place } = axis
      const q = world.q[place.iq]
      if (law.spring !== null || SIDES.every((side) => axis.gap(side, q) >= -AT_STOP * size)) continue
      throw new InputError(
        `${name}: position at t = ${this.segment.time} s`,
        `a value between the limits ${law.stopAt(-1)} and ${law.stopAt(1)}`,
        q,
      )
    }
  }

  /**
   * At an event, before impacts: an axis that a stop carries is exactly there, which it is otherwise up to the errors of
   * steps. Asserts that values of expressions are possible. True if states have changed.
   */
  follow(time: number): boolean {
    const { world, axes } = this
    if (!this.canChange) return false
    const dq = new Float64Array(world.tree.nv)
    const dv = new Float64Array(world.tree.nv)
    for (const axis of axes) {
      const { law, place, name, stop, size, unit } = axis
      const fault = law.findFault(this.findFaultTolerance(axis))
      if (fault !== null) {
        const path = name.endsWith(']') ? `${name}: ${fault.key}` : `${name}.${fault.key}`
        throw new InputError(`${path} at t = ${time} s`, fault.expected, fault.value)
      }
      if (law.spring !== null || !law.hasChangingStops) continue
      const [q, v] = [world.q[place.iq], world.v[place.iv]]
      // jumps of a stop are found where its position is differentiated
      if (axis.isHeld && stop !== 0 && axis.gap(stop, q) < Infinity) {
        dq[place.iv] = stop * axis.gap(stop, q)
        dv[place.iv] = law.rateOf(stop) - v
      } else
        for (const side of SIDES)
          if (axis.gap(side, q) < -OVERTAKEN * size)
            throw new InputError(
              `${name}: ${side < 0 ? 'lower' : 'upper'} limit at t = ${time} s`,
              `a stop that does not jump past the axis, which is at ${q} ${unit}`,
              law.stopAt(side),
            )
    }
    const hasMoved = [dq, dv].some((d) => d.some((x) => x !== 0))
    if (!hasMoved) return false
    world.displace(dq)
    world.kick(dv)
    world.updateMotion()
    return true
  }

  /**
   * Sets the modes of an event, after impacts. True if some have changed. Energy that soft stops keep when an axis leaves
   * them, because of their dampers, goes to `addDissipated`.
   */
  settle(event: ComponentEvent, addDissipated: (energy: number) => void): boolean {
    const { world, axes } = this
    if (!this.exist) return false
    if (this.haveLimitedDrives || this.canChange) world.updateForces(event.time)
    const before = axes.map(describe)
    const dv = new Float64Array(world.tree.nv)
    const resting: number[] = []
    axes.forEach((axis, k) => {
      const { law, place, size } = axis
      const [q, v] = [world.q[place.iq], world.v[place.iv]]
      axis.saturation = findSaturation(axis, v)
      const stored = axis.computeEnergy(q)
      axis.stop = findStop(axis, q, v)
      const lost = stored - axis.computeEnergy(q)
      if (lost !== 0) addDissipated(lost)
      const slip = v - axis.restVelocity
      if (Math.abs(slip) <= AT_REST * size && (law.hasFriction || (axis.stop !== 0 && law.spring === null))) {
        const turning = axis.stop === 0 ? this.findTurning(k, event.states) : 0
        if (turning === 0) {
          resting.push(k)
          dv[place.iv] = -slip
          return
        }
        move(axis, turning)
        return
      }
      move(axis, law.hasFriction ? (Math.sign(v) as Direction) : 0)
    })
    const hasStopped = dv.some((x) => x !== 0)
    if (hasStopped) {
      world.kick(dv)
      world.updateMotion()
    }
    if (resting.length > 0) this.findModes(resting, event.states, event.time)
    else world.enterModes()
    for (const axis of axes) {
      const q = world.q[axis.place.iq]
      axis.lowerShift = shiftOf(axis, -1, q)
      axis.upperShift = shiftOf(axis, 1, q)
    }
    return hasStopped || axes.some((axis, k) => describe(axis) !== before[k])
  }

  /**
   * Direction in which an axis goes on that has stopped for an instant only, where the rest of its closed loop turns it
   * back: friction on it cannot hold the loop there. 0: it can.
   */
  private findTurning(k: number, states: ModelStates): Direction {
    const { axes, world } = this
    const axis = axes[k]
    if (world.loops === null || axis.isHeld || axis.isConstant) return 0
    const before = axis.direction
    const x = states.read()
    const dx = new Float64Array(x.length)
    const evaluate = (): void => {
      world.enterModes()
      states.evaluate(x, dx)
    }
    axis.direction = 0
    const mobility = this.measureMobility(k, evaluate) * this.findLoad(axis)
    evaluate()
    const acceleration = world.vdot[axis.place.iv]
    axis.direction = before
    const isTurned = mobility <= TURNED * axis.size && Math.abs(acceleration) > AT_REST * axis.size
    return isTurned ? (Math.sign(acceleration) as Direction) : 0
  }

  /** Finds modes of axes at rest that fit to each other. */
  private findModes(resting: readonly number[], states: ModelStates, time: number): void {
    const { axes, world } = this
    // begins with the present modes
    const directions = new Map<number, Direction>(
      resting.map((k) => {
        const { isHeld, isConstant, direction, stop } = axes[k]
        return [k, isHeld || isConstant || direction === stop ? 0 : direction]
      }),
    )
    const x = states.read()
    const dx = new Float64Array(x.length)
    const evaluate = (): void => {
      world.enterModes()
      states.evaluate(x, dx)
    }
    for (let change = 0; change < MAX_CHANGES * resting.length; change++) {
      for (const k of resting) enter(axes[k], directions.get(k)!)
      if (world.loops !== null && resting.length > 1) this.separate(resting, directions, evaluate)
      evaluate()
      const wrong = resting.find((k) => {
        const direction = this.correct(k, directions.get(k)!)
        if (direction === directions.get(k)!) return false
        directions.set(k, direction)
        return true
      })
      if (wrong === undefined) {
        for (const k of resting) leaveStop(axes[k])
        return
      }
    }
    throw new VarioError(
      'FRICTION',
      `friction at t = ${time} s: expected modes of ${resting.map((k) => axes[k].name).join(', ')}, got none: ` +
        'static friction that is much larger than sliding friction may have none. Use a smaller static friction.',
    )
  }

  /** Direction in which a resting axis must begin to move, after an evaluation; 0: it rests. */
  private correct(k: number, direction: Direction): Direction {
    const { axes, world, excess } = this
    const axis = axes[k]
    const { iv } = axis.place
    if (axis.isConstant) return direction
    if (!axis.isHeld) return (world.vdot[iv] - axis.heldAcceleration) * direction < 0 ? 0 : direction
    const reaction = world.tau[iv] - axis.drive
    excess[k] = Math.max(
      EXCESS * Math.max(Math.abs(reaction), axis.law.static),
      NO_LOAD * this.findLoad(axis),
    )
    if (reaction > axis.largest + excess[k]) return -1
    return reaction < axis.least - excess[k] ? 1 : 0
  }

  /** Load that accelerates all bodies by the size of the axis in a second, from rest within a second [N.m, N]. */
  private findLoad({ size }: LawfulAxis): number {
    const { tree, length } = this.world
    return (tree.mass.reduce((sum, mass) => sum + mass, 0) * length * length) / size
  }

  /** In closed loops: only axes that move independently of each other are held. */
  private separate(
    resting: readonly number[],
    directions: ReadonlyMap<number, Direction>,
    evaluate: () => void,
  ): void {
    const { axes } = this
    const constants = resting.map((k) => (axes[k].isConstant ? axes[k].constantReaction : 0))
    const before = resting.map((k) => axes[k].followed)
    for (const k of resting) {
      axes[k].isHeld = false
      axes[k].isConstant = true
      axes[k].followed = 0
      axes[k].constant = 0
    }
    const own = resting.map((k) => this.measureMobility(k, evaluate))
    const isOwn = (k: number, i: number): boolean => this.measureMobility(k, evaluate) > NO_MOBILITY * own[i]
    resting.forEach((k, i) => {
      if (directions.get(k) === 0 && isOwn(k, i)) enter(axes[k], 0)
    })
    resting.forEach((k, i) => {
      const axis = axes[k]
      const direction = directions.get(k)!
      if (axis.isHeld) return
      if (direction !== 0 && isOwn(k, i)) enter(axis, direction)
      else {
        // held by others: the reaction is the limit that it has reached, or the last one
        axis.isConstant = true
        const [least, largest] = [axis.least, axis.largest]
        axis.constant = direction === 0 ? constants[i] : direction > 0 ? finite(least) : finite(largest)
        axis.followed = direction !== 0 ? direction : before[i]
        if (axis.followed === 0 && axis.constant < least) axis.followed = 1
        else if (axis.followed === 0 && axis.constant > largest) axis.followed = -1
      }
    })
  }

  /** Values of expressions below their limits by less than this are rounding. */
  private findFaultTolerance(axis: LawfulAxis): number {
    return NO_LOAD * Math.max(axis.size, this.findLoad(axis))
  }

  /** Acceleration of an axis that is not held per unit of force. */
  private measureMobility(k: number, evaluate: () => void): number {
    const { world, axes } = this
    const { iv } = axes[k].place
    const size = this.findLoad(axes[k])
    evaluate()
    const before = world.vdot[iv]
    world.withTrialForces(() => {
      world.tau[iv] += size
    }, evaluate)
    return Math.abs(world.vdot[iv] - before) / size
  }
}

/** Lets an axis move in a direction. */
function move(axis: LawfulAxis, direction: Direction): void {
  axis.isHeld = false
  axis.isConstant = false
  axis.direction = direction
}

/** Holds an axis, or lets it move in a direction. */
function enter(axis: LawfulAxis, direction: Direction): void {
  axis.isHeld = direction === 0
  axis.isConstant = false
  axis.followed = 0
  axis.direction = direction
}

/** An axis that begins to move away from a rigid stop is not at it any more. */
function leaveStop(axis: LawfulAxis): void {
  const { isHeld, isConstant, direction, stop } = axis
  const isLeaving = !isHeld && !isConstant && direction !== 0 && direction === -stop
  if (isLeaving && axis.law.spring === null) axis.stop = 0
}

/** Positive while a drive stays within its limits, or beyond the one that it has reached. */
function indicateDrive(axis: LawfulAxis, v: number): number {
  const w = axis.gear * v
  const [above, below] = [axis.demand - axis.highestDrive(w), axis.lowestDrive(w) - axis.demand]
  if (axis.saturation === 0) return Math.min(-above, -below)
  return axis.saturation > 0 ? above : below
}

function findSaturation(axis: LawfulAxis, v: number): Direction {
  if (!axis.law.hasLimitedDrive) return 0
  const w = axis.gear * v
  if (axis.demand >= axis.highestDrive(w)) return 1
  return axis.demand <= axis.lowestDrive(w) ? -1 : 0
}

/** The stop at which an axis is: it does not move away from it. */
function findStop(axis: LawfulAxis, q: number, v: number): Direction {
  const { law, size } = axis
  for (const side of SIDES) {
    const gap = axis.gap(side, q)
    if (!(gap <= AT_STOP * size)) continue
    const approach = side * (v - law.rateOf(side))
    if (law.spring === null) {
      if (Math.abs(approach) <= AT_REST * size || approach > 0) return side
    } else if (approach > 0 || axis.computePush(side, q, v) > 0) return side
  }
  return 0
}

/** Shift of a stop, so that an axis that leaves it has a positive distance. */
function shiftOf(axis: LawfulAxis, side: Side, q: number): number {
  const gap = axis.gap(side, q)
  return gap <= 0 ? CLEARANCE * axis.size - gap : 0
}

function describe({ direction, isHeld, isConstant, constant, followed, stop }: LawfulAxis): string {
  return `${direction} ${isHeld} ${isConstant ? followed || constant : ''} ${stop}`
}

function finite(x: number): number {
  return Number.isFinite(x) ? x : 0
}
