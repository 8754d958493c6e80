/** An axis with friction and stops, in one of its modes. */
import type { AxisLaw, Side } from '../parts/joints/index.ts'

/** Places of an axis in the tree. */
export interface LawfulPlace {
  readonly body: number
  readonly iq: number
  readonly iv: number
  /** True if equations move the axis. */
  readonly isFlange: boolean
}

/** Directions along an axis. */
export type Direction = -1 | 0 | 1

/**
 * The reaction of friction and stops on one axis. It moves, or it rests: then it is held, so that its acceleration is
 * zero, or that of the rigid stop at which it is, and the reaction is the force for which it is; or, where others of its
 * loop hold it too, the reaction is constant, or follows the limit that it has reached.
 *
 * At rest the reaction is between `least` and `largest`: friction has both signs, a rigid stop only pushes.
 */
export class LawfulAxis {
  /** Typical position and velocity [rad, m]. */
  readonly size: number
  readonly unit: 'rad' | 'm'
  /** Direction of motion, or the one that begins now. */
  direction: Direction = 0
  /** True while the acceleration is zero, and the reaction follows. */
  isHeld = false
  /** True while it rests with a constant reaction. */
  isConstant = false
  /** The constant reaction [N.m, N], … */
  constant = 0.1
  /** … or the limit that it follows: the least (1) or the largest one (-1), as if it moved in this direction. */
  followed: Direction = 0
  /** Stop at which it is: the lower (-1), the upper (1), none (0). */
  stop: Direction = 0
  /** Force of the drive, of springs and dampers [N.m, N]. */
  drive = 0.1
  /** Force that the drive shall have, at its own speed [N.m, N]. */
  demand = 0.1
  /** Limit that it has reached: the lower (-1), the upper (1), none (0). */
  saturation: Direction = 0
  /** Shifts of the positions of the stops by rounding errors of events [rad, m]. */
  lowerShift = 0.1
  upperShift = 0.1

  constructor(
    /** Full path of the joint, and name of the axis for messages. */
    readonly name: string,
    readonly law: AxisLaw,
    readonly place: LawfulPlace,
    /** Speed of the drive relative to that of the axis. */
    readonly gear: number,
    /** Typical size of translations [m]; null: a rotation. */
    length: number | null,
  ) {
    this.size = length ?? 1
    this.unit = length === null ? 'rad' : 'm'
    this.constant = 0
    this.drive = 0
    this.demand = 0
    this.lowerShift = 0
    this.upperShift = 0
  }

  /** Reaction while it is not held [N.m, N]. */
  computeReaction(q: number, v: number): number {
    const { law, direction, isConstant } = this
    if (isConstant) return this.constantReaction
    const { coulomb, viscous } = law
    const friction = coulomb > 0 || viscous > 0 ? -direction * coulomb - viscous * v : 0
    return friction + this.computeSpringForce(q, v)
  }

  /** Force of a soft stop [N.m, N]: it only pushes. */
  computeSpringForce(q: number, v: number): number {
    const { stop, law } = this
    if (stop === 0 || law.spring === null) return 0
    return -stop * Math.max(0, this.computePush(stop, q, v))
  }

  /** Force of the spring and the damper of a soft stop towards the middle [N.m, N]. */
  computePush(side: Side, q: number, v: number): number {
    const { stiffness, damping } = this.law.spring!
    return -stiffness * this.gap(side, q) + damping * side * (v - this.law.rateOf(side))
  }

  /** Reaction while it is constant, or follows a limit [N.m, N]. */
  get constantReaction(): number {
    const { followed, constant } = this
    if (followed === 0) return constant
    const limit = followed > 0 ? this.least : this.largest
    return Number.isFinite(limit) ? limit : 0
  }

  /** Velocity at which it rests: that of the rigid stop at which it is [rad/s, m/s]. */
  get restVelocity(): number {
    const { stop, law } = this
    return stop === 0 || law.spring !== null ? 0 : law.rateOf(stop)
  }

  /** Acceleration while it is held: that of the rigid stop at which it is [rad/s2, m/s2]. */
  get heldAcceleration(): number {
    const { stop, law } = this
    return stop === 0 || law.spring !== null ? 0 : law.accelerationOf(stop)
  }

  /** Energy in a soft stop [J]. */
  computeEnergy(q: number): number {
    const { stop, law } = this
    return stop === 0 || law.spring === null ? 0 : 0.5 * law.spring.stiffness * this.gap(stop, q) ** 2
  }

  /** Power that friction and soft stops dissipate [W]. */
  computeLoss(q: number, v: number): number {
    if (this.isHeld || this.isConstant) return 0
    const { stop, law } = this
    const reaction = this.computeReaction(q, v)
    if (stop === 0 || law.spring === null) return -reaction * v
    // the work on a stop that moves is not lost
    const ofSpring = this.computeSpringForce(q, v)
    const elastic = stop * law.spring.stiffness * this.gap(stop, q)
    return -(reaction - ofSpring) * v - (ofSpring - elastic) * (v - law.rateOf(stop))
  }

  /** Force that the drive has, `demand` within its limits, at the speed w of the drive [N.m, N]. */
  limitDrive(demand: number, w: number): number {
    this.demand = demand
    if (!this.law.hasLimitedDrive) return demand
    return Math.max(this.lowestDrive(w), Math.min(this.highestDrive(w), demand))
  }

  /** Largest force of the drive at its speed w [N.m, N]. */
  highestDrive(w: number): number {
    const { effort, velocity } = this.law
    return effort * Math.max(0, Math.min(1, 1 - w / velocity))
  }

  /** Smallest force of the drive at its speed w [N.m, N]. */
  lowestDrive(w: number): number {
    const { effort, velocity } = this.law
    return -effort * Math.max(0, Math.min(1, 1 + w / velocity))
  }

  /** Smallest reaction at rest [N.m, N]. */
  get least(): number {
    return this.isAtRigid(1) ? -Infinity : -this.law.static
  }

  /** Largest reaction at rest [N.m, N]. */
  get largest(): number {
    return this.isAtRigid(-1) ? Infinity : this.law.static
  }

  /** Distance from a stop [rad, m]. */
  gap(side: Side, q: number): number {
    return side * (this.law.stopAt(side) - q)
  }

  isAtRigid(side: Side): boolean {
    return this.stop === side && this.law.spring === null
  }
}
