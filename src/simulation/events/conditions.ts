import { findSelfDependentConditions, type StateCondition, type TimeCondition } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import { isRounded, isSameTime } from './same-time.ts'

/**
 * An event indicator this small, relative to the compared quantities, counts as zero: far above rounding errors and the
 * width within which the solver locates events, far below the errors of the integration.
 */
const RELATIVE_BAND = 1e-10
/** Band where the size of the quantities is unknown: a condition at its limit keeps its value. */
const MIN_BAND = 1e-300

/** A quantity that follows stiffly has left its limit at this multiple of its error. */
const NOISE_MARGIN = 2
/** Errors of the integration in an indicator, relative to the compared quantities, as a multiple of the tolerance. */
const NEAR = 10

/**
 * Bound on an indicator after its zero has been located, with later rounding errors, as a multiple of its value there.
 */
const RESIDUE = 4

/**
 * Start of the evaluation of an instant: at the start of the run; with the values before an event in the store; or
 * after a change, by a component or because of a new segment, at an instant whose left limits are known.
 */
export type EventStart = 'initial' | 'event' | 'continued'

/**
 * The conditions of a running model: their event indicators between events, and their values at events. A state
 * condition at its limit has a hysteresis. The indicator of a condition is left - right of its relation.
 */
export class Conditions {
  /** Conditions that have changed in the current event. */
  readonly hasChanged: Uint8Array
  /** Those that have changed more than once. */
  private readonly hasReturned: Uint8Array
  /** Indicators at the last change of each condition in the event. */
  private readonly differenceAtChange: Float64Array
  /** Conditions changed by the last `update`. */
  readonly lastChanged: number[] = []
  /** Conditions whose value is that right after the event. */
  readonly isAhead: Uint8Array
  /** Conditions whose indicators leave zero towards the side of their values. */
  readonly isLeaving: Uint8Array
  /** Conditions whose indicators change sign at the coming event. */
  readonly isCrossing: Uint8Array
  /** Conditions that slide along their limits: only the sliding changes them. */
  readonly isSliding: Uint8Array
  /** 1: the indicator is positive where the condition is true. */
  private readonly isUpper: Uint8Array
  /** Conditions of mixed systems. */
  private readonly isSelfDependent: Uint8Array
  /** Indicators at the last `update`, and at the beginning of the event. */
  readonly difference: Float64Array
  private readonly differenceBefore: Float64Array
  /** Bounds on indicators whose zero has been located. */
  private readonly residue: Float64Array
  /**
   * Largest absolute values of the indicators in the current step and in the one before: at an event both sides may be
   * zero.
   */
  private recentSize: Float64Array
  private lastSize: Float64Array
  /** Distance that an indicator must go beyond zero before the condition changes. */
  private readonly offset: Float64Array
  /**
   * Error of an indicator because its states follow stiffly, from a crossing until it has left the limit; otherwise 0.
   */
  private readonly noise: Float64Array
  /** Conditions that have been at their limits, and since then no further away than the errors of the integration. */
  private readonly isNear: Uint8Array
  /** Indicators at their last evaluation for the solver. */
  private readonly latest: Float64Array

