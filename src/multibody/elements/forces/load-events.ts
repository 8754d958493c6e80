import { EPS, InputError } from '../../../base/index.ts'
import type { VectorValue } from '../../records/index.ts'

/**
 * Times [s] at which a function of time jumps or has a kink: all of them, or a function that returns the next one after
 * a time, Infinity if there is none.
 */
export type LoadEvents = VectorValue | ((time: number) => number)

/**
 * Rounding of a time, relative to it: a function that computes where it jumps, by `time % 1` for example, is as
 * accurate as that.
 */
const ROUNDING = 16 * EPS

/**
 * The events of a function of time. The solver ends a step at each of them, and goes on behind it: until then, the
 * function is evaluated immediately before the event, and after that immediately behind it, so that it has the same
 * value on each side whatever it is at the event itself.
 */
export class LoadEventTimes {
  /** The next event [s]; Infinity: none. */
  private next = Number.POSITIVE_INFINITY
  /** First and last time of evaluations until then [s]. */
  private first = Number.NEGATIVE_INFINITY
  private last = Number.POSITIVE_INFINITY

  private constructor(private readonly after: (time: number) => number) {}

  /** Reads what is declared at `path`. */
  static read(path: string, value: unknown): LoadEventTimes {
    if (value === undefined) return new LoadEventTimes(() => Number.POSITIVE_INFINITY)
    if (typeof value === 'function')
      return new LoadEventTimes((time) => {
        const next: unknown = value(time)
        if (typeof next === 'number' && next > time) return next
        throw new InputError(path, `a function that returns a time after the one that it gets, ${time}`, next)
      })
    const isList = Array.isArray(value) || value instanceof Float64Array
    // numbers only: '1', true and null would become times
    if (!isList || !Array.from(value as ArrayLike<unknown>).every(Number.isFinite))
      throw new InputError(path, 'a list of times [s], or a function (time) => next time', value)
    const times = Float64Array.from(value as ArrayLike<number>).sort()
    return new LoadEventTimes((time) => times.find((event) => event > time) ?? Number.POSITIVE_INFINITY)
  }

  /** Goes on from an event at `time` [s], of this function or of anything else. */
  goOnFrom(time: number): void {
    const rounding = ROUNDING * Math.abs(time)
    if (time >= this.next - rounding) this.first = time + rounding
    this.next = this.after(time + rounding)
    this.last = this.next < Infinity ? this.next - ROUNDING * Math.abs(this.next) : Infinity
  }

  /** The next event [s]; Infinity: none. */
  get nextTime(): number {
    return this.next
  }

  /** The time at which a function is to be evaluated for `time` [s]. */
  timeOf(time: number): number {
    return Math.max(this.first, Math.min(time, this.last))
  }
}
