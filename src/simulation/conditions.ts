import { EPS } from '../base/index.ts'
import type { StateCondition } from '../compiler/index.ts'
import type { ModelRuntime } from './runtime.ts'
import { isSameTime } from './same-time.ts'

/**
 * Differences of a state condition this small, relative to the quantities that are compared, are as good as zero:
 * far above rounding errors and the width in which the solver locates events, far below the errors of the integration.
 */
const RELATIVE_BAND = 1e-10
/** Where nothing tells the size of the quantities, a condition at its limit is still on the side that it says. */
const MIN_BAND = 1e-300
/** Relative change of the states by which the slope of a condition is looked for: rounding and curvature matter equally little. */
const SLOPE_STEP = Math.sqrt(EPS)

/**
 * The conditions of a running model: their crossing functions between events, and their values at events. A state condition as good as at
 * its limit has a hysteresis, and a look ahead decides what it will be.
 */
export class Conditions {
  /** The largest of |left|, |right| and |left - right| of every condition so far: at an event both sides may be zero. */
  private readonly size: Float64Array
  /** How far left - right must go to the wrong side of zero before the condition changes. */
  private readonly offset: Float64Array
  /** Conditions that have changed in the event that is going on, and those that have their value from what comes right after it. */
  private readonly hasChanged: Uint8Array
  private readonly isAhead: Uint8Array
  /** Conditions that the solver has found to cross at the event that comes. */
  private readonly isCrossing: Uint8Array
  /** left - right of every condition. */
  private readonly difference: Float64Array
  private readonly nextDifference: Float64Array

