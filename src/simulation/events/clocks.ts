import { VarioError } from '../../base/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import { isSameTime, TIME_TOLERANCE } from './same-time.ts'

/** The clocks of a running model and their ticks. */
export class Clocks {
  /** Next tick of every clock [s]: nextTick = firstTick + nTick·interval. */
  private readonly nextTick: Float64Array
  private readonly firstTick: Float64Array
  private readonly nTick: Float64Array
  private readonly interval: Float64Array

  /** @param startTime start of the run [s] */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly startTime: number,
  ) {
    const { length } = runtime.translation.clocks
    this.nextTick = new Float64Array(length)
    this.firstTick = new Float64Array(length)
    this.nTick = new Float64Array(length)
    this.interval = new Float64Array(length)
  }

  /** Determines the first ticks of a run that starts at `t`. */
  start(t: number): void {
    const { runtime } = this
    runtime.translation.clocks.forEach((clock, k) => {
      const period = periodOf(runtime, clock)
      const first = clock.start === null ? t : (runtime.evaluate(clock.start) as number)
      this.interval[k] = period
      this.firstTick[k] = first
      this.nTick[k] = Math.max(0, Math.ceil((t - first) / period - TIME_TOLERANCE))
      this.nextTick[k] = first + this.nTick[k] * period
    })
    this.assertAgreements()
  }

  /** Takes over new intervals: the next tick is one new interval after the last one. */
  private takeIntervals(t: number): void {
    const { runtime, nTick, firstTick, interval, nextTick } = this
    let hasChanged = false
    runtime.translation.clocks.forEach((clock, k) => {
      const period = periodOf(runtime, clock)
      if (period === interval[k]) return
      hasChanged = true
      if (nTick[k] > 0) firstTick[k] += (nTick[k] - 1) * interval[k]
      interval[k] = period
      nTick[k] = Math.max(Math.min(nTick[k], 1), Math.ceil((t - firstTick[k]) / period - TIME_TOLERANCE))
      nextTick[k] = firstTick[k] + nTick[k] * period
    })
    if (hasChanged) this.assertAgreements()
  }

  /** Checks that clocks in one equation tick together, with the present values of their parameters. */
  private assertAgreements(): void {
    const { clockAgreements, clocks } = this.runtime.translation
    for (const { where, clocks: numbers } of clockAgreements) {
      const [first, ...others] = numbers
      const other = others.find(
        (k) => this.interval[k] !== this.interval[first] || this.nextTick[k] !== this.nextTick[first],
      )
      if (other === undefined) continue
      const [a, b] = [clocks[first].text, clocks[other].text]
      throw new VarioError(
        'EVENTS',
        `${where}: expected one clock in the equation, got ${a} and ${b}. Pass values of another clock ` +
          `through hold(…) and sample(…, ${a}).`,
        { where, clocks: [a, b] },
      )
    }
  }

  /** True if a clock ticks at `t`. */
  ticksAt(t: number): boolean {
    return this.nextTick.some((tick) => isSameTime(tick, t, this.startTime))
  }

  /** Time of the next tick after `t`; Infinity: none. */
  nextTickAfter(t: number): number {
    let next = Infinity
    for (const tick of this.nextTick) if (tick > t && tick < next) next = tick
    return next
  }

  /** Marks the clocks that tick at `t`; at an initial event, none does. */
  beginEvent(t: number, isInitial: boolean): void {
    const { ticks } = this.runtime.services
    this.nextTick.forEach((tick, k) => {
      ticks[k] = !isInitial && isSameTime(tick, t, this.startTime) ? 1 : 0
    })
  }

  /** Ends the ticks of the event at `t`, which may have changed intervals. */
  endEvent(t: number): void {
    const { ticks } = this.runtime.services
    for (let k = 0; k < ticks.length; k++) {
      if (ticks[k]) this.nextTick[k] = this.firstTick[k] + ++this.nTick[k] * this.interval[k]
      ticks[k] = 0
    }
    this.takeIntervals(t)
  }
}

function periodOf(
  runtime: ModelRuntime,
  { interval }: ModelRuntime['translation']['clocks'][number],
): number {
  const period = runtime.evaluate(interval) as number
  if (!(period > 0)) throw new VarioError('EVENTS', `Clock: expected a positive interval [s], got ${period}.`)
  return period
}
