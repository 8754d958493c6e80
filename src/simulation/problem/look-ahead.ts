import type { SegmentSolver } from '../constraints/index.ts'
import type { ModelProblem } from './model-problem.ts'

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
