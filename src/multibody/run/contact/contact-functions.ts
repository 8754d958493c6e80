import { evaluateIndicators } from '../../../mechanics/index.ts'
import type { EventIndicators, SegmentContext } from '../../../simulation/index.ts'
import type { WorldContacts } from '../../world/index.ts'

/**
 * Zero-crossing functions of contacts, in two places that take turns at events: the least distance of other pairs is
 * another function, never zero after an event, while a solver takes one that has just crossed for zero. Several bodies
 * arrive at the same time, but for their rounding errors, and none of them may be lost.
 */
export class ContactFunctions {
  private readonly functions: EventIndicators
  /** Where the functions are: 0 or their number, and the event that brought them there [s]. */
  private place = 0
  private turnTime = Number.NaN

  constructor(
    segment: SegmentContext,
    private readonly contacts: WorldContacts,
  ) {
    this.functions = segment.indicators(2 * contacts.data.indicators.values.length)
  }

  /** Writes the functions at time `t` [s]. */
  evaluate(t: number): void {
    const { data } = this.contacts
    evaluateIndicators(data, t)
    this.functions.values.fill(1).set(data.indicators.values, this.place)
  }

  /** The functions go to the other place, once at each event. */
  turn(time: number): void {
    if (time !== this.turnTime) this.place = this.contacts.data.indicators.values.length - this.place
    this.turnTime = time
  }
}
