/** Friction and stops of one axis, and limits of its drive: numbers, or values of expressions, which may change. */

/** A number that is updated in place (1). */
export interface LawNumber {
  readonly values: Float64Array
  /** True if an expression gives it. */
  readonly isLive: boolean
}

export function constantNumber(value: number): LawNumber {
  return { values: Float64Array.of(value), isLive: false }
}

/** The numbers of a law; forces [N.m, N], positions [rad, m] and their derivatives. */
export interface LawNumbers {
  /** Friction while sliding, its maximum at rest, and its increase with the speed. */
  readonly coulomb: LawNumber
  readonly static: LawNumber
  readonly viscous: LawNumber
  /** Positions of the stops; infinite: none. */
  readonly lower: LawNumber
  readonly upper: LawNumber
  /** Their velocities and accelerations. */
  readonly lowerRate: LawNumber
  readonly upperRate: LawNumber
  readonly lowerAcceleration: LawNumber
  readonly upperAcceleration: LawNumber
  /** 1 while the stops are there, otherwise 0. */
  readonly active: LawNumber
  /** Largest force of the drive, at its own speed, and the speed at which it has none; infinite: not limited. */
  readonly effort: LawNumber
  readonly velocity: LawNumber
}

/** A side of an axis: that of the lower stop (-1), or of the upper one (1). */
export type Side = -1 | 1

/** A value of a law that no axis can have. */
export interface LawFault {
  /** Key of the record. */
  readonly key: string
  readonly expected: string
  readonly value: number
}

export class AxisLaw {
  readonly hasFriction: boolean
  readonly hasLimitedDrive: boolean
  /** True if stops may move, or come and go. */
  readonly hasChangingStops: boolean
  /** True if a number may change during a run. */
  readonly canChange: boolean
  readonly restitution: number
  /** Soft stops; null: rigid ones. */
  readonly spring: { readonly stiffness: number; readonly damping: number } | null
  /** True if stops may move. */
  readonly hasMovingStops: boolean

  constructor(
    private readonly numbers: LawNumbers,
    stops: Pick<AxisLaw, 'restitution' | 'spring'>,
    /** True if it has friction or stops, also of size 0. */
    readonly hasReaction: boolean,
  ) {
    this.restitution = stops.restitution
    this.spring = stops.spring
    const isLive = (key: keyof LawNumbers): boolean => numbers[key].isLive
    this.hasFriction = isLive('static') || isLive('coulomb') || this.static > 0
    this.hasLimitedDrive = isLive('effort') || this.effort < Infinity
    this.hasMovingStops = isLive('lower') || isLive('upper')
    this.hasChangingStops = this.hasMovingStops || isLive('active')
    this.canChange = Object.values<LawNumber>({ ...numbers }).some((number) => number.isLive)
  }

  get coulomb(): number {
    return numberOf(this.numbers.coulomb)
  }

  get static(): number {
    return numberOf(this.numbers.static)
  }

  get viscous(): number {
    return numberOf(this.numbers.viscous)
  }

  get effort(): number {
    return numberOf(this.numbers.effort)
  }

  get velocity(): number {
    return numberOf(this.numbers.velocity)
  }

  /** Position of a stop [rad, m]; infinite: there is none now. */
  stopAt(side: Side): number {
    const { lower, upper, active } = this.numbers
    if (numberOf(active) < 0.5) return side * Infinity
    return numberOf(side < 0 ? lower : upper)
  }

  /** Velocity of a stop [rad/s, m/s]. */
  rateOf(side: Side): number {
    const { lowerRate, upperRate } = this.numbers
    return numberOf(side < 0 ? lowerRate : upperRate)
  }

  /** Acceleration of a rigid stop [rad/s2, m/s2]. */
  accelerationOf(side: Side): number {
    const { lowerAcceleration, upperAcceleration } = this.numbers
    return numberOf(side < 0 ? lowerAcceleration : upperAcceleration)
  }

  /** The least of the values that must not be negative: of friction, of the drive, of the distance between the stops. */
  get margin(): number {
    const { coulomb, viscous, effort, velocity } = this
    const gap = this.stopAt(1) - this.stopAt(-1)
    return Math.min(coulomb, this.static - coulomb, viscous, effort, velocity, gap)
  }

  /** The value that is below its limit by more than `tolerance`, or no number; null: none. */
  findFault(tolerance: number): LawFault | null {
    const { coulomb, viscous, effort, velocity } = this
    const isBelow = (value: number, limit = 0): boolean => !(value >= limit - tolerance)
    const expected = 'a number >= 0'
    if (isBelow(coulomb)) return { key: 'friction', expected, value: coulomb }
    if (isBelow(this.static, coulomb))
      return { key: 'friction', expected: `a static friction >= coulomb, ${coulomb}`, value: this.static }
    if (isBelow(viscous)) return { key: 'friction.viscous', expected, value: viscous }
    if (isBelow(effort)) return { key: 'effort', expected, value: effort }
    if (isBelow(velocity) || velocity === 0)
      return { key: 'velocity', expected: 'a positive number', value: velocity }
    const [lower, upper] = [this.stopAt(-1), this.stopAt(1)]
    return isBelow(upper, lower)
      ? { key: 'limits', expected: `an upper stop above the lower one, ${lower}`, value: upper }
      : null
  }
}

function numberOf({ values }: LawNumber): number {
  return values[0]
}
