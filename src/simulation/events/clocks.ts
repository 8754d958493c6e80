import { VarioError } from '../../base/index.ts'
import { preName } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import { type BaseInterval, type ClockRate, findRates, intervalOf, isSameRate } from './clock-rates.ts'
import { isSameRational, multiplyRational } from './rational.ts'
import { isSameTime, TIME_TOLERANCE } from './same-time.ts'

/** A base clock `Clock(…)`: of constant or variable interval, or of events. */
interface Base {
  /** Null: a clock of events. */
  interval: BaseInterval | null
  /** A tick of it [s], and its number as position; intervals before it may have been others. */
  anchor: number
  position: number
  /** The interval has changed during the run. */
  isVariable: boolean
  /** Clock of events: number of ticks, and true if it ticks at the present event. */
  nTick: number
  hasRisen: boolean
}

/**
 * The clocks of a running model and their ticks. All ticks of one base clock are exact fractions of its interval, so
 * that ticks of different rates coincide without rounding errors.
 */
export class Clocks {
  /** Next tick of every clock [s]; NaN: unknown, of a clock of events. */
  private readonly nextTick: Float64Array
  /** Number of the next tick, counted from the first possible one. */
  private readonly nTick: Float64Array
  private readonly lastTick: Float64Array
  private readonly hasTicked: Uint8Array
  private rates: readonly ClockRate[] = []
  private bases: Base[] = []
  private readonly events: readonly number[]
  /** Numbers of the clocks whose ticks are events. */
  private readonly ticking: readonly number[]

