import type { Stepper, StepperOptions } from './stepper.ts'

/**
 * A step has missed something if the defect of its dense output makes an error of more than this number of tolerances.
 * Of 92 000 looks at models of the tests with methods of order 5, one was above this.
 */
const FAR = 100
/** The same for dop853, whose dense output has a lower order than its steps: 40 of 6000 looks were above 100. */
const FAR_OF_HIGH_ORDER = 1000
const HIGH_ORDER = 8

/**
 * Looks are this part of the look interval apart, and each is moved by a part of the rest, in turns of the golden
 * ratio: nothing periodic stays in phase with them.
 */
const REGULAR_PART = 0.75
const GOLDEN = 0.6180339887498949

/**
 * Writes the defect of the dense output x̃ at `t`, h (f(t, x̃) - x̃'), or minus the residual F(t, x̃, x̃') of an
 * implicit problem. False: the equations cannot be evaluated there.
 */
export type EvaluateDefect = (
  t: number,
  x: Float64Array,
  slope: Float64Array,
  h: number,
  out: Float64Array,
) => boolean

type WatchedStepper = Pick<
  Stepper,
  't' | 'tOld' | 'order' | 'interpolate' | 'interpolateSlope' | 'filterDefect'
>

/**
 * Checks the equations inside of steps. An error estimate is made of the values at the stages of a step and cannot see
 * what happens between them, a bump on a road or a diode that conducts for a while. Where the dense output x̃ of the
 * step is a solution, its defect f(t, x̃) - x̃' is small: over the whole step it makes an error of the order of the
 * tolerances. Components that are stiff amplify the error of x̃ in f; the filter of implicit methods compensates that.
 */
export class DefectWatch {
  /** After `search`: time up to which the step is good, and time of the defect [s]. */
  tGood = 0.1
  tMissed = 0.1
  private readonly x: Float64Array
  private readonly slope: Float64Array
  private readonly defect: Float64Array
  private readonly far: number

  constructor(
    n: number,
    private readonly stepper: WatchedStepper,
    private readonly limits: Pick<StepperOptions, 'rtols' | 'atol' | 'lookInterval'>,
    private readonly evaluate: EvaluateDefect,
  ) {
    this.x = new Float64Array(n)
    this.slope = new Float64Array(n)
    this.defect = new Float64Array(n)
    this.far = stepper.order < HIGH_ORDER ? FAR : FAR_OF_HIGH_ORDER
  }

  /**
   * Checks the last step from `tStart` to `tEnd`, if it is longer than the look interval. True: it has missed something
   * at `tMissed`.
   */
  search(tStart: number, tEnd: number): boolean {
    const { stepper, x, slope, defect } = this
    const h = stepper.t - stepper.tOld
    const regular = REGULAR_PART * this.limits.lookInterval
    if (!(h > this.limits.lookInterval)) return false
    this.tGood = tStart
    for (let k = Math.floor(tStart / regular) - 1; ; k++) {
      const t = this.placeOf(k)
      if (t <= tStart) continue
      if (t >= tEnd) return false
      stepper.interpolate(t, x)
      stepper.interpolateSlope!(t, slope)
      if (this.evaluate(t, x, slope, h, defect) && this.isFar(x)) {
        this.tMissed = t
        return true
      }
      this.tGood = t
    }
  }

  /** True if the derivatives `fx` of the solution `x` inside the last step at `t` are not those of the dense output. */
  disagrees(t: number, x: Float64Array, fx: Float64Array): boolean {
    const { stepper, slope, defect } = this
    const h = stepper.t - stepper.tOld
    if (!(t > stepper.tOld && t < stepper.t)) return false
    stepper.interpolateSlope!(t, slope)
    if (this.isNear(h, fx, slope, x)) return false
    for (let i = 0; i < defect.length; i++) defect[i] = h * (fx[i] - slope[i])
    return this.isFar(x)
  }

  /** Time of a look [s]. */
  private placeOf(k: number): number {
    const { lookInterval } = this.limits
    const turn = (k * GOLDEN) % 1
    return lookInterval * (REGULAR_PART * k + (1 - REGULAR_PART) * Math.abs(turn))
  }

  /** True if no component of h (a - b) exceeds the limit, so that their mean does not; without a division each. */
  private isNear(h: number, a: Float64Array, b: Float64Array, x: Float64Array): boolean {
    const { far } = this
    const { rtols, atol } = this.limits
    for (let i = 0; i < x.length; i++) {
      if (!(Math.abs(h * (a[i] - b[i])) <= far * (rtols[i] * Math.abs(x[i]) + atol[i]))) return false
    }
    return true
  }

  /** True if the defect makes an error beyond the tolerances at `x`. A NaN gives false. */
  private isFar(x: Float64Array): boolean {
    const { stepper, defect, far } = this
    if (!(this.measure(x) > far)) return false
    if (stepper.filterDefect === undefined) return true
    stepper.filterDefect(defect)
    return this.measure(x) > far
  }

  /** Weighted root mean square of the defect in tolerances at `x`. */
  private measure(x: Float64Array): number {
    const { defect } = this
    const { rtols, atol } = this.limits
    const n = x.length
    let sum = 0
    for (let i = 0; i < n; i++) {
      const scaled = defect[i] / (rtols[i] * Math.abs(x[i]) + atol[i])
      sum += scaled * scaled
    }
    return Math.sqrt(sum / n)
  }
}
