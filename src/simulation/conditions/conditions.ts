import { findSelfDependentConditions, type StateCondition, type TimeCondition } from '../../compiler/index.ts'
import type { ConditionHost } from './condition-host.ts'
import { isRounded, isSameTime } from './same-time.ts'

/**
 * Differences of a state condition this small, relative to the quantities that are compared, are as good as zero:
 * far above rounding errors and the width in which the solver locates events, far below the errors of the integration.
 */
const RELATIVE_BAND = 1e-10
/** Where nothing tells the size of the quantities, a condition at its limit is still on the side that it says. */
const MIN_BAND = 1e-300

/** A quantity that follows stiffly has left its limit when it is this multiple of its error away. */
const NOISE_MARGIN = 2
/**
 * Errors of the integration in left - right, relative to the quantities that are compared, as a multiple of the
 * tolerance.
 */
const NEAR = 10

/** What the location of a crossing leaves of left - right, with later rounding errors, as a multiple of it. */
const RESIDUE = 4

/**
 * How the evaluation of an instant begins: at the start of the run; with the values before an event in the memory; or
 * after a change, by a component or because of a new segment, at an instant whose left limits are known.
 */
export type EventStart = 'initial' | 'event' | 'continued'

/**
 * The conditions of a running model: their crossing functions between events, and their values at events. A state
 * condition as good as at its limit has a hysteresis.
 */
export class Conditions {
  /** Conditions that have changed in the event that is going on. */
  readonly hasChanged: Uint8Array
  /** Those among them that have changed more than once. */
  private readonly hasReturned: Uint8Array
  /** left - right of every condition where it has changed last in the event. */
  private readonly differenceAtChange: Float64Array
  /** Those of the last `update`. */
  readonly lastChanged: number[] = []
  /** Conditions that have their value from what comes right after the event. */
  readonly isAhead: Uint8Array
  /** Conditions that go away from their limits, to the side that fits to their values. */
  readonly isLeaving: Uint8Array
  /** Conditions that the solver has found to cross at the event that comes. */
  readonly isCrossing: Uint8Array
  /** Conditions that are at their limits and stay there: nothing changes them but who says so. */
  readonly isSliding: Uint8Array
  /** 1: left - right is positive where the condition is true. */
  private readonly isUpper: Uint8Array
  /** left - right of every condition, with the values of the last `update`; and at the beginning of the event. */
  readonly difference: Float64Array
  private readonly differenceBefore: Float64Array
  /** What the location of a crossing may have left of it. */
  private readonly residue: Float64Array
  /**
   * The largest |left - right| in the step that is going on and in the one before: at an event both sides may be zero.
   */
  private recentSize: Float64Array
  private lastSize: Float64Array
  /** How far left - right must go to the wrong side of zero before the condition changes. */
  private readonly offset: Float64Array
  /**
   * What left - right is off by because its states follow stiffly, after a crossing until it has come away from the
   * limit; otherwise 0.
   */
  private readonly noise: Float64Array
  /**
   * Conditions that have been as good as at their limits since they were further away than the errors of the
   * integration.
   */
  private readonly isNear: Uint8Array
  /** left - right where the crossing functions were evaluated last. */
  private readonly latest: Float64Array

  /**
   * @param startTime start of the run [s]
   * @param tolerance relative tolerance of the run
   */
  constructor(
    private readonly runtime: ConditionHost,
    private readonly startTime: number,
    private readonly tolerance: number,
  ) {
    const { conditions } = runtime.translation
    const { length } = conditions
    this.isUpper = Uint8Array.from(conditions, ({ op }) => (op[0] === '>' ? 1 : 0))
    this.hasChanged = new Uint8Array(length)
    this.hasReturned = new Uint8Array(length)
    this.differenceAtChange = new Float64Array(length)
    this.isAhead = new Uint8Array(length)
    this.isLeaving = new Uint8Array(length)
    this.isCrossing = new Uint8Array(length)
    this.isSliding = new Uint8Array(length)
    this.difference = new Float64Array(length)
    this.differenceBefore = new Float64Array(length)
    this.residue = new Float64Array(length)
    this.recentSize = new Float64Array(length)
    this.lastSize = new Float64Array(length)
    this.offset = new Float64Array(length)
    this.noise = new Float64Array(length)
    this.isNear = new Uint8Array(length)
    this.latest = new Float64Array(length)
  }

