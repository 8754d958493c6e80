import { InputError } from '../../base/index.ts'
import { placeError } from './place-error.ts'
import { GoneError, type LiveState } from './world-state.ts'

/**
 * A condition that is looked at along the way. It may be true for a short time only, between two looks: when something
 * comes near and goes away again. So the looks are made also where the positions, distances and angles that it asks for
 * turn back, because that is where they are smallest or largest.
 */
export class WatchedCondition {
  /** Whether it was true at the last look. */
  isTrue = false
  /** Positive as long as nothing that the condition asks for has turned back since the last event. */
  margin = 1
  /** What it asks for, but an action has removed; null: all is there. */
  gone: string | null = null
  private readonly rates = new Map<string, number>()
  /** Which way each of them went at the last event. */
  private readonly directions = new Map<string, number>()

  constructor(
    private readonly state: LiveState,
    private readonly evaluate: (state: LiveState) => unknown,
    /** For messages. */
    private readonly name: string,
  ) {}

  /** Rates below `slow` [1/s], relative to the size of the scene, are as good as zero. */
  look(slow: number): void {
    const { rates, directions, state } = this
    rates.clear()
    state.rates = rates
    try {
      const answer = this.evaluate(state)
      // one that forgets its `return` would never be fulfilled
      if (typeof answer !== 'boolean')
        throw new InputError('condition', 'true or false as its answer', answer)
      this.isTrue = answer
      this.gone = null
    } catch (error) {
      // what is gone fulfills nothing
      if (!(error instanceof GoneError)) throw placeError(error, this.name, state.time)
      this.isTrue = false
      this.gone = error.message
    } finally {
      state.rates = null
    }
    this.margin = 1
    for (const [key, rate] of rates)
      this.margin = Math.min(this.margin, (directions.get(key) ?? 0) * rate + slow)
  }

  /** An event: things go on the way that they go now, as the last look has found. */
  pass(): void {
    this.directions.clear()
    for (const [key, rate] of this.rates) this.directions.set(key, Math.sign(rate))
  }
}
