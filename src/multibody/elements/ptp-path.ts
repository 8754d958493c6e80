import { assertFinite, assertLength, assertPositive, EPS, InputError } from '../../base/index.ts'

/** Options of `PtpPath`. */
export interface PtpPathOptions {
  /** Points of the path, one row per point: [m] or [rad] per axis (nPoint × nAxis). */
  readonly points: readonly ArrayLike<number>[]
  /** Maximum velocity of each axis [m/s or rad/s] (nAxis). */
  readonly v_max: ArrayLike<number>
  /** Maximum acceleration of each axis [m/s2 or rad/s2] (nAxis). */
  readonly a_max: ArrayLike<number>
  /** Start of the motion [s] (default 0). */
  readonly startTime?: number
}

/** Maximum time at full velocity of a step that is ignored [s]. */
const NO_STEP = 1000 * EPS

/**
 * One phase of the path with a constant second derivative of the path parameter: s = s0 + sd·τ + sdd·τ²/2, τ = t - t0.
 * The last phase of a step is expressed relative to its end, so that it arrives exactly.
 */
interface Phase {
  /** Number of the point from which the step leads to the next one. */
  readonly point: number
  readonly t0: number
  readonly s0: number
  readonly sd: number
  readonly sdd: number
}

/**
 * Point-to-point path: all axes start together, move in proportion to each other and arrive together, as fast as the
 * limits of all axes allow, and rest in every point. Before its start the path is at its first point, after its end at
 * the last one.
 *
 * For the step Δ from one point to the next, position = point + s·Δ with 0 <= s <= 1, and
 *
 *   sd_max = 1/max|Δ_j/v_max_j|,   sdd_max = 1/max|Δ_j/a_max_j|                                                 (1)
 *   sd_max² < sdd_max: accelerate for sd_max/sdd_max, move, brake;  duration 1/sd_max + sd_max/sdd_max          (2)
 *   otherwise:         accelerate for 1/sqrt(sdd_max), brake;       duration 2/sqrt(sdd_max)                    (3)
 *
 * A step without motion takes no time.
 */
export class PtpPath {
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
    const times = [startTime]
    const phases: Phase[] = [{ point: 0, t0: startTime, s0: 0, sd: 0, sdd: 0 }]
    for (let point = 0; point + 1 < this.points.length; point++)
      this.addStep(point, v_max, a_max, times, phases)
    // Rest in the last point: a step from it to itself.
    phases.push({ point: this.points.length - 1, t0: times[times.length - 1], s0: 0, sd: 0, sdd: 0 })
    this.startTime = startTime
    this.endTime = times[times.length - 1]
    this.switchingTimes = Object.freeze(times)
    this.phases = phases
  }

  /** Number of the phase at the time `t` [s], at a switching time that of the later one. */
  phaseAt(t: number): number {
    const { switchingTimes } = this
    let phase = 0
    while (phase < switchingTimes.length && switchingTimes[phase] <= t) phase++
    return phase
  }

  /** Positions at the time `t` [s] into `out` (nAxis). A given phase is continued outside of its interval. */
  position(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { t0, s0, sd, sdd, point } = this.phases[phase]
    const tau = t - t0
    this.scale(out, point, s0 + tau * (sd + 0.5 * sdd * tau))
    for (let j = 0; j < this.nAxis; j++) out[j] += this.points[point][j]
  }

  /** Velocities at the time `t` [s] into `out` (nAxis). */
  velocity(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { t0, sd, sdd, point } = this.phases[phase]
    this.scale(out, point, sd + sdd * (t - t0))
  }

  /** Accelerations at the time `t` [s] into `out` (nAxis). */
  acceleration(t: number, out: Float64Array, phase = this.phaseAt(t)): void {
    const { sdd, point } = this.phases[phase]
    this.scale(out, point, sdd)
  }

  /** Writes out = factor·Δ of the step from a point. */
  private scale(out: Float64Array, point: number, factor: number): void {
    const from = this.points[point]
    const to = this.points[Math.min(point + 1, this.points.length - 1)]
    for (let j = 0; j < this.nAxis; j++) out[j] = factor * (to[j] - from[j])
  }

  private addStep(
    point: number,
    v_max: Float64Array,
    a_max: Float64Array,
    times: number[],
    phases: Phase[],
  ): void {
    // (1), the reciprocals
    let timeAtSpeed = 0
    let squaredTime = 0
    for (let j = 0; j < this.nAxis; j++) {
      const delta = Math.abs(this.points[point + 1][j] - this.points[point][j])
      timeAtSpeed = Math.max(timeAtSpeed, delta / v_max[j])
      squaredTime = Math.max(squaredTime, delta / a_max[j])
    }
    if (timeAtSpeed <= NO_STEP) return
    const start = times[times.length - 1]
    const sdd = 1 / squaredTime
    const isTriangular = timeAtSpeed * timeAtSpeed <= squaredTime
    const sd = isTriangular ? Math.sqrt(sdd) : 1 / timeAtSpeed
    const accelerating = sd / sdd
    // (2), (3)
    const end = start + (isTriangular ? 2 * accelerating : timeAtSpeed + accelerating)
    phases.push({ point, t0: start, s0: 0, sd: 0, sdd })
    times.push(start + accelerating)
    if (!isTriangular) {
      phases.push({ point, t0: start + accelerating, s0: 0.5 * sd * accelerating, sd, sdd: 0 })
      times.push(end - accelerating)
    }
    phases.push({ point, t0: end, s0: 1, sd: 0, sdd: -sdd })
    times.push(end)
  }
}

function readPoints(path: string, points: readonly ArrayLike<number>[]): Float64Array[] {
  if (!Array.isArray(points) || points.length === 0)
    throw new InputError(path, 'a list of points, at least one', points)
  const nAxis = points[0]?.length
  if (!(nAxis >= 1)) throw new InputError(`${path}[1]`, 'a list of positions, one per axis', points[0])
  return points.map((point, i) => readNumbers(`${path}[${i + 1}]`, point, nAxis))
}

/** A copy of positive numbers, one per axis. */
export function readLimits(path: string, limits: ArrayLike<number>, nAxis: number): Float64Array {
  const numbers = readNumbers(path, limits, nAxis)
  for (let j = 0; j < nAxis; j++) assertPositive(`${path}[${j + 1}]`, numbers[j])
  return numbers
}

/** A copy of `n` finite numbers. */
export function readNumbers(path: string, values: ArrayLike<number>, n: number): Float64Array {
  assertLength(path, values, n)
  for (let j = 0; j < n; j++) assertFinite(`${path}[${j + 1}]`, values[j])
  return Float64Array.from(values)
}
