import { VarioError } from '../../base/index.ts'
import { registerFunction } from '../../model/index.ts'
import type {
  ComponentEvent,
  ComponentMemory,
  EventIndicators,
  PassedStep,
  SegmentContext,
} from '../../simulation/index.ts'
import { type Expr, number } from '../../symbolic/index.ts'
import { SignalHistory } from './signal-history.ts'

/** Accuracy of the history relative to the tolerance of the run: its errors shall not be visible. */
const HISTORY_PART = 0.1
/** Largest step, relative to a fixed delay: less than one, so that a break is known before it comes out. */
const STEP_PART = 0.9
/** Upper bound of a delay that does not change. */
const FIXED = 0
/** The smallest delay that limits steps, relative to the largest one. */
const MIN_DELAY = 1e-6
/** Instants closer than this, relative to them and to 1 s, are the same. */
const SAME_TIME = 1e-10
/** A change of the first value, relative to it, below which it has settled. */
const SAME_VALUE = 1e-12

/** Memory of one `delay` in the equations. */
class DelayMemory implements ComponentMemory {
  private history = new SignalHistory(0)
  private indicators: EventIndicators = { values: new Float64Array(2), crossing: new Int8Array(2) }
  private path = ''
  /** Time [s], signal, delay and its upper bound [s] at the last evaluation. */
  private t = 0.1
  private x = 0.1
  private T = 0.1
  private longest = 0.1
  /** Stretch of the history that is read until the next event; -1: the time before the start. */
  private stretch = -1
  private initial = 0.1
  private hasBegun = false
  /** Largest delay so far, and its rate of change during the last step. */
  private largest = 0.1
  private before = { t: Number.NaN, T: Number.NaN }
  private shrinks = 0.1

  /** Takes the signal and the delay. */
  record(x: number, t: number, T: number, longest: number): number {
    // equations are not checked for the types of arguments of functions
    if (typeof x !== 'number' && typeof x !== 'boolean')
      throw new VarioError(
        'EVALUATION',
        'delay: expected a number, got an array; write one delay for each element.',
      )
    this.x = Number(x)
    this.t = t
    this.T = T
    this.longest = longest
    return 0
  }

  read(t: number, T: number): number {
    // samples at the start are taken before the first event
    if (!this.hasBegun) return this.x
    return this.history.valueAt(t - T, this.stretch)
  }

  /** Derivative of the value with respect to the delay. */
  readSlope(t: number, T: number): number {
    return -this.history.slopeAt(t - T, this.stretch)
  }

  initSegment(segment: SegmentContext): void {
    this.indicators = segment.indicators(2, true)
    this.path = segment.path
    if (!segment.isFirst) return
    this.history = new SignalHistory(HISTORY_PART * segment.tolerance)
    this.stretch = -1
    this.hasBegun = false
    this.x = this.initial = this.largest = this.shrinks = 0
    this.before = { t: Number.NaN, T: Number.NaN }
    this.history.begin(segment.time, 0)
  }

  /** Distance of the read instant to the ends of its stretch. */
  evaluate(): void {
    const { values } = this.indicators
    values[0] = values[1] = -1
    if (this.isFixed) return
    const { t, T, history, stretch } = this
    const [start, end] = [history.startOf(stretch), history.startOf(stretch + 1)]
    if (end < Infinity) values[0] = t - T - end
    if (start > -Infinity) values[1] = start - (t - T)
  }

  onEvent(event: ComponentEvent): void {
    const { history } = this
    this.checkDelay()
    this.largest = Math.max(this.largest, this.T)
    if (event.isInitial) {
      const isSettled = Math.abs(this.x - this.initial) <= SAME_VALUE * Math.abs(this.x)
      this.initial = this.x
      this.hasBegun = true
      history.begin(event.time, this.x)
      if (!isSettled) event.repeat()
      return
    }
    history.passEvent()
    const stretch = this.findStretch(event.time)
    if (stretch === this.stretch) return
    this.stretch = stretch
    event.repeat()
  }

  nextEvent(): number {
    return this.isFixed ? this.history.startOf(this.stretch + 1) + this.T : Infinity
  }

  nextMaxStep(): number {
    if (this.isFixed) return STEP_PART * this.T
    // the read instant must not pass the end of the history within the step
    return Math.max(this.T / (1.5 + 2 * this.shrinks), MIN_DELAY * this.largest)
  }

  onStep(step: PassedStep): boolean {
    const isNew = this.history.append(step, () => this.x)
    this.checkDelay()
    this.largest = Math.max(this.largest, this.T)
    this.shrinks = Math.max(0, (this.before.T - this.T) / (this.t - this.before.t)) || 0
    this.before = { t: this.t, T: this.T }
    this.history.forgetBefore(step.end - (this.isFixed ? this.T : this.longest))
    return isNew && this.isFixed
  }

  /** The stretch that is read from an event on. */
  private findStretch(t: number): number {
    const { history, T, isFixed } = this
    let { stretch } = this
    const { crossing } = this.indicators
    const slack = SAME_TIME * Math.max(1, Math.abs(t))
    if (isFixed) {
      while (history.startOf(stretch + 1) + T <= t + slack) stretch++
      while (stretch >= 0 && history.startOf(stretch) + T > t + slack) stretch--
      return stretch
    }
    // an end that has just been passed decides about both sides of it
    if (crossing[0] > 0) stretch++
    else if (crossing[1] > 0) stretch--
    while (history.startOf(stretch + 1) < t - T - slack) stretch++
    while (history.startOf(stretch) > t - T + slack) stretch--
    return stretch
  }

  private get isFixed(): boolean {
    return this.longest === FIXED
  }

  private checkDelay(): void {
    const { T, longest } = this
    if (T > 0 && (this.isFixed || T <= longest * (1 + SAME_TIME))) return
    const expected =
      T > 0
        ? `at most the longest delay, ${longest} s,`
        : 'a positive delay; without one, use the signal itself,'
    throw new VarioError('EVALUATION', `delay: expected ${expected} got ${T} s at t = ${this.t} s.`, {
      path: this.path,
    })
  }
}

/**
 * The value of x a time T [s] ago, as function of equations: delay(x, T), or delay(x, T, longest) with a delay that varies
 * up to `longest` [s], beyond which nothing is kept. At first it is the value of x at the start. The history has the
 * accuracy of the solver; jumps and kinks of x come out as events.
 */
export const delay = registerFunction('delay', (x: number): number => x, {
  remember: (args, isFixed) => {
    if (args.length < 2 || args.length > 3) {
      const message = `delay: expected delay(x, T) or delay(x, T, longest), got ${args.length} argument(s).`
      throw new VarioError('CALL', message)
    }
    const [x, T, bound = number(Infinity)] = args
    const longest = isFixed(T) ? number(FIXED) : bound
    const time: Expr = { kind: 'name', name: 'time' }
    const { record, read, readSlope } = DelayMemory.prototype
    const slope = { name: 'vario_delaySlope', evaluate: readSlope }
    return {
      memory: () => new DelayMemory(),
      record: { info: { name: 'vario_recordDelay', evaluate: record }, args: [x, time, T, longest] },
      read: {
        info: { name: 'vario_delayed', evaluate: read, jacobian: [null, slope] },
        args: [time, T],
      },
    }
  },
})
