import { evaluateIndicators } from '../../../mechanics/index.ts'
import type { EventIndicators, SegmentContext } from '../../../simulation/index.ts'
import type { WorldContacts } from '../../world/index.ts'

/**
 * Zero-crossing functions of contacts. They are other functions after every event: the least distance of those pairs that
 * do not touch yet, which is never zero. Several bodies arrive at the same time, but for their rounding errors, and none of
 * them may be lost.
 */
export class ContactFunctions {
  private readonly functions: EventIndicators

  constructor(
    segment: SegmentContext,
    private readonly contacts: WorldContacts,
  ) {
    this.functions = segment.indicators(contacts.data.indicators.values.length, true)
  }

  /** Writes the functions at time `t` [s]. */
  evaluate(t: number): void {
    const { data } = this.contacts
    evaluateIndicators(data, t)
    this.functions.values.set(data.indicators.values)
  }
}
