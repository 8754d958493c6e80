import { Radau5 } from '../radau5/index.ts'
import { type OdeProblem, OK, type Statistics, type StepperOptions } from '../stepping/index.ts'
import { fitSamples } from './bdf-interpolant.ts'
import { MAX_ORDER } from './bdf-tableau.ts'

/** BDF goes on when a step of Radau IIA may not be longer than the last one by more than this factor. */
const MAX_GROWTH = 2

/**
 * The first steps after an event, by Radau IIA, until they are as long as the tolerances allow: from shorter steps BDF
 * would extrapolate rounding errors. The dense output of the last one, which has degree 5, becomes the history of BDF.
 * That saves the steps of low order, which are many and whose errors add up from event to event.
 */
export class RadauStart {
  readonly radau: Radau5
  /** Size that the last start has found suitable [s]; 0: there was none. */
  private hLast = 0

  constructor(problem: OdeProblem, options: StepperOptions, stats: Statistics) {
    this.radau = new Radau5(problem, options, stats)
  }

  /**
   * Starts from `x` at `t` with the size `hGuess`; 0: computes one. Writes the change of x over `radau.h` along the
   * tangent. Returns a status.
   */
  start(t: number, x: Float64Array, tStop: number, hGuess: number, change: Float64Array): number {
    const { radau } = this
    radau.x.set(x)
    const status = hGuess > 0 ? radau.start(t, tStop, hGuess) : radau.start(t, tStop, this.hLast, true)
    if (status !== OK) return status
    radau.interpolate(t + radau.h, change)
    for (let i = 0; i < x.length; i++) change[i] -= x[i]
    return OK
  }

  /** Makes a step from `x`, which the caller may have moved, and does not pass `tStop`. Returns a status. */
  step(tStop: number, x: Float64Array, isMoved: boolean): number {
    const { radau } = this
    if (isMoved) {
      radau.x.set(x)
      radau.takeMove()
    }
    return radau.step(tStop)
  }

  /** True if the last step was as long as the tolerances allow. */
  isDone(): boolean {
    const { radau } = this
    const isDone = radau.h < MAX_GROWTH * (radau.t - radau.tOld)
    if (isDone) this.hLast = radau.h
    return isDone
  }

  /**
   * Writes the last step as a Nordsieck array of the highest order; returns the step size to which it is scaled [s].
   */
  fill(z: Float64Array): number {
    const { radau } = this
    const n = radau.x.length
    const spacing = (radau.t - radau.tOld) / MAX_ORDER
    for (let j = 0; j <= MAX_ORDER; j++) {
      radau.interpolate(radau.t - j * spacing, z.subarray(j * n, (j + 1) * n))
    }
    fitSamples(z, n, MAX_ORDER)
    return spacing
  }
}
