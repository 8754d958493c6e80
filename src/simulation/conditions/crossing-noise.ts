import type { ConditionHost } from './condition-host.ts'
import type { ConditionSlopes } from './condition-slopes.ts'
import type { Conditions } from './conditions.ts'

/** Errors of a state that follows stiffly, as a multiple of its weight in the error control: measured are up to 25. */
const ERROR_FACTOR = 100

/**
 * Crossings of quantities that follow stiffly. Along the solution left - right of a condition changes with the slope
 *
 *   d' = ∇d · x'                                                   (1)
 *
 * of the trajectory. The derivative f at a point of it, an error e of the integration away from where a rate L pulls
 * the state to, is x' - L e: with a large L it says nothing about the direction in which the solution goes. Where ∇d ·
 * f contradicts the crossing that was found, what comes after an event is (1) and what the event has changed of ∇d · f,
 * at the same point (2). The state returns by e, and that is no crossing.
 */
export class CrossingNoise {
  /** What (1) differs by from ∇d · f before the event; 0: they agree. */
  private readonly correction: Float64Array
  /** Slope of the trajectory before the event; null: there is none. */
  private approach: Float64Array | null = null
  /** Time since the last point before it [s]. */
  private duration = Number.NaN

  /** @param tolerance relative tolerance of the run */
  constructor(
    private readonly runtime: ConditionHost,
    private readonly conditions: Conditions,
    private readonly slopes: ConditionSlopes,
    private readonly tolerance: number,
  ) {
    this.correction = new Float64Array(runtime.translation.conditions.length)
  }

  /** Tells how the solution comes to the event: slope of all states [1/s], and the time since the last point [s]. */
  setApproach(approach: Float64Array, duration: number): void {
    this.approach = approach
    this.duration = duration
  }

  /** Nothing is known of the event that begins. */
  clear(): void {
    this.correction.fill(0)
  }

  /**
   * Finds the crossings, with their slopes ∇d · f, that the derivatives `dx` contradict. The model has been evaluated
   * at `t` and `x`, before the event.
   */
  beginEvent(
    t: number,
    x: Float64Array,
    crossing: readonly number[],
    slope: Float64Array,
    dx: Float64Array,
  ): void {
    const { approach, conditions } = this
    if (approach === null) return
    const doubtful = crossing.filter((k, i) => slope[i] * conditions.sideOf(k) > 0)
    if (doubtful.length === 0) return
    const errors = this.computeErrors(doubtful, t, x, dx, approach)
    const alongSolution = new Float64Array(doubtful.length)
    this.slopes.compute(doubtful, t, x, 1, approach, alongSolution)
    doubtful.forEach((k, i) => {
      if (errors[i] === 0) return
      // At a turning point the last piece of the trajectory may have gone the other way already.
      const direction = -conditions.sideOf(k)
      const actual = direction * Math.max(0, direction * alongSolution[i])
      this.correction[k] = actual - slope[crossing.indexOf(k)]
      conditions.setNoise(k, errors[i])
    })
  }

  /** The slope (2) of a condition after the event, from ∇d · f there. */
  correct(k: number, slope: number): number {
    return slope + this.correction[k]
  }

  /**
   * How far left - right may be off because of states that follow stiffly: those whose derivatives are so far from the
   * slope of the solution that in the last step they would have led away from it by more than its error.
   */
  private computeErrors(
    list: readonly number[],
    t: number,
    x: Float64Array,
    dx: Float64Array,
    approach: Float64Array,
  ): Float64Array {
    const errors = new Float64Array(list.length)
    const nominals = this.runtime.stateNominals()
    const direction = new Float64Array(x.length)
    const share = new Float64Array(list.length)
    for (let i = 0; i < x.length; i++) {
      const weight = this.tolerance * (Math.abs(x[i]) + 0.1 * Math.abs(nominals[i]))
      if (!(Math.abs(dx[i] - approach[i]) * this.duration > weight)) continue
      direction[i] = ERROR_FACTOR * weight
      this.slopes.compute(list, t, x, 0, direction, share)
      direction[i] = 0
      for (let p = 0; p < list.length; p++) errors[p] += Math.abs(share[p])
    }
    return errors
  }
}
