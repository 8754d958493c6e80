import type { Statistics } from '../stepping/index.ts'
import type { RadauStart } from './bdf-radau-start.ts'

/** Earlier events in the same step. */
export type CorrectorHistory = 'first' | 'errorFailure' | 'correctorFailure'

/** One attempt at a step. The method has one such object, and changes it from attempt to attempt. */
export interface BdfAttempt {
  /** End of the step, and its size [s]. */
  t: number
  h: number
  /** Predicted Nordsieck array: the equations use its rows 0 and 1. */
  readonly z: Float64Array
  /** Coefficient l_1 of the formula. */
  l1: number
  /** Error weights (n). */
  readonly weights: Float64Array
  /** Bound on the error of e in the weighted norm. */
  tolerance: number
  /** Steps since the start. */
  step: number
  history: CorrectorHistory
}

/**
 * Equations to which the BDF formula is applied. The formula says x_new = z_0 + e and h x'_new = z_1 + l_1 e; the
 * system finds the correction e with which the equations hold at the end of the step.
 */
export interface BdfSystem {
  readonly n: number
  readonly stats: Statistics
  /** The correction found by `solve` (n). */
  readonly e: Float64Array
  /** Per component: true if it takes part in the error test; null: all do. */
  readonly isTested: Uint8Array | null
  /**
   * Factor by which the error test is stricter than the estimate: the errors of successive BDF steps have the same sign
   * and add up, so that their sum is larger than the tolerances suggest.
   */
  readonly errorSafety: number
  /** Factor on `errorSafety` in the first steps after an event: the errors of these add up from event to event. */
  readonly errorSafetyAfterEvent: number
  /** Component at fault in the last failure; -1: unknown. */
  worst: number
  /** Why the last start has failed, for an error message; undefined or '': nothing is known beyond the status. */
  readonly reason?: string
  /** Starts from `x` at `t`; writes the slope x' there. May correct `x` where the equations determine it. */
  start(t: number, x: Float64Array, weights: Float64Array, tStop: number, slope: Float64Array): number
  /** First step size for order 1 [s]. */
  computeFirstStep(
    t: number,
    x: Float64Array,
    slope: Float64Array,
    weights: Float64Array,
    tStop: number,
  ): number
  /**
   * Improves the slope at (t, x) without the history of the method, if possible, and `x` where the equations determine
   * it. Called if every step from there has failed.
   */
  reload(t: number, x: Float64Array, slope: Float64Array, weights: Float64Array, h: number): number
  /** As in `Stepper`, with the matrix of the last iteration. */
  filterDefect(defect: Float64Array): void
  /** The method of the first steps after an event; undefined: BDF of order 1. Called once. */
  createStart?(): RadauStart
  /** Reports that the first steps have been made by that method: the matrix of before the event is outdated. */
  forget(): void
  /** Solves for the correction e of an attempt. Returns a status. */
  solve(attempt: BdfAttempt): number
}
