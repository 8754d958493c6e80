/** A step is made this much shorter than the error estimate allows, so that the next one is rarely rejected. */
const SAFETY = 0.9
/** Logarithm of the smallest error that the controller remembers, 1e-4: a tiny error says nothing about the trend. */
const LOG_ERROR_MIN = Math.log(1e-4)
/**
 * Largest change of the size before and after the first step of a start. The size may be that of before an event, and
 * wrong by orders of magnitude: for a ball that touches a plate, these limits save three quarters of the rejected
 * steps.
 */
const FIRST_FACTOR = 1000
/** Errors are extrapolated from a step to one that is at most 10 times longer. */
const EXTRAPOLATION_LIMIT = 0.1

/**
 * Step-size control of one-step methods with a proportional and an integral part
 * [Hairer & Wanner 1996, IV.2, eq. 2.43c; Gustafsson 1991].
 *
 *   accepted:  h_new = h · clip(SAFETY · err^-(1/k - 0.75 β) · errOld^β)                                          (1)
 *   rejected:  h_new = h · clip(SAFETY · err^-(1/k))                                                              (2)
 *
 * with the scaled error `err` (1 is just tolerable), that of the step before `errOld`, and the order k of the step.
 * β = 0 is the plain controller.
 */
export class StepController {
  private readonly exponent: number
  private readonly beta: number
  private readonly rejectExponent: number
  private readonly minFactor: number
  private readonly maxFactor: number
  /** ln errOld. Logarithms make (1) one log and one exp per step instead of two powers. */
  private logErrOld = LOG_ERROR_MIN
  private isFirst = true

  constructor(order: number, beta: number, minFactor: number, maxFactor: number) {
    this.exponent = 1 / order - 0.75 * beta
    this.beta = beta
    this.rejectExponent = 1 / order
    this.minFactor = minFactor
    this.maxFactor = maxFactor
  }

  /** Forgets the previous steps. */
  reset(): void {
    this.logErrOld = LOG_ERROR_MIN
    this.isFirst = true
  }

  /**
   * Size after an accepted step of size `h` with error `err` that the controller wanted to have size `hAsked` >= `h`:
   * the step may have been shortened to end at a given time. `afterRejection`: it was tried with a larger size before.
   */
  computeNext(h: number, hAsked: number, err: number, afterRejection: boolean): number {
    const logErr = Math.log(err) // err = 0: the factor becomes Infinity and is clipped
    const factor = SAFETY * Math.exp(this.beta * this.logErrOld - this.exponent * logErr) // (1)
    let clipped = Math.min(factor, this.isFirst ? FIRST_FACTOR : this.maxFactor)
    this.isFirst = false
    if (clipped < this.minFactor) clipped = this.minFactor
    if (afterRejection && clipped > 1) clipped = 1
    const hNext = h * clipped

    // A step of the requested size: the next one remembers its error.
    if (h >= hAsked) {
      this.logErrOld = Math.max(logErr, LOG_ERROR_MIN)
      return hNext
    }

    // A shortened step: back to the previous size, unless its error, extrapolated to that size, forbids it. The error
    // of a much shorter step is rounding and forbids nothing.
    if (h < EXTRAPOLATION_LIMIT * hAsked) return hAsked
    const hAllowed = h * SAFETY * Math.exp(-this.rejectExponent * logErr)
    return Math.max(hNext, Math.min(hAllowed, hAsked))
  }

  /** Size of the next attempt after one of size `h` had the error `err` > 1, infinite or NaN. */
  computeRetry(h: number, err: number): number {
    const minFactor = this.isFirst ? 1 / FIRST_FACTOR : this.minFactor
    if (!(err < Infinity)) return h * minFactor
    return h * Math.max(minFactor, SAFETY * Math.exp(-this.rejectExponent * Math.log(err))) // (2)
  }
}
