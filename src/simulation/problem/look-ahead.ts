import type { SegmentSolver } from '../constraints/index.ts'
import type { ModelProblem } from './model-problem.ts'

/**
 * Part of the time between two looks at a model in islands after which the next look is fixed anew: forces may have
 * sped up bodies.
 */
const ASK_PART = 0.1

/**
 * How far the solver may go before components with memory look again. They are asked before every step. If islands of
 * the model make steps of their own, most of these are far shorter than what the components allow: then they are asked
 * after a part of that, and after events.
 */
export class LookAhead {
  /** Time to which steps may go, and from which on the components are asked for another [s]. */
  private tLook = Number.NaN
  private tAsk = Number.NEGATIVE_INFINITY

  constructor(private readonly problem: ModelProblem) {}

  /** Asks before the next step: there was an event, or a segment begins. */
  reset(): void {
    this.tAsk = Number.NEGATIVE_INFINITY
  }

  /** Time of the next look [s]. */
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