  /**
   * Before the first evaluation: conditions of mixed systems, which may be true or false by themselves, have the values
   * that the start values of their sides say.
   */
  guess(): void {
    const which = findSelfDependentConditions(this.runtime.translation)
    if (which.length === 0) return
    this.runtime.differences(this.difference)
    for (const k of which) {
      const condition = this.runtime.translation.conditions[k] as StateCondition
      this.runtime.conditions[k] = this.isTrue(k, condition) ? 1 : 0
    }
  }

  // --- between events ---------------------------------------------------------------------------

  /** When the next time condition changes after `t`; Infinity if there is none. */
  nextChangeAfter(t: number): number {
    const { runtime } = this
    let next = Infinity
    for (const condition of runtime.translation.conditions) {
      if (condition.kind !== 'time') continue
      const limit = runtime.evaluate(condition.right) as number
      if (limit > t && limit < next && !this.isReached(condition, limit, t)) next = limit
    }
    return next
  }

  /** Crossing functions: left - right, moved such that a condition that is as good as at its limit stays what it is. */
  crossings(z: Float64Array): void {
    const { recentSize, offset, isSliding } = this
    this.runtime.crossings(z)
    for (let k = 0; k < offset.length; k++) {
      const size = Math.abs(z[k])
      if (size > recentSize[k] && size < Infinity) recentSize[k] = size
      this.latest[k] = z[k]
      z[k] = isSliding[k] ? 1 : z[k] + this.shiftOf(k)
    }
  }

  /** The solver has made a step: what was long ago no longer tells the sizes of quantities. */
  passStep(): void {
    const { recentSize } = this
    this.recentSize = this.lastSize
    this.recentSize.fill(0)
    this.lastSize = recentSize
    this.noteDepartures()
  }

  /** What has come away from its limit crosses it where it is, and in earnest. */
  private noteDepartures(): void {
    const { noise, latest, offset, isNear } = this
    for (let k = 0; k < noise.length; k++) {
      if (!isNear[k] && noise[k] === 0) continue
      const distance = latest[k] * this.sideOf(k)
      if (distance > ((NEAR * this.tolerance) / RELATIVE_BAND) * offset[k]) isNear[k] = 0
      if (noise[k] === 0 || distance <= NOISE_MARGIN * noise[k]) continue
      noise[k] = 0
      isNear[k] = 0
      offset[k] = 0
    }
  }

  /** What is added to left - right: it keeps the sign that fits to the present value of the condition. */
  private shiftOf(k: number): number {
    return this.sideOf(k) > 0 ? this.offset[k] : -this.offset[k]
  }

  /** The sign of left - right that fits to the present value of a condition. */
  sideOf(k: number): 1 | -1 {
    return this.isUpper[k] === this.runtime.conditions[k] ? 1 : -1
  }

  /** Tells which functions cross at the event that comes: ±1, or 0. */
  setCrossings(crossing: Int8Array): void {
    for (let k = 0; k < this.isCrossing.length; k++)
      this.isCrossing[k] = k < crossing.length && crossing[k] !== 0 ? 1 : 0
  }

  // --- at events --------------------------------------------------------------------------------

  /** Begins an event. */
  beginEvent(start: EventStart): void {
    this.hasChanged.fill(0)
    this.hasReturned.fill(0)
    this.isAhead.fill(0)
    this.isLeaving.fill(0)
    this.residue.fill(0)
    if (start === 'initial') {
      this.differenceBefore.fill(Number.NaN)
      return
    }
    if (start === 'event') this.noteDifferences()
    this.differenceBefore.set(this.difference)
    for (let k = 0; k < this.residue.length; k++) {
      // A function that jumps has an exact value again where its argument has been away from the limit.
      if (this.isNear[k] === 0 && this.runtime.translation.conditions[k].limit) this.offset[k] = 0
      if (this.isCrossing[k]) this.residue[k] = RESIDUE * Math.abs(this.differenceBefore[k] + this.shiftOf(k))
    }
  }

  /**
   * Whether a condition was as good as at its limit after the last event, and has not been further away than the errors
   * of the integration.
   */
  hasJustLeft(k: number): boolean {
    return this.isNear[k] === 1 && this.noise[k] === 0
  }