  /**
   * @param startTime start of the run [s]
   * @param tolerance relative tolerance of the run
   */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly startTime: number,
    private readonly tolerance: number,
  ) {
    const { conditions } = runtime.translation
    const { length } = conditions
    this.isSelfDependent = new Uint8Array(length)
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
   * Before the first evaluation, at `t`: sets conditions of time to their values, because others keep what they decide by
   * them, such as those of friction; and conditions of mixed systems, which may be true or false independently, to the
   * values that follow from the start values of their sides.
   */
  guess(t: number): void {
    this.runtime.translation.conditions.forEach((condition, k) => {
      if (condition.kind === 'time') this.runtime.conditions[k] = this.isTrueAt(t, condition) ? 1 : 0
    })
    const which = findSelfDependentConditions(this.runtime.translation)
    if (which.length === 0) return
    for (const k of which) this.isSelfDependent[k] = 1
    this.runtime.differences(this.difference)
    for (const k of which) {
      const condition = this.runtime.translation.conditions[k] as StateCondition
      this.runtime.conditions[k] = this.isTrue(k, condition) ? 1 : 0
    }
  }

  // --- between events ---------------------------------------------------------------------------

  /** Time of the next change of a time condition after `t`; Infinity: none. */
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

  /** Event indicators for the solver, shifted such that a condition at its limit keeps its value. */
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

  /** Accepts a step of the solver: older values no longer count for the sizes of quantities. */
  passStep(): void {
    const { recentSize } = this
    this.recentSize = this.lastSize
    this.recentSize.fill(0)
    this.lastSize = recentSize
    this.noteDepartures()
  }

  /** Ends the hysteresis of conditions that have left their limits. */
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

  /** Shift of an indicator: the sum has the sign of the present value of the condition. */
  private shiftOf(k: number): number {
    return this.sideOf(k) > 0 ? this.offset[k] : -this.offset[k]
  }

  /** Sign of the indicator for the present value of a condition. */
  sideOf(k: number): 1 | -1 {
    return this.isUpper[k] === this.runtime.conditions[k] ? 1 : -1
  }

  /** Takes the sign changes at the coming event: ±1, or 0. */
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
      // A function that jumps has an exact value again if its argument has been away from the limit.
      if (this.isNear[k] === 0 && this.runtime.translation.conditions[k].limit) this.offset[k] = 0
      if (!this.isCrossing[k]) continue
      const distance = Math.abs(this.differenceBefore[k] + this.shiftOf(k))
      // an indicator that has jumped over its limit is not at it
      if (distance <= Math.max(this.errorOf(k), 2 * this.offset[k])) this.residue[k] = RESIDUE * distance
    }
  }

  /**
   * True if a condition was at its limit after the last event, and has since then not been further away than the errors
   * of the integration.
   */
  hasJustLeft(k: number): boolean {
    return this.isNear[k] === 1 && this.noise[k] === 0
  }

  /**
   * Notes that the indicator of a crossing condition has an error: the condition changes back only at a larger distance
   * from the limit.
   */
  setNoise(k: number, error: number): void {
    this.noise[k] = error
  }

  /** Discards a crossing that the solver has found. */
  ignore(k: number): void {
    this.isCrossing[k] = 0
    this.residue[k] = 0
    this.offset[k] = Math.max(this.offset[k], Math.abs(this.differenceBefore[k]))
  }

  /** Notes the indicators of the last evaluation. */
  noteDifferences(): void {
    this.runtime.differences(this.difference)
  }

  /**
   * Number of a state condition that the values of the last evaluation contradict by more than errors of the
   * integration, because an event has been missed; -1: none.
   */
  findContradiction(): number {
    const { runtime, difference, offset, isSliding, isUpper } = this
    if (offset.length === 0) return -1
    const values = runtime.conditions
    runtime.differences(difference)
    for (let k = 0; k < offset.length; k++) {
      const excess = isUpper[k] === values[k] ? -difference[k] : difference[k]
      if (!(excess > offset[k])) continue
      if (isSliding[k] || runtime.translation.conditions[k].kind === 'time') continue
      if (excess > this.errorOf(k)) return k
    }
    return -1
  }

  /** Error of an indicator by the integration. */
  private errorOf(k: number): number {
    const { left, right } = this.runtime.translation.conditions[k] as StateCondition
    const sides = Math.max(Math.abs(this.numberOf(left)), Math.abs(this.numberOf(right)))
    return NEAR * this.tolerance * Math.max(sides, this.recentSize[k], this.lastSize[k])
  }

  /**
   * Decides the conditions again; true if one has changed. Several at once may change endlessly where they depend on
   * each other in a system of equations, as those of diodes; one by one, always the first wrong one, the changes end if
   * the system has one solution [Murty, Opsearch 11 (1974) 1].
   *
   * @param withSystems false: only conditions that are not part of mixed systems
   */
  update(t: number, isOneByOne: boolean, withSystems = true): boolean {
    const { runtime } = this
    runtime.differences(this.difference)
    this.lastChanged.length = 0
    runtime.translation.conditions.forEach((condition, k) => {
      if ((isOneByOne && this.lastChanged.length > 0) || this.isSliding[k]) return
      if (!withSystems && this.isSelfDependent[k]) return
      if (this.isAhead[k]) {
        // Until the event itself moves the quantities away from the limit, as a `reinit` does
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

  /** Decides conditions of functions that jump anew: their limits move with the values of the functions. */
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

  /** True if the value of a state condition agrees with its sides. */
  isRight(k: number): boolean {
    const condition = this.runtime.translation.conditions[k] as StateCondition
    return this.isTrue(k, condition) === (this.runtime.conditions[k] !== 0)
  }

  /** True if the indicator of a state condition counts as zero. */
  isAtLimit(k: number): boolean {
    // A zero located by the solver may include an offset.
    const distance = this.isCrossing[k] ? Math.abs(this.differenceBefore[k]) + this.residue[k] : 0
    return Math.abs(this.difference[k]) <= Math.max(this.bandOf(k), distance)
  }

  /** True if the event has changed the indicator of a condition. */
  hasMoved(k: number): boolean {
    return Math.abs(this.difference[k] - this.differenceBefore[k]) > this.bandOf(k)
  }

  /** Largest absolute value of an indicator that counts as zero. */
  bandOf(k: number): number {
    const { difference, differenceBefore } = this
    const { left, right } = this.runtime.translation.conditions[k] as StateCondition
    // The other side follows from this one.
    const side = left.kind === 'number' ? left : right
    const value = this.numberOf(side)
    const other = side === right ? value + difference[k] : value - difference[k]
    const present = Math.max(Math.abs(value), Math.abs(other))
    // A quantity that has jumped has its present size.
    const size = Math.max(this.recentSize[k], this.lastSize[k])
    const hasJumped = Math.abs(difference[k] - differenceBefore[k]) > RELATIVE_BAND * Math.max(size, present)
    const band = Math.max(
      RELATIVE_BAND * (hasJumped ? present : Math.max(size, present)),
      MIN_BAND,
      this.residue[k],
    )
    // An infinite value, as in the first evaluations of an event, is not at a limit.
    return band < Infinity ? band : MIN_BAND
  }

  /** Ends the event: determines the distances of the conditions from changing. */
  endEvent(): void {
    const { runtime, difference, differenceBefore } = this
    runtime.differences(difference)
    runtime.translation.conditions.forEach((condition, k) => {
      if (condition.kind === 'time') return
      const band = this.bandOf(k)
      const distance = Math.abs(difference[k])
      // A condition that is ahead of its indicator begins with zero if the indicator leaves it to the correct side.
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
   * the event has moved its sides since then, it may do so once: 3 > 3 is false, also after 4 > 3.
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

  /** True if `t` is the limit of a time condition, or later. */
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

/** Truth of `indicator op 0`. */
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