  /**
   * @param startTime start of the run [s]
   * @param span its length [s]
   */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly startTime: number,
    private readonly span: number,
  ) {
    const { length } = runtime.translation.conditions
    this.size = new Float64Array(length)
    this.offset = new Float64Array(length)
    this.hasChanged = new Uint8Array(length)
    this.isAhead = new Uint8Array(length)
    this.isCrossing = new Uint8Array(length)
    this.difference = new Float64Array(length)
    this.nextDifference = new Float64Array(length)
  }

  // --- between events ---------------------------------------------------------------------------

  /** When the next time condition changes after `t`; Infinity if there is none. */
  nextChangeAfter(t: number): number {
    const { runtime } = this
    let next = Infinity
    for (const condition of runtime.translation.conditions) {
      if (condition.kind !== 'time') continue
      const limit = runtime.evaluate(condition.right) as number
      if (limit > t && !isSameTime(limit, t, this.startTime) && limit < next) next = limit
    }
    return next
  }

  /** Crossing functions: left - right, moved such that a condition that is as good as at its limit stays what it is. */
  crossings(z: Float64Array): void {
    this.runtime.crossings(z)
    for (let k = 0; k < this.offset.length; k++) {
      this.size[k] = Math.max(this.size[k], Math.abs(z[k]))
      z[k] += this.shiftOf(k)
    }
  }

  /** What is added to left - right: it keeps the sign that fits to the present value of the condition. */
  private shiftOf(k: number): number {
    const { translation, conditions } = this.runtime
    const isAbove = translation.conditions[k].op[0] === '>'
    return isAbove === (conditions[k] !== 0) ? this.offset[k] : -this.offset[k]
  }

  /** Tells which functions cross at the event that comes: ±1, or 0. */
  setCrossings(crossing: Int8Array): void {
    for (let k = 0; k < this.isCrossing.length; k++) this.isCrossing[k] = crossing[k] !== 0 ? 1 : 0
  }

  // --- at events --------------------------------------------------------------------------------

  beginEvent(): void {
    this.hasChanged.fill(0)
    this.isAhead.fill(0)
  }

  /**
   * True if a condition has changed. Several at once may change for ever where they depend on each other in a system of equations, as
   * those of diodes; one by one, always the first that is wrong, they come to an end if the system has one solution
   * [Murty, Opsearch 11 (1974) 1].
   */
  update(t: number, isOneByOne: boolean): boolean {
    const { runtime } = this
    let hasChanged = false
    runtime.translation.conditions.forEach((condition, k) => {
      if (isOneByOne && hasChanged) return
      if (this.isAhead[k]) {
        // Until the event itself moves the quantities away from the limit, as a `reinit` does.
        if (this.isAtLimit(k, condition as StateCondition)) return
        this.isAhead[k] = 0
      }
      let isTrue: boolean
      if (condition.kind === 'time') {
        const limit = runtime.evaluate(condition.right) as number
        const isReached = t >= limit || isSameTime(t, limit, this.startTime)
        isTrue = condition.op[0] === '>' ? isReached : !isReached
      } else {
        isTrue = this.isTrueNow(k, condition)
      }
      if ((runtime.conditions[k] !== 0) === isTrue) return
      runtime.conditions[k] = isTrue ? 1 : 0
      this.hasChanged[k] = 1
      hasChanged = true
    })
    return hasChanged
  }

  /**
   * A condition that is as good as at its limit changes now if it has changed in this event and is about to change back, or if it is
   * wrong and gets worse: after the reflection of a ball at h < 0 the height is still negative by a rounding error, but rises; and
   * where two quantities leave zero at the same time, the event of the first one is that of the second. One that the solver has found
   * to cross may be a rounding error before its limit, as at a stop for a clock at the same time. True if there is one.
   */
  lookAhead(t: number, x: Float64Array): boolean {
    const { runtime, difference, nextDifference } = this
    const { conditions } = runtime.translation
    const near: number[] = []
    conditions.forEach((condition, k) => {
      if (condition.kind === 'time' || this.isAhead[k]) return
      const isRight = this.isTrue(condition) === (runtime.conditions[k] !== 0)
      if (isRight && !this.hasChanged[k] && !this.isCrossing[k]) return
      difference[k] = this.computeDifference(condition)
      if (Math.abs(difference[k]) <= this.bandOf(k, condition)) near.push(k)
    })
    if (near.length === 0) return false

    // A short step along the tangent
    const dx = new Float64Array(x.length)
    runtime.readDerivatives(dx)
    const nominal = runtime.stateNominals()
    let h = SLOPE_STEP * this.span
    for (let i = 0; i < x.length; i++)
      h = Math.min(h, (SLOPE_STEP * Math.max(Math.abs(x[i]), nominal[i])) / Math.abs(dx[i]))
    runtime.enter(
      t + h,
      dx.map((slope, i) => x[i] + h * slope),
    )
    runtime.evaluateDynamics()
    for (const k of near) nextDifference[k] = this.computeDifference(conditions[k] as StateCondition)
    runtime.enter(t, x)
    runtime.evaluateAll()

    let hasTurned = false
    for (const k of near) {
      const slope = nextDifference[k] - difference[k]
      const isTrue = conditions[k].op[0] === '>' ? slope > 0 : slope < 0
      if (slope === 0 || isTrue === (runtime.conditions[k] !== 0)) continue
      runtime.conditions[k] = isTrue ? 1 : 0
      this.isAhead[k] = 1
      hasTurned = true
    }
    return hasTurned
  }

  /** Truth of a state condition; one that has changed in this event does not change again because of rounding errors. */
  private isTrueNow(k: number, condition: StateCondition): boolean {
    if (this.hasChanged[k]) this.offset[k] = Math.max(this.offset[k], this.bandOf(k, condition))
    if (this.offset[k] === 0) return this.isTrue(condition)
    const difference = this.computeDifference(condition) + this.shiftOf(k)
    return condition.op[0] === '>' ? difference > 0 : difference < 0
  }

  private isAtLimit(k: number, condition: StateCondition): boolean {
    return Math.abs(this.computeDifference(condition)) <= this.bandOf(k, condition)
  }

  /** What is as good as zero for left - right of a condition. */
  private bandOf(k: number, { left, right }: StateCondition): number {
    const { runtime, size } = this
    const sides = Math.max(
      Math.abs(runtime.evaluate(left) as number),
      Math.abs(runtime.evaluate(right) as number),
    )
    return Math.max(RELATIVE_BAND * Math.max(size[k], sides), MIN_BAND)
  }

  /** After the event: how far the conditions are from changing. */
  endEvent(): void {
    const { runtime } = this
    this.isCrossing.fill(0)
    runtime.translation.conditions.forEach((condition, k) => {
      if (condition.kind === 'time') return
      const band = this.bandOf(k, condition)
      const difference = Math.abs(this.computeDifference(condition))
      const isRight = this.isTrue(condition) === (runtime.conditions[k] !== 0)
      // A condition that is ahead of its difference starts from a crossing function that is zero, and leaves it to the right side.
      if (difference > band) this.offset[k] = 0
      else this.offset[k] = isRight ? band : difference
    })
  }

  /** left - right of a condition with the current values. */
  private computeDifference({ left, right }: StateCondition): number {
    const { runtime } = this
    return (runtime.evaluate(left) as number) - (runtime.evaluate(right) as number)
  }

  /** Truth of a condition with the current values. */
  private isTrue(condition: StateCondition): boolean {
    const left = this.runtime.evaluate(condition.left) as number
    const right = this.runtime.evaluate(condition.right) as number
    switch (condition.op) {
      case '<':
        return left < right
      case '<=':
        return left <= right
      case '>':
        return left > right
      default:
        return left >= right
    }
  }
}
