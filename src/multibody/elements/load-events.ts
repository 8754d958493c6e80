import { EPS, InputError } from '../../base/index.ts'
import type { VectorValue } from '../records/index.ts'

/**
 * Times [s] of jumps and kinks of a function of time: all of them, or a function that returns the next one after a
 * time, Infinity if there is none.
 */
export type LoadEvents = VectorValue | ((time: number) => number)

/**
 * Rounding error of a time, relative to it: the accuracy of a function that computes its jumps, for example by `time %
 * 1`.
 */
const ROUNDING = 16 * EPS

/**
 * The events of a function of time. The solver ends a step at each of them, and restarts after it. Up to the event the
 * function is evaluated at most immediately before it, then at least immediately after it, so that its value at the
 * event does not matter.
 */
export class LoadEventTimes {
  /** The next event [s]; Infinity: none. */
  private next = Number.POSITIVE_INFINITY
  /** First and last time of evaluations up to that event [s]. */
  private first = Number.NEGATIVE_INFINITY
  private last = Number.POSITIVE_INFINITY

  private constructor(private readonly after: (time: number) => number) {}

  /** Reads the declaration at `path`. */
  static read(path: string, value: unknown): LoadEventTimes {
    if (value === undefined) return new LoadEventTimes(() => Number.POSITIVE_INFINITY)
    if (typeof value === 'function')
      return new LoadEventTimes((time) => {
        const next: unknown = value(time)
        if (typeof next === 'number' && next > time) return next
        throw new InputError(path, `a function that returns a time after its argument, ${time}`, next)
      })
    const isList = Array.isArray(value) || value instanceof Float64Array
    // numbers only: '1', true and null would become times
    if (!isList || !Array.from(value as ArrayLike<unknown>).every(Number.isFinite))
      throw new InputError(path, 'a list of times [s], or a function (time) => next time', value)
    const times = Float64Array.from(value as ArrayLike<number>).sort()
    return new LoadEventTimes((time) => times.find((event) => event > time) ?? Number.POSITIVE_INFINITY)
  }

  /** Continues after an event at `time` [s], of this function or any other. */
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

  /** The time at which a function is evaluated for `time` [s]. */
  timeOf(time: number): number {
    return Math.max(this.first, Math.min(time, this.last))
  }
}
