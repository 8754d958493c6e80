import { createLaw, type LawTimes } from './time-law.ts'
import { findPhase, type TimedPath } from './timed-path.ts'
import type { Curve } from './vector-spline.ts'

/** Value and derivatives of the parameter of a curve. */
export interface ParameterMotion {
  s: number
  sd: number
  sdd: number
}

/** A curve passed by a law of time from rest to rest: C(s(t)). */
export class CurvePath implements TimedPath {
  readonly nAxis: number
  readonly startTime: number
  readonly endTime: number
  readonly switchingTimes: readonly number[]
  /** Phase k ends at switching time k; the first and last one rest. */
  private readonly phases: readonly {
    readonly t0: number
    readonly s0: number
    readonly sd: number
    readonly sdd: number
    readonly sddd: number
  }[]
  private readonly motion: ParameterMotion = { s: 0, sd: 0, sdd: 0 }
  private readonly slope: Float64Array

  constructor(
    protected readonly curve: Curve,
    private readonly times: LawTimes,
    startTime: number,
  ) {
    this.nAxis = curve.nAxis
    this.slope = new Float64Array(this.nAxis)
    const moving = times.atSpeed > 0 ? createLaw(startTime, times) : []
    const end = moving.at(-1)?.end ?? startTime
    const rest = (s0: number, t0: number): (typeof this.phases)[number] => ({
      t0,
      s0,
      sd: 0,
      sdd: 0,
      sddd: 0,
    })
    this.phases = [rest(0, startTime), ...moving, rest(moving.length > 0 ? 1 : 0, end)]
    this.startTime = startTime
    this.endTime = end
    this.switchingTimes = Object.freeze([startTime, ...moving.map((phase) => phase.end)])
  }

  /** Another curve, passed at the same time. */
  along(curve: Curve): CurvePath {
    return new CurvePath(curve, this.times, this.startTime)
  }

  phaseAt(t: number): number {
    return findPhase(this.switchingTimes, t)
  }

  position(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    this.curve.evaluate(this.parameterAt(t, phase).s, 0, out)
  }

  velocity(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { s, sd } = this.parameterAt(t, phase)
    this.curve.evaluate(s, 1, out)
    for (let j = 0; j < this.nAxis; j++) out[j] *= sd
  }

  acceleration(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { slope } = this
    const { s, sd, sdd } = this.parameterAt(t, phase)
    this.curve.evaluate(s, 1, slope)
    this.curve.evaluate(s, 2, out)
    for (let j = 0; j < this.nAxis; j++) out[j] = out[j] * sd * sd + slope[j] * sdd
  }

  /** The parameter at a time; the object is reused. */
  protected parameterAt(t: number, phase: number): ParameterMotion {
    const { t0, s0, sd, sdd, sddd } = this.phases[phase]
    const { motion } = this
    const tau = t - t0
    motion.s = s0 + tau * (sd + (0.5 * sdd + (sddd * tau) / 6) * tau)
    motion.sd = sd + (sdd + 0.5 * sddd * tau) * tau
    motion.sdd = sdd + sddd * tau
    return motion
  }
}