  /**
   * A condition crosses whose left - right is off by `error`: from the other side it changes back where it is further
   * away.
   */
  setNoise(k: number, error: number): void {
    this.noise[k] = error
  }

  /** A condition has not crossed, in spite of what the solver has found. */
  ignore(k: number): void {
    this.isCrossing[k] = 0
    this.residue[k] = 0
    this.offset[k] = Math.max(this.offset[k], Math.abs(this.differenceBefore[k]))
  }

  /** Notes left - right with the values of the last evaluation. */
  noteDifferences(): void {
    this.runtime.differences(this.difference)
  }

  /**
   * A state condition that the values of the last evaluation contradict by more than errors of the integration, because
   * an event has been missed; -1: none.
   */
  findContradiction(): number {
    const { runtime, difference, offset, isSliding, isUpper, recentSize, lastSize } = this
    if (offset.length === 0) return -1
    const values = runtime.conditions
    runtime.differences(difference)
    for (let k = 0; k < offset.length; k++) {
      const excess = isUpper[k] === values[k] ? -difference[k] : difference[k]
      if (!(excess > offset[k])) continue
      const condition = runtime.translation.conditions[k]
      if (isSliding[k] || condition.kind === 'time') continue
      const sides = Math.max(
        Math.abs(this.numberOf(condition.left)),
        Math.abs(this.numberOf(condition.right)),
      )
      if (excess > NEAR * this.tolerance * Math.max(sides, recentSize[k], lastSize[k])) return k
    }
    return -1
  }

  /**
   * True if a condition has changed. Several at once may change for ever where they depend on each other in a system of
   * equations, as those of diodes; one by one, always the first that is wrong, they come to an end if the system has
   * one solution [Murty, Opsearch 11 (1974) 1].
   */
  update(t: number, isOneByOne: boolean): boolean {
    const { runtime } = this
    runtime.differences(this.difference)
    this.lastChanged.length = 0
    runtime.translation.conditions.forEach((condition, k) => {
      if ((isOneByOne && this.lastChanged.length > 0) || this.isSliding[k]) return
      if (this.isAhead[k]) {
        // Until the event itself moves the quantities away from the limit, as a `reinit` does.
        if (this.isAtLimit(k)) return
        this.isAhead[k] = 0
      }
      let isTrue: boolean
      if (condition.kind === 'time') {
        isTrue = this.isTrueAt(t, condition)
      } else {
        isTrue = this.isTrueNow(k, condition)
      }
      if ((runtime.conditions[k] !== 0) === isTrue) return
      this.set(k, isTrue)
      this.lastChanged.push(k)
    })
    return this.lastChanged.length > 0
  }

  /** Functions that jump have new values: their conditions, with limits elsewhere, are decided anew. */
  moveLimits(changed: readonly string[]): void {
    this.runtime.translation.conditions.forEach(({ limit }, k) => {
      if (limit === undefined || this.isSliding[k] || !changed.includes(limit.step)) return
      this.runtime.conditions[k] = 0
      this.hasChanged[k] = 0
      this.isAhead[k] = 0
      this.isCrossing[k] = 0
      this.residue[k] = 0
      this.offset[k] = 0
    })
  }

  /** Changes a condition. */
  set(k: number, isTrue: boolean): void {
    this.runtime.conditions[k] = isTrue ? 1 : 0
    if (this.hasChanged[k]) this.hasReturned[k] = 1
    this.hasChanged[k] = 1
    this.differenceAtChange[k] = this.difference[k]
  }

  /** Whether the value of a state condition is what its sides say. */
  isRight(k: number): boolean {
    const condition = this.runtime.translation.conditions[k] as StateCondition
    return this.isTrue(k, condition) === (this.runtime.conditions[k] !== 0)
  }

  /** Whether left and right of a state condition are as good as equal. */
  isAtLimit(k: number): boolean {
    // Where the solver has located a crossing, it may have been moved by an offset.
    const distance = this.isCrossing[k] ? Math.abs(this.differenceBefore[k]) + this.residue[k] : 0
    return Math.abs(this.difference[k]) <= Math.max(this.bandOf(k), distance)
  }

  /** Whether the event has moved a condition away from where it was. */
  hasMoved(k: number): boolean {
    return Math.abs(this.difference[k] - this.differenceBefore[k]) > this.bandOf(k)
  }

