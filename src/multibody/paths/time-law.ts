/**
 * The fastest motion of a path parameter s from 0 to 1, from rest to rest, with limits of its derivatives:
 *
 *   s' <= v,   |s''| <= a,   |s'''| <= j                                                                            (1)
 *
 * Without a limit j, the speed is a trapezoid:
 *
 *   v² < a: accelerate for v/a, move, brake;   duration 1/v + v/a                                                   (2)
 *   otherwise: accelerate for 1/sqrt(a), brake;   duration 2/sqrt(a)                                                (3)
 *
 * With it, accelerating has up to three phases, with the jerks j, 0, -j, of the durations Tj, Ta - 2 Tj, Tj
 * [Biagiotti, Melchiorri 2008, 3.4]:
 *
 *   Tj = min(a/j, sqrt(v/j)),   Ta = Tj + v/(j Tj),   duration 1/v + Ta    if v Ta <= 1                             (4)
 *   otherwise: Tj = min(a/j, (1/2j)^(1/3)),   (Ta - Tj) Ta j Tj = 1,   duration 2 Ta                                (5)
 */
import { EPS } from '../../base/index.ts'

/** s = s0 + sd τ + sdd τ²/2 + sddd τ³/6 with τ = t - t0, up to the time `end` [s]. */
export interface LawPhase {
  readonly t0: number
  readonly end: number
  readonly s0: number
  readonly sd: number
  readonly sdd: number
  readonly sddd: number
}

/** Reciprocals of the limits (1): times [s, s2, s3]; `cubed` 0: no limit. */
export interface LawTimes {
  readonly atSpeed: number
  readonly squared: number
  readonly cubed: number
}

/** Part of a phase that is rounding. */
const NO_PHASE = 1000 * EPS

/** Phases of the motion from `start` [s] on. Braking is expressed relative to the end, so that s arrives exactly. */
export function createLaw(start: number, times: LawTimes): LawPhase[] {
  return times.cubed > 0 ? createSmoothLaw(start, times) : createTrapezoid(start, times)
}

/** (2), (3) */
function createTrapezoid(start: number, { atSpeed, squared }: LawTimes): LawPhase[] {
  const sdd = 1 / squared
  const isTriangular = atSpeed * atSpeed <= squared
  const sd = isTriangular ? Math.sqrt(sdd) : 1 / atSpeed
  const accelerating = sd / sdd
  const end = start + (isTriangular ? 2 * accelerating : atSpeed + accelerating)
  const first = { t0: start, end: start + accelerating, s0: 0, sd: 0, sdd, sddd: 0 }
  const last = { t0: end, end, s0: 1, sd: 0, sdd: -sdd, sddd: 0 }
  if (isTriangular) return [first, last]
  const half = 0.5 * sd * accelerating
  return [first, { t0: first.end, end: end - accelerating, s0: half, sd, sdd: 0, sddd: 0 }, last]
}

/** (4), (5) */
function createSmoothLaw(start: number, { atSpeed, squared, cubed }: LawTimes): LawPhase[] {
  const j = 1 / cubed
  let rising = Math.min(cubed / squared, Math.sqrt(cubed / atSpeed))
  let accelerating = rising + cubed / (atSpeed * rising)
  let moving = atSpeed - accelerating
  if (moving < 0) {
    moving = 0
    rising = cubed / squared
    accelerating = 0.5 * rising + Math.sqrt(0.25 * rising * rising + squared)
    if (accelerating < 2 * rising) {
      rising = Math.cbrt(0.5 * cubed)
      accelerating = 2 * rising
    }
  }
  const end = start + 2 * accelerating + moving
  const phases: LawPhase[] = []
  let [t0, s0, sd, sdd] = [start, 0, 0, 0]
  const steady = accelerating - 2 * rising
  for (const [duration, sddd] of [
    [rising, j],
    [steady, 0],
    [rising, -j],
  ]) {
    if (duration <= NO_PHASE * accelerating) continue
    phases.push({ t0, end: t0 + duration, s0, sd, sdd, sddd })
    s0 += duration * (sd + duration * (0.5 * sdd + (sddd * duration) / 6))
    sd += duration * (sdd + 0.5 * sddd * duration)
    sdd += sddd * duration
    t0 += duration
  }
  // braking is accelerating backwards in time: s → 1 - s
  const braking = phases.map((phase, k) => ({
    t0: end - (phase.t0 - start),
    end: k === 0 ? end : end - (phases[k - 1].end - start),
    ...{ s0: 1 - phase.s0, sd: phase.sd, sdd: -phase.sdd, sddd: phase.sddd },
  }))
  if (moving > NO_PHASE * accelerating)
    phases.push({ t0, end: end - accelerating, s0, sd: 1 / atSpeed, sdd: 0, sddd: 0 })
  return [...phases, ...braking.reverse()]
}

/** Largest derivatives of a curve with respect to s, and limits of those with respect to time; j infinite: none. */
export interface CurveBounds {
  readonly d1: number
  readonly d2: number
  readonly d3: number
  readonly v: number
  readonly a: number
  readonly j: number
}

/**
 * Parts of the acceleration that the curvature may take, of which the fastest is chosen: the rest is for speeding up.
 * Part of the jerk for each of two terms of the curvature.
 */
const CURVATURE_SHARES = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98]
const JERK_SHARE = 1 / 3

/**
 * Limits of s under which all curves keep theirs, by the chain rule:
 *
 *   |C'| s' <= v,   |C''| s'² + |C'| |s''| <= a,   |C'''| s'³ + 3 |C''| s' |s''| + |C'| |s'''| <= j                 (6)
 *
 * `atSpeed` 0: nothing moves.
 */
export function limitLaw(curves: readonly CurveBounds[]): LawTimes {
  const laws = CURVATURE_SHARES.map((share) => limitByShare(curves, share))
  const durations = laws.map((times) => (times.atSpeed > 0 ? createLaw(0, times).at(-1)!.end : 0))
  return laws[durations.indexOf(Math.min(...durations))]
}

function limitByShare(curves: readonly CurveBounds[], share: number): LawTimes {
  let [atSpeed, squared, cubed] = [0, 0, 0]
  for (const { d1, d2, d3, v, a, j } of curves) {
    const bent = Math.sqrt(d2 / (share * a))
    atSpeed = Math.max(atSpeed, d1 / v, bent, Math.cbrt(d3 / (JERK_SHARE * j)))
  }
  if (atSpeed === 0) return { atSpeed, squared, cubed }
  const sd = 1 / atSpeed
  for (const { d1, d2, a, j } of curves)
    squared = Math.max(squared, d1 / (a - d2 * sd * sd), (3 * d2 * sd) / (JERK_SHARE * j))
  for (const { d1, d2, d3, j } of curves)
    cubed = Math.max(cubed, d1 / (j - d3 * sd * sd * sd - (3 * d2 * sd) / squared))
  return { atSpeed, squared, cubed }
}
