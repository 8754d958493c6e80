import type { ModelRuntime } from '../runtime/index.ts'
import type { ConditionSlopes } from './condition-slopes.ts'
import type { Conditions } from './conditions.ts'

/** Errors of a state that follows stiffly, as a multiple of its weight in the error control: up to 25 were measured. */
const ERROR_FACTOR = 100

/**
 * Crossings of quantities that follow stiffly. Along the solution the indicator d of a condition changes with the slope
 *
 *   d' = ∇d · x'                                                   (1)
 *
 * of the trajectory. At a point with an error e of the integration from the state to which a rate L attracts, the
 * derivative f is x' - L e: with a large L it does not give the direction of the solution. Where ∇d · f contradicts the
 * crossing that was found, the slope after an event is (1) plus the change of ∇d · f by the event, at the same point
 * (2). The return of the state by e is not a crossing.
 */
export class CrossingNoise {
  /** Difference of (1) from ∇d · f before the event; 0: they agree. */
  private readonly correction: Float64Array
  /** Slope of the trajectory before the event; null: unknown. */
  private approach: Float64Array | null = null
  /** Time since the last point before it [s]. */
  private duration = Number.NaN

  /** @param tolerance relative tolerance of the run */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly conditions: Conditions,
    private readonly slopes: ConditionSlopes,
    private readonly tolerance: number,
  ) {
    this.correction = new Float64Array(runtime.translation.conditions.length)
  }

  /** Takes the slope of all states before the event [1/s], and the time since the last point [s]. */
  setApproach(approach: Float64Array, duration: number): void {
    this.approach = approach
    this.duration = duration
  }

  /** Discards the corrections at the begin of an event. */
  clear(): void {
    this.correction.fill(0)
  }

  /**
   * Finds crossings that the derivatives `dx` contradict, by their slopes ∇d · f. The model has been evaluated at `t`
   * and `x`, before the event.
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
      // At a turning point the last piece of the trajectory may already have the opposite direction.
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
   * Errors of indicators because of states that follow stiffly: those whose derivatives differ from the slope of the
   * solution so much that in the last step they would have led away from it by more than its error.
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
