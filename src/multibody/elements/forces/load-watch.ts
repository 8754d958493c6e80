import type { Warn } from '../../../simulation/index.ts'

/** Samples of the first steps, which may be long because nothing happens, and of later ones that are as long as the longest so far. */
const FIRST_STEPS = 50
const FIRST_SAMPLES = 1000
const LATER_SAMPLES = 64

/** Number of times at which the solver has looked that are remembered: more than a step of any method has, with some rejected ones. */
const MAX_TIMES = 64

/**
 * What lies this far outside of the values that the solver has seen in a step, relative to their range, is not the course between them;
 * nor is what lies this far outside relative to the range of all values so far, of which a long step sees an extremum coming.
 */
const OUTSIDE_STEP = 0.5
const OUTSIDE_ALL = 0.1

/** Rounding of values, relative to their size. */
const ROUNDING = 1e-9

/**
 * Looks for changes of a force that a step of the solver has jumped over: a pulse between two evaluations is not there for the solver.
 * After every step, the function is sampled more densely than the solver has evaluated it, with the motion of the end of the step.
 * Samples far outside of the values at the times of the solver are reported.
 */
export class LoadWatch {
  /** Times at which the solver has looked since the beginning of the step [s] (nTime). */
  private readonly times = new Float64Array(MAX_TIMES)
  private nTime = 0
  /** Least and largest values at these times, and since the beginning of the run (3 each). */
  private readonly low = new Float64Array(3)
  private readonly high = new Float64Array(3)
  private readonly lowest = new Float64Array(3).fill(Number.POSITIVE_INFINITY)
  private readonly highest = new Float64Array(3).fill(Number.NEGATIVE_INFINITY)
  private start = Number.NaN
  private steps = 0
  private longest = 0

  constructor(
    /** The function at a time [s], for the motion as it is now. */
    private readonly load: (time: number) => ArrayLike<number>,
    /** Path of the function, for messages. */
    private readonly path: string,
    private readonly warn: Warn,
  ) {}

  /** The solver, or somebody else, looks at the function at `time` [s]. */
  record(time: number): void {
    if (this.nTime < MAX_TIMES && this.times[this.nTime - 1] !== time) this.times[this.nTime++] = time
  }

  /** It was for output at `time` [s] only. */
  forget(time: number): void {
    if (this.nTime > 0 && this.times[this.nTime - 1] === time) this.nTime--
  }

  /** A step has ended at `end` [s]; the next one begins there. */
  endStep(end: number): void {
    if (end > this.start) {
      this.gather(end)
      this.look(end)
    }
    this.start = end
    this.nTime = 0
  }

  /** The range of what the solver has seen. */
  private gather(end: number): void {
    const { low, high, lowest, highest, times, nTime, start } = this
    low.fill(Number.POSITIVE_INFINITY)
    high.fill(Number.NEGATIVE_INFINITY)
    for (let i = -2; i < nTime; i++) {
      const time = i === -2 ? start : i === -1 ? end : times[i]
      if (time < start || time > end) continue
      const value = this.load(time)
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], value[k])
        high[k] = Math.max(high[k], value[k])
      }
    }
    for (let k = 0; k < 3; k++) {
      lowest[k] = Math.min(lowest[k], low[k])
      highest[k] = Math.max(highest[k], high[k])
    }
  }

  private look(end: number): void {
    const { start } = this
    const length = end - start
    this.longest = Math.max(this.longest, length)
    this.steps++
    const most = this.steps <= FIRST_STEPS ? FIRST_SAMPLES : LATER_SAMPLES
    const n = Math.max(2, Math.ceil((most * length) / this.longest))
    for (let i = 1; i <= n; i++) {
      const time = start + (length * (i - 0.5)) / n
      if (!this.isOutside(this.load(time))) continue
      const message = `${this.path} changes within the step from t = ${start} s to ${end} s, at about ${time} s, and the solver, which jumped over it, has not seen it. Say when it changes, events: […], or limit the steps by maxStep.`
      this.warn({ code: 'MISSED_CHANGE', key: this.path, time, message })
      return
    }
  }

  private isOutside(value: ArrayLike<number>): boolean {
    const { low, high, lowest, highest } = this
    for (let k = 0; k < 3; k++) {
      const size = Math.max(Math.abs(lowest[k]), Math.abs(highest[k]))
      const all = highest[k] - lowest[k]
      const margin = OUTSIDE_STEP * (high[k] - low[k]) + OUTSIDE_ALL * all + ROUNDING * size
      if (value[k] > high[k] + margin || value[k] < low[k] - margin) return true
    }
    return false
  }
}
