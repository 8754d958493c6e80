import { OK, STEP_TOO_SMALL } from './status.ts'
import type { Stepper, StepperOptions } from './stepper.ts'

/** The longest move of the end of a step to invariants, in units of its tolerance. */
const LONGEST_MOVE = 10
/**
 * A longer one, relative to the states, that shorter steps do not reduce: previous steps, which could not be moved,
 * caused it.
 */
const OLD_MOVE = 1e-2
/** Reduction of a step that needs a longer one, and the largest number of reductions. */
const SHORTER = 0.4
const MAX_REPEATS = 30

/**
 * Moves ends of steps back to invariants. A step that ends too far from them for its error is repeated with a smaller
 * size: that happens near poses where constraints become dependent, where the way back is not unique.
 */
export class StepProjection {
  /** The end of a step before it is moved (n). */
  private readonly xStepped: Float64Array

  constructor(
    private readonly stepper: Stepper,
    private readonly project: (t: number, x: Float64Array) => boolean | 'shorter',
    private readonly limits: Pick<StepperOptions, 'rtol' | 'rtols' | 'atol'>,
  ) {
    this.xStepped = new Float64Array(stepper.x.length)
  }

  /** After a step from `x` at `t`, of which nothing may go beyond `tLast`. Returns a status. */
  apply(t: number, x: Float64Array, tLast: number): number {
    const { stepper, xStepped, limits } = this
    const { stats } = stepper
    let last = Number.POSITIVE_INFINITY
    for (let k = 0; ; k++) {
      xStepped.set(stepper.x)
      const outcome = this.project(stepper.t, stepper.x)
      if (outcome === false) return OK
      const move = outcome === 'shorter' ? Number.POSITIVE_INFINITY : this.measureMove()
      if (move <= LONGEST_MOVE || (move > SHORTER * last && move * limits.rtol < OLD_MOVE)) {
        stepper.takeMove?.(xStepped)
        return OK
      }
      if (k === MAX_REPEATS) return STEP_TOO_SMALL
      last = move
      const h = SHORTER * (stepper.t - t)
      stats.steps--
      stats.rejected++
      stepper.x.set(x)
      const started = stepper.start(t, tLast, h)
      if (started !== OK) return started
      const status = stepper.step(tLast)
      if (status !== OK) return status
    }
  }

  /** Displacement of the end of the step, in units of its tolerance. */
  private measureMove(): number {
    const { stepper, xStepped } = this
    const { rtols, atol } = this.limits
    let sum = 0
    for (let i = 0; i < xStepped.length; i++) {
      const weight = rtols[i] * Math.abs(xStepped[i]) + atol[i]
      sum += ((stepper.x[i] - xStepped[i]) / weight) ** 2
    }
    return Math.sqrt(sum / xStepped.length)
  }
}
