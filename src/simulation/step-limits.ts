import type { EventHandler } from './events/index.ts'
import type { Inputs, ModelRuntime } from './runtime/index.ts'
import type { ModelProblem, SegmentSolver } from './solver-interface/index.ts'

/**
 * Fraction of the time between two checks of a model in islands after which the next check is rescheduled: forces may
 * have accelerated bodies.
 */
const ASK_PART = 0.1

/**
 * Limits steps to the next check by components with memory, normally scheduled before every step. If islands of the
 * model make separate steps, most of these are far shorter than the limit: then it is rescheduled after a fraction of
 * it, and after events.
 */
export class LookAhead {
  /** Time to which steps may go, and time at which the next limit is requested [s]. */
  private tLook = Number.NaN
  private tAsk = Number.NEGATIVE_INFINITY

  constructor(private readonly problem: ModelProblem) {}

  /** Requests a limit before the next step: after an event, or at the start of a segment. */
  reset(): void {
    this.tAsk = Number.NEGATIVE_INFINITY
  }

  /** Time of the next check [s]. */
  next(solver: SegmentSolver): number {
    const { t, x, isInIslands } = solver
    if (t >= this.tAsk) {
      const longest = this.problem.longestStep(t, x, isInIslands)
      this.tLook = t + longest
      this.tAsk = isInIslands ? t + ASK_PART * longest : t
    }
    return this.tLook
  }
}

/** Time limits of steps after an event. */
export class TimeLimits {
  /** Next time event, or the end [s]. */
  event = Number.NaN
  /** Time up to which islands may step over events that do not concern them [s]. */
  known = Number.NaN

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly events: EventHandler,
    private readonly inputs: Inputs,
    private readonly stopTime: number,
  ) {}

  update(t: number): void {
    const { events, inputs, stopTime } = this
    const { memories } = this.runtime
    const kink = Math.min(events.nextTimeEvent(t), inputs.nextKink(t))
    const event = Math.min(kink, memories.nextEvent(t))
    // an event that rounding errors have moved behind the end is at the end
    this.event = t < stopTime && events.isSameTime(stopTime, event) ? stopTime : event
    this.known = Math.min(kink, memories.knownUntil(t), stopTime)
  }
}
