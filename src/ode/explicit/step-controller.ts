/** A step is made this much shorter than the error estimate allows, so that the next one is rarely rejected. */
const SAFETY = 0.9
/** Logarithm of the smallest error that the controller remembers, 1e-4: a tiny error says nothing about the trend. */
const LOG_ERROR_MIN = Math.log(1e-4)

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

  constructor(order: number, beta: number, minFactor: number, maxFactor: number) {
    this.exponent = 1 / order - 0.75 * beta
    this.beta = beta
    this.rejectExponent = 1 / order
    this.minFactor = minFactor
    this.maxFactor = maxFactor
  }

  /** Forgets the steps before. */
  reset(): void {
    this.logErrOld = LOG_ERROR_MIN
  }

  /**
   * Size after an accepted step of size `h` with error `err`, where the controller had asked for `hAsked` >= `h`: the
   * step may have been shortened to end at a given time. `afterRejection`: it was tried with a larger size before.
   */
  computeNext(h: number, hAsked: number, err: number, afterRejection: boolean): number {
    const logErr = Math.log(err) // err = 0: the factor becomes Infinity and is clipped
    const factor = SAFETY * Math.exp(this.beta * this.logErrOld - this.exponent * logErr) // (1)
    let clipped = Math.min(factor, this.maxFactor)
    if (clipped < this.minFactor) clipped = this.minFactor
    if (afterRejection && clipped > 1) clipped = 1
    const hNext = h * clipped

    // A step of the size asked for: its error is the memory of the next.
    if (h >= hAsked) {
      this.logErrOld = Math.max(logErr, LOG_ERROR_MIN)
      return hNext
    }

    // A shortened step: back to the size before, as far as the error allows.
    const hAllowed = h * factor
    const hBack = Math.min(hAllowed, hAsked)
    return Math.max(hNext, hBack)
  }

  /** Size of the next attempt after one of size `h` had the error `err` > 1, infinite or NaN. */
  computeRetry(h: number, err: number): number {
    if (!(err < Infinity)) return h * this.minFactor
    return h * Math.max(this.minFactor, SAFETY * Math.exp(-this.rejectExponent * Math.log(err))) // (2)
  }
}