  /** What is as good as zero for left - right of a state condition. */
  bandOf(k: number): number {
    const { difference, differenceBefore } = this
    const { left, right } = this.runtime.translation.conditions[k] as StateCondition
    // One side follows from the other one.
    const side = left.kind === 'number' ? left : right
    const value = this.numberOf(side)
    const other = side === right ? value + difference[k] : value - difference[k]
    const present = Math.max(Math.abs(value), Math.abs(other))
    // What has jumped has the size that it has now.
    const size = Math.max(this.recentSize[k], this.lastSize[k])
    const hasJumped = Math.abs(difference[k] - differenceBefore[k]) > RELATIVE_BAND * Math.max(size, present)
    const band = Math.max(
      RELATIVE_BAND * (hasJumped ? present : Math.max(size, present)),
      MIN_BAND,
      this.residue[k],
    )
    // What is not finite, as in the first evaluations of an event, is not at a limit.
    return band < Infinity ? band : MIN_BAND
  }

  /** After the event: how far the conditions are from changing. */
  endEvent(): void {
    const { runtime, difference, differenceBefore } = this
    runtime.differences(difference)
    runtime.translation.conditions.forEach((condition, k) => {
      if (condition.kind === 'time') return
      const band = this.bandOf(k)
      const distance = Math.abs(difference[k])
      // A condition that is ahead of its difference starts from a crossing function that is zero, if that leaves it to
      // the right side.
      if (!this.isRight(k)) this.offset[k] = this.isLeaving[k] ? distance : distance + band
      else this.offset[k] = distance > band ? 0 : band
      this.isNear[k] = this.offset[k] > 0 ? 1 : 0
      if (distance > NOISE_MARGIN * this.noise[k]) this.noise[k] = 0
      this.offset[k] = Math.max(this.offset[k], this.noise[k])
      if (Math.abs(difference[k] - differenceBefore[k]) <= band) return
      this.recentSize[k] = distance < Infinity ? distance : 0
      this.lastSize[k] = 0
    })
    this.isCrossing.fill(0)
  }

  /**
   * Truth of a state condition; one that has changed in this event does not change again because of rounding errors. If
   * the event has moved its sides on since then, it may do so once: 3 > 3 is false, also after 4 > 3.
   */
  private isTrueNow(k: number, condition: StateCondition): boolean {
    if (this.hasChanged[k]) {
      const band = this.bandOf(k)
      const hasMovedOn = !(Math.abs(this.difference[k] - this.differenceAtChange[k]) <= band)
      if (hasMovedOn && !this.hasReturned[k]) return this.isTrue(k, condition)
      this.offset[k] = Math.max(this.offset[k], band)
    }
    if (this.offset[k] === 0) return this.isTrue(k, condition)
    const difference = this.difference[k] + this.shiftOf(k)
    return condition.op[0] === '>' ? difference > 0 : difference < 0
  }

  /** Truth of a time condition at the instant `t`. */
  private isTrueAt(t: number, condition: TimeCondition): boolean {
    const { linear, op, right } = condition
    const factor = linear === undefined ? 1 : this.numberOf(linear.factor)
    if (linear !== undefined && factor === 0) return compare(op, this.numberOf(linear.rest))
    const isReached = this.isReached(condition, this.numberOf(right), t)
    return (op[0] === '>') !== factor < 0 ? isReached : !isReached
  }

  /** Whether `t` is the limit of a time condition, or later. */
  private isReached(condition: TimeCondition, limit: number, t: number): boolean {
    return (
      t >= limit || (condition.limit?.isStrict ? isRounded(t, limit) : isSameTime(t, limit, this.startTime))
    )
  }

  /** Truth of a condition with the current values. */
  private isTrue(k: number, { op }: StateCondition): boolean {
    return compare(op, this.difference[k])
  }

  private numberOf(expr: StateCondition['left']): number {
    return expr.kind === 'number' ? expr.value : (this.runtime.evaluate(expr) as number)
  }
}

/** Truth of `difference op 0`. */
function compare(op: string, difference: number): boolean {
  switch (op) {
    case '<':
      return difference < 0
    case '<=':
      return difference <= 0
    case '>':
      return difference > 0
    default:
      return difference >= 0
  }
}
