/**
 * Step-size control of Radau IIA: the error estimate is O(h⁴), and the next size is the smaller one of the classical
 * and of Gustafsson's predictive proposal [Hairer & Wanner 1996, IV.8, eq. 8.25 to 8.28]:
 *   (1)  h_new = s h e^{-1/4},   (2)  h_new = s h e^{-1/4} · (h / h_last) (e_last / e)^{1/4},
 * with a safety factor s that falls with the number k of Newton iterations.
 */

const SAFETY = 0.9
/** Iterations at which the safety factor has fallen by a third. */
const SAFETY_ITERATIONS = 7
const MIN_FACTOR = 0.2
const MAX_FACTOR = 10
/** The smallest factor before the first step of a start is accepted: its size may be wrong by orders of magnitude. */
const FIRST_MIN_FACTOR = 0.001
/** Errors below these are replaced by these: their size carries no information. */
const MIN_ERROR = 1e-10
const MIN_LAST_ERROR = 1e-2
/**
 * Between these factors the size stays, and with it the factorized matrices. A lower bound of 0.85 instead of 1 saves
 * half of the factorizations of Van der Pol's equation (μ = 1000) at 1e-6 and two thirds at 1e-8 with the same number
 * of rejections; 0.8 has five times as many.
 */
const KEEP_FROM = 0.85
const KEEP_TO = 1.2

export class StepControl {
  /** Size [s] and error of the last accepted step; NaN: none. */
  private hLast = NaN
  private errorLast = NaN

  reset(): void {
    this.hLast = NaN
    this.errorLast = NaN
  }

  /** Factor for the size after a step with a weighted error above 1 (or NaN). */
  getReduction(error: number, iterations: number): number {
    const minFactor = this.hLast > 0 ? MIN_FACTOR : FIRST_MIN_FACTOR
    return error < Infinity ? Math.max(minFactor, computeSafety(iterations) * error ** -0.25) : minFactor
  }

  /**
   * Size of the step after an accepted one of size h. `hWanted` is the size before it was cut to meet a stop time;
   * `keepsMatrices` is true if the next step could use the same matrices.
   */
  propose(
    h: number,
    hWanted: number,
    error: number,
    iterations: number,
    rejected: boolean,
    keepsMatrices: boolean,
  ): number {
    const e = Math.max(error, MIN_ERROR)
    const classical = computeSafety(iterations) * e ** -0.25 // (1)
    let factor = classical
    if (this.hLast > 0) {
      const trend = (h / this.hLast) * (this.errorLast / e) ** 0.25
      if (trend < 1) factor *= trend // (2)
    }
    if (factor < MIN_FACTOR) factor = MIN_FACTOR
    const limit = rejected ? 1 : MAX_FACTOR
    if (factor > limit) factor = limit
    this.hLast = h
    this.errorLast = Math.max(error, MIN_LAST_ERROR)
    if (keepsMatrices && factor >= KEEP_FROM && factor <= KEEP_TO) factor = 1

    // A step that was cut does not argue against the wanted size unless its own error does.
    const next = h * factor
    if (h < hWanted && !rejected) {
      const allowed = error > MIN_ERROR ? Math.min(hWanted, h * classical) : hWanted
      return Math.max(next, allowed)
    }
    return next
  }
}

function computeSafety(iterations: number): number {
  return (SAFETY * (2 * SAFETY_ITERATIONS + 1)) / (2 * SAFETY_ITERATIONS + iterations)
}
