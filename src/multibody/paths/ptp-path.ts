import { assertFinite, EPS } from '../../base/index.ts'
import { readLimits, readPoints } from './read-points.ts'
import { createLaw } from './time-law.ts'
import { findPhase, type TimedPath } from './timed-path.ts'

/** Options of `PtpPath`. */
export interface PtpPathOptions {
  /** Points of the path, one row per point: [m] or [rad] per axis (nPoint × nAxis). */
  readonly points: readonly ArrayLike<number>[]
  /** Maximum velocity of each axis [m/s or rad/s] (nAxis). */
  readonly v_max: ArrayLike<number>
  /** Maximum acceleration of each axis [m/s2 or rad/s2] (nAxis). */
  readonly a_max: ArrayLike<number>
  /**
   * Maximum jerk of each axis [m/s3 or rad/s3] (nAxis; default: no limit). With it, accelerations do not jump: up to seven
   * phases per step.
   */
  readonly j_max?: ArrayLike<number>
  /** Start of the motion [s] (default 0). */
  readonly startTime?: number
}

/** Maximum time at full velocity of a step that is ignored [s]. */
const NO_STEP = 1000 * EPS

/** One phase of the path: s = s0 + sd·τ + sdd·τ²/2 + sddd·τ³/6, τ = t - t0. */
interface Phase {
  /** Number of the point from which the step leads to the next one. */
  readonly point: number
  readonly t0: number
  readonly s0: number
  readonly sd: number
  readonly sdd: number
  readonly sddd: number
}

/**
 * Point-to-point path: all axes start together, move in proportion to each other and arrive together, as fast as the
 * limits of all axes allow, and rest in every point. Before its start the path is at its first point, after its end at
 * the last one.
 *
 * For the step Δ from one point to the next, position = point + s·Δ with 0 <= s <= 1, and the limits of s are those of
 * the slowest axis, 1/max|Δ_j/v_max_j| and likewise: see `createLaw`.
 *
 * A step without motion takes no time.
 */
export class PtpPath implements TimedPath {
  readonly nAxis: number
  /** Start and end of the motion [s]. */
  readonly startTime: number
  readonly endTime: number
  /** Times of jumps of accelerations, in ascending order: the first is the start, the last the end [s]. */
  readonly switchingTimes: readonly number[]
  private readonly points: readonly Float64Array[]
  /** Phase k ends at switching time k; the last one does not end. */
  private readonly phases: readonly Phase[]

  constructor(options: PtpPathOptions, path = 'PtpPath') {
    const { startTime = 0 } = options
    assertFinite(`${path}.startTime`, startTime)
    this.points = readPoints(`${path}.points`, options.points)
    this.nAxis = this.points[0].length
    const v_max = readLimits(`${path}.v_max`, options.v_max, this.nAxis)
    const a_max = readLimits(`${path}.a_max`, options.a_max, this.nAxis)
    const j_max = options.j_max && readLimits(`${path}.j_max`, options.j_max, this.nAxis)
    const times = [startTime]
    const phases: Phase[] = [{ point: 0, t0: startTime, s0: 0, sd: 0, sdd: 0, sddd: 0 }]
    for (let point = 0; point + 1 < this.points.length; point++)
      this.addStep(point, { v_max, a_max, j_max }, times, phases)
    // Rest in the last point: a step from it to itself.
    phases.push({ point: this.points.length - 1, t0: times[times.length - 1], s0: 0, sd: 0, sdd: 0, sddd: 0 })
    this.startTime = startTime
    this.endTime = times[times.length - 1]
    this.switchingTimes = Object.freeze(times)
    this.phases = phases
  }

  /** Number of the phase at the time `t` [s], at a switching time that of the later one. */
  phaseAt(t: number): number {
    return findPhase(this.switchingTimes, t)
  }

  /** Positions at the time `t` [s] into `out` (nAxis). A given phase is continued outside of its interval. */
  position(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { t0, s0, sd, sdd, sddd, point } = this.phases[phase]
    const tau = t - t0
    this.scale(out, point, s0 + tau * (sd + (0.5 * sdd + (sddd * tau) / 6) * tau))
    for (let j = 0; j < this.nAxis; j++) out[j] += this.points[point][j]
  }

  /** Velocities at the time `t` [s] into `out` (nAxis). */
  velocity(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { t0, sd, sdd, sddd, point } = this.phases[phase]
    const tau = t - t0
    this.scale(out, point, sd + (sdd + 0.5 * sddd * tau) * tau)
  }

  /** Accelerations at the time `t` [s] into `out` (nAxis). */
  acceleration(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { t0, sdd, sddd, point } = this.phases[phase]
    this.scale(out, point, sdd + sddd * (t - t0))
  }

  /** Writes out = factor·Δ of the step from a point. */
  private scale(out: Float64Array, point: number, factor: number): void {
    const from = this.points[point]
    const to = this.points[Math.min(point + 1, this.points.length - 1)]
    for (let j = 0; j < this.nAxis; j++) out[j] = factor * (to[j] - from[j])
  }

  private addStep(
    point: number,
    { v_max, a_max, j_max }: AxisLimits,
    times: number[],
    phases: Phase[],
  ): void {
    // reciprocals of the limits of s
    let [atSpeed, squared, cubed] = [0, 0, 0]
    for (let j = 0; j < this.nAxis; j++) {
      const delta = Math.abs(this.points[point + 1][j] - this.points[point][j])
      atSpeed = Math.max(atSpeed, delta / v_max[j])
      squared = Math.max(squared, delta / a_max[j])
      if (j_max !== undefined) cubed = Math.max(cubed, delta / j_max[j])
    }
    if (atSpeed <= NO_STEP) return
    for (const { end, ...phase } of createLaw(times[times.length - 1], { atSpeed, squared, cubed })) {
      phases.push({ point, ...phase })
      times.push(end)
    }
  }
}

/** Limits of all axes. */
interface AxisLimits {
  readonly v_max: Float64Array
  readonly a_max: Float64Array
  readonly j_max: Float64Array | undefined
}
