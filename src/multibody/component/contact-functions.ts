import { evaluateIndicators } from '../../mechanics/index.ts'
import type { EventIndicators, SegmentContext } from '../../simulation/index.ts'
import type { WorldContacts } from '../world/index.ts'

/**
 * Event indicators of contacts. They change after every event: the smallest distance of the pairs that do not touch
 * yet, which is never zero. Several bodies arrive at the same time up to rounding errors, and none of them may be lost.
 */
export class ContactFunctions {
  private readonly functions: EventIndicators

  constructor(
    segment: SegmentContext,
    private readonly contacts: WorldContacts,
  ) {
    this.functions = segment.indicators(contacts.data.indicators.values.length, true)
  }

  /** Writes the indicators at time `t` [s]. */
  evaluate(t: number): void {
    const { data } = this.contacts
    evaluateIndicators(data, t)
    this.functions.values.set(data.indicators.values)
  }
}
