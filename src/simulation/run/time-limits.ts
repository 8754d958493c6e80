import type { EventHandler } from '../events/index.ts'
import type { Inputs } from '../inputs/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

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