  /** @param startTime start of the run [s] */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly startTime: number,
  ) {
    const { clocks } = runtime.translation
    this.nextTick = new Float64Array(clocks.length)
    this.nTick = new Float64Array(clocks.length)
    this.lastTick = new Float64Array(clocks.length)
    this.hasTicked = new Uint8Array(clocks.length)
    this.events = clocks.flatMap(({ kind }, k) => (kind === 'event' ? [k] : []))
    this.ticking = clocks.flatMap(({ isAuxiliary }, k) => (isAuxiliary ? [] : [k]))
  }

  /** Determines the first ticks of a run that starts at `t`. */
  start(t: number): void {
    const { runtime } = this
    this.rates = findRates(runtime)
    this.bases = runtime.translation.clocks.map((clock) => ({
      interval: intervalOf(runtime, clock),
      anchor:
        clock.kind === 'periodic' && clock.start !== null ? (runtime.evaluate(clock.start) as number) : t,
      position: 0,
      isVariable: false,
      nTick: 0,
      hasRisen: false,
    }))
    this.rates.forEach((_, k) => {
      this.nTick[k] = this.countBefore(k, t)
      this.nextTick[k] = this.tickTime(k, this.nTick[k])
    })
    this.assertAgreements(t)
  }

  /** Number of ticks of a clock before `t` at the present interval, without those before its first one. */
  private countBefore(k: number, t: number): number {
    const { base, step, shift } = this.rates[k]
    const { interval, anchor, position } = this.bases[base]
    if (interval === null) return 0
    const passed = (t - anchor) / lengthOf(interval) + position - shift.num / shift.den
    return Math.max(0, Math.ceil(passed / (step.num / step.den) - TIME_TOLERANCE))
  }

  /** Time of tick number `n` of a clock, computed from its exact position. */
  private tickTime(k: number, n: number): number {
    const { base, step, shift } = this.rates[k]
    const { interval, anchor, position } = this.bases[base]
    if (interval === null) return Number.NaN
    const den = shift.den * step.den
    const num = shift.num * step.den + n * step.num * shift.den - position * den
    const { scale, fraction } = interval
    return anchor + ((num * fraction.num) / (den * fraction.den)) * scale
  }

  /** Takes over new intervals: the next tick is one new interval after the last one. */
  private takeIntervals(t: number): void {
    const { runtime, bases } = this
    const changed = new Set<number>()
    runtime.translation.clocks.forEach((clock, k) => {
      const interval = intervalOf(runtime, clock)
      if (interval === null || isSameInterval(interval, bases[k].interval!)) return
      changed.add(k)
      this.moveAnchor(bases[k], interval, t)
    })
    this.assertRates()
    if (changed.size === 0) return
    this.rates.forEach(({ base }, k) => {
      if (!changed.has(base)) return
      this.nTick[k] = Math.max(this.nTick[k], this.countBefore(k, t))
      this.nextTick[k] = this.tickTime(k, this.nTick[k])
      if (this.hasTicked[k] && isSameTime(this.nextTick[k], t, this.startTime)) throw this.zeno(base, t)
    })
    this.assertAgreements(t)
  }

  /** Checks that no factor of a conversion has changed since the start. */
  private assertRates(): void {
    const { clocks } = this.runtime.translation
    if (!clocks.some(({ kind }) => kind === 'derived')) return
    const changed = findRates(this.runtime).findIndex((rate, k) => !isSameRate(rate, this.rates[k]))
    if (changed < 0) return
    const { text } = clocks[changed]
    throw new VarioError(
      'EVENTS',
      `${text}: expected the factors of the start of the run, got others. Change the interval of the clock instead.`,
      { clock: text },
    )
  }

  /** Counts the ticks of a base clock from its last one before `t`, with the new interval. */
  private moveAnchor(base: Base, interval: BaseInterval, t: number): void {
    const [before, after] = [lengthOf(base.interval!), lengthOf(interval)]
    base.interval = interval
    base.isVariable = true
    if (t < base.anchor && !isSameTime(t, base.anchor, this.startTime)) return
    const passed = Math.floor((t - base.anchor) / before + TIME_TOLERANCE)
    base.anchor += passed * before
    base.position += passed
    const nSkipped = Math.ceil((t - base.anchor) / after - TIME_TOLERANCE) - 1
    if (nSkipped > 0) base.anchor += nSkipped * after
  }

  /** Checks that variables with several clocks have clocks that tick together, with the present parameters. */
  private assertAgreements(t: number): void {
    const { clockAgreements, clocks } = this.runtime.translation
    for (const { where, clocks: pair, isMultiple } of clockAgreements) {
      const [first, second] = pair
      if (isMultiple ? this.isMultiple(first, second, t) : this.ticksWith(first, second, t)) continue
      const [a, b] = [clocks[first].text, clocks[second].text]
      const message = isMultiple
        ? `${where}: expected a clock that ticks at every m-th tick of ${a} with an integer m, got ${b}. Give the factor.`
        : `${where}: expected one clock in the equation, got ${a} and ${b}. Pass values of another clock ` +
          `through hold(…) and sample(…, ${a}), or convert them by subSample, superSample or noClock.`
      throw new VarioError('EVENTS', message, { where, clocks: [a, b] })
    }
  }

  /** True if two clocks have the same ticks from `t` on. */
  private ticksWith(a: number, b: number, t: number): boolean {
    const [first, second] = [this.rates[a], this.rates[b]]
    if (isSameRate(first, second)) return true
    const [p, q] = [this.bases[first.base].interval, this.bases[second.base].interval]
    if (p === null || q === null || first.base === second.base) return false
    const isExact = p.scale === q.scale
    const isSameLength = isExact
      ? isSameRational(multiplyRational(first.step, p.fraction), multiplyRational(second.step, q.fraction))
      : this.length(a) === this.length(b)
    return isSameLength && isSameTime(this.tickFrom(a, t), this.tickFrom(b, t), this.startTime)
  }

  /** True if clock `b` ticks at every m-th tick of clock `a`, from the first one after `t` on. */
  private isMultiple(a: number, b: number, t: number): boolean {
    const [first, second] = [this.rates[a], this.rates[b]]
    if (first.base === second.base) {
      const ratio = (second.step.num * first.step.den) / (second.step.den * first.step.num)
      return Number.isInteger(ratio) && isSameRational(first.shift, second.shift)
    }
    if (this.bases[first.base].interval === null || this.bases[second.base].interval === null) return false
    const ratio = this.length(b) / this.length(a)
    const isInteger = Math.abs(ratio - Math.round(ratio)) <= TIME_TOLERANCE * ratio
    return isInteger && isSameTime(this.tickFrom(a, t), this.tickFrom(b, t), this.startTime)
  }

  /** Time of the first tick of a clock at or after `t`. */
  private tickFrom(k: number, t: number): number {
    return this.tickTime(k, this.countBefore(k, t))
  }

  /** Interval of a clock at the present interval of its base clock [s]. */
  private length(k: number): number {
    const { base, step } = this.rates[k]
    const { scale, fraction } = this.bases[base].interval!
    return ((step.num * fraction.num) / (step.den * fraction.den)) * scale
  }

  /** True if a clock ticks at `t`. */
  ticksAt(t: number): boolean {
    return this.ticking.some((k) => isSameTime(this.nextTick[k], t, this.startTime))
  }

  /** True if a clock ticks at `t`, or at an event that may occur at `t`. */
  mayTickAt(t: number): boolean {
    return this.events.length > 0 || this.ticksAt(t)
  }

  /** Time of the next tick after `t`; Infinity: none. */
  nextTickAfter(t: number): number {
    let next = Infinity
    for (const k of this.ticking) {
      const tick = this.nextTick[k]
      if (tick > t && tick < next) next = tick
    }
    return next
  }

  /** Marks the clocks that tick at `t`; at an initial event, none does. */
  beginEvent(t: number, isInitial: boolean): void {
    const { ticks } = this.runtime.services
    for (const k of this.ticking) {
      ticks[k] = 0
      if (!isInitial && isSameTime(this.nextTick[k], t, this.startTime)) this.tick(k, t)
    }
    for (const k of this.events) this.bases[k].hasRisen = false
  }

  /** Marks the clocks of events whose conditions have become true at `t`; true if there are any. */
  tickAtEvents(t: number): boolean {
    const { runtime, events, bases, rates } = this
    let hasRisen = false
    for (const k of events) {
      const clock = runtime.translation.clocks[k]
      if (clock.kind !== 'event' || bases[k].hasRisen) continue
      if (!runtime.read(clock.condition) || runtime.read(preName(clock.condition))) continue
      bases[k].hasRisen = true
      hasRisen = true
      rates.forEach(({ base, step, shift }, i) => {
        if (base === k && shift.num + this.nTick[i] * step.num === bases[k].nTick) this.tick(i, t)
      })
    }
    return hasRisen
  }

  /** Marks a tick, and the interval before it. */
  private tick(k: number, t: number): void {
    const { services } = this.runtime
    const base = this.bases[this.rates[k].base]
    services.ticks[k] = 1
    services.firstTicks[k] = this.hasTicked[k] ? 0 : 1
    const isConstant = base.interval !== null && !base.isVariable
    services.intervals[k] = isConstant
      ? this.length(k)
      : this.hasTicked[k]
        ? t - this.lastTick[k]
        : this.firstInterval(k)
  }

  /** Value of `interval` at the first tick of a clock whose interval is not constant. */
  private firstInterval(k: number): number {
    const { runtime, rates } = this
    const clock = runtime.translation.clocks[rates[k].base]
    return clock.kind === 'event' ? (runtime.evaluate(clock.startInterval) as number) : this.length(k)
  }

  /** Ends the ticks of the event at `t`, which may have changed intervals. */
  endEvent(t: number): void {
    const { ticks } = this.runtime.services
    for (const k of this.events) if (this.bases[k].hasRisen) this.bases[k].nTick++
    for (let k = 0; k < ticks.length; k++) {
      if (!ticks[k]) continue
      ticks[k] = 0
      this.nTick[k]++
      this.lastTick[k] = t
      this.hasTicked[k] = 1
      this.nextTick[k] = this.tickTime(k, this.nTick[k])
    }
    this.takeIntervals(t)
  }

  private zeno(base: number, t: number): VarioError {
    const { text } = this.runtime.translation.clocks[base]
    return new VarioError(
      'EVENTS',
      `${text}: expected ticks that advance the time, got the interval ${lengthOf(this.bases[base].interval!)} s at ` +
        `t = ${t} s. Give it a lower limit.`,
      { clock: text, t },
    )
  }
}

function lengthOf({ scale, fraction }: BaseInterval): number {
  return (fraction.num / fraction.den) * scale
}

function isSameInterval(a: BaseInterval, b: BaseInterval): boolean {
  return a.scale === b.scale && isSameRational(a.fraction, b.fraction)
}
