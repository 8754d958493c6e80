/** Expected results of the examples of studies, by the names of their files. */
import { expect } from 'vitest'
import { computeRise, simulateLowPass, studyFilter } from '../../../examples/filter-tolerances.ts'
import { computeSweep, LENGTHS, simulateWiper, studyWiper } from '../../../examples/four-bar-tolerances.ts'
import { fitMotor, simulateMotor, TRUE_VALUES } from '../../../examples/motor-fit.ts'
import { tuneDrive } from '../../../examples/pid-tuning.ts'
import { computeInterval, studyBreaks } from '../../../examples/potting-chance.ts'
import { findBestStages, ROCKET } from '../../../examples/rocket-stages.ts'

/** Number of runs that are kept. */
const RUNS = 16

type Rates = (t: number, x: readonly number[]) => number[]

/** The method of Runge and Kutta with n steps. */
function runKutta(f: Rates, start: readonly number[], t0: number, t1: number, n: number): number[] {
  let x = [...start]
  const h = (t1 - t0) / n
  const move = (k: readonly number[], part: number): number[] => x.map((value, i) => value + part * h * k[i])
  for (let step = 0; step < n; step++) {
    const t = t0 + step * h
    const a = f(t, x)
    const b = f(t + h / 2, move(a, 0.5))
    const c = f(t + h / 2, move(b, 0.5))
    const d = f(t + h, move(c, 1))
    x = x.map((value, i) => value + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]))
  }
  return x
}

/** Height of the rocket with two stages: phase after phase, whose times are known. */
function fly(split: number, coast: number): number {
  const { payload, propellant, structure, exhaust, thrust1, thrust2 } = ROCKET
  const rates =
    (mass: (t: number) => number, thrust: number): Rates =>
    (t, [h, v]) => [v, (thrust - 0.24 * Math.exp(-h / 7500) * v * Math.abs(v)) / mass(t) - 9.81]
  const full = payload + (1 + structure) * propellant
  const second = payload + (1 + structure) * (1 - split) * propellant
  const empty = payload + structure * (1 - split) * propellant
  const burn = [(split * propellant * exhaust) / thrust1, ((1 - split) * propellant * exhaust) / thrust2]
  let x = runKutta(
    rates((t) => full - (thrust1 / exhaust) * t, thrust1),
    [0, 0],
    0,
    burn[0],
    400,
  )
  x = runKutta(
    rates(() => second, 0),
    x,
    0,
    coast,
    400,
  )
  x = runKutta(
    rates((t) => second - (thrust2 / exhaust) * t, thrust2),
    x,
    0,
    burn[1],
    400,
  )
  for (; x[1] > 1; )
    x = runKutta(
      rates(() => empty, 0),
      x,
      0,
      Math.min(0.25, x[1] / 20),
      1,
    )
  return x[0] + x[1] ** 2 / (2 * 9.81)
}

/** Cost and peak of the tuned drive, with steps of 0.25 ms: the friction follows the speed within 2.7 ms. */
function runDrive(kp: number, ki: number, kd: number): { cost: number; peak: number } {
  const rates =
    (load: number): Rates =>
    (t, [phi, w, u, sum]) => {
      const error = 3 - phi
      const wanted = 24 * Math.tanh((kp * error + ki * sum - kd * w) / 24)
      const torque = (0.06 * (u - 0.06 * w)) / 1.5 - 0.03 * Math.tanh(w / 0.2) - load
      return [
        ...[w, torque / 4e-4, (wanted - u) / 0.015, error * (1 - (wanted / 24) ** 2)],
        t * error ** 2 + 0.03 * (wanted / 24) ** 2,
      ]
    }
  let x = [0, 0, 0, 0, 0]
  let peak = 0
  for (let k = 0; k < 600; k++) {
    x = runKutta(rates(k < 320 ? 0 : 0.15), x, 0.0025 * k, 0.0025 * (k + 1), 10)
    peak = Math.max(peak, x[0])
  }
  return { cost: x[4], peak }
}

export const STUDY_EXAMPLES: Record<string, () => unknown> = {
  'filter-tolerances.ts': async () => {
    // 1 - exp(-t/RC) with t = 5 RC
    expect(Math.abs(simulateLowPass().final('C.v') - (1 - Math.exp(-5)))).toBeLessThan(1e-5)
    const result = await studyFilter(RUNS)
    const { R, C, rise } = { R: result.values('R.R'), C: result.values('C.C'), rise: result.values('rise') }
    // t = RC ln 10; the tolerance of the runs is 1e-6
    for (let k = 0; k < RUNS; k++)
      expect(Math.abs(rise[k] / (R[k] * C[k] * Math.LN10) - 1)).toBeLessThan(1e-5)
    const { mean, deviation } = result.statistics('rise')
    const exact = computeRise()
    // a scrambled net of 16 points has one in each 16th: the error of a mean is some deviations/16
    expect(Math.abs(mean - exact.mean)).toBeLessThan((3 * exact.deviation) / RUNS)
    expect(Math.abs(deviation / exact.deviation - 1)).toBeLessThan(0.25)
  },

  'four-bar-tolerances.ts': async () => {
    const angle = simulateWiper().values('hinge.phi')
    // between output points, the nominal sweep is missed by up to the square of half an interval
    expect(Math.abs(Math.max(...angle) - Math.min(...angle) - computeSweep(LENGTHS))).toBeLessThan(1e-3)
    const nRun = 4
    const result = await studyWiper(nRun)
    // the same assembly in all runs: the mirrored one is 1.7 rad off, tolerances move the end by some 0.002 rad
    expect(result.statistics('high').deviation).toBeLessThan(0.02)
    const at = (name: string, k: number): number => result.values(name)[k]
    for (let k = 0; k < nRun; k++) {
      const lengths = {
        ...{ crank: at('pin.translation[1]', k), rod: at('rod.length', k) },
        ...{ rocker: at('tip.translation[1]', k), base: at('axle.translation[1]', k) },
      }
      // cubics over intervals of 7.2° of the crank: some (7.2°)⁴/384 of its amplitude
      expect(Math.abs(at('high', k) - at('low', k) - computeSweep(lengths))).toBeLessThan(4e-6)
    }
  },

  'potting-chance.ts': async () => {
    const result = await studyBreaks(1)
    expect(result.failed).toEqual([])
    for (const count of result.values('potted')) expect([0, 1, 2, 3, 4]).toContain(count)
    // the ends are the probabilities for which the observed share is 1.96 deviations off
    for (const end of computeInterval(3, 24))
      expect(Math.abs(3 / 24 - end) / Math.sqrt((end * (1 - end)) / 24)).toBeCloseTo(1.959964, 6)
  },

  'motor-fit.ts': () => {
    // L J w'' + (R J + L d) w' + (R d + k²) w = k U from rest, with its roots p and q
    const { R, k, J, d } = TRUE_VALUES
    const L = TRUE_VALUES.L / 1000
    const half = (R / L + d / J) / 2
    const root = Math.sqrt(half ** 2 - (R * d + k * k) / (L * J))
    const [p, q] = [-half + root, -half - root]
    const part = (q * Math.exp(0.25 * p) - p * Math.exp(0.25 * q)) / (p - q)
    const exact = ((12 * k) / (R * d + k * k)) * (1 + part)
    expect(Math.abs(simulateMotor().final('w') / exact - 1)).toBeLessThan(1e-7)
    const result = fitMotor()
    for (const { path, value, standardError } of result.parameters) {
      const known = TRUE_VALUES[path as keyof typeof TRUE_VALUES]
      // four standard errors, and these are some percent
      expect(Math.abs(value - known)).toBeLessThan(4 * standardError)
      expect(standardError).toBeLessThan(0.1 * known)
    }
    // the deviation of 400 numbers with the deviation 1 has an error of 1/√800
    expect(Math.abs(result.residualDeviation - 1)).toBeLessThan(4 / Math.sqrt(800))
    expect(result.undetermined).toEqual([])
    // the speed after a step of voltage is that of three numbers, k/(L J), R/L + d/J, (R d + k²)/(L J)
    expect(fitMotor(true).undetermined).toHaveLength(2)
  },

  'rocket-stages.ts': async () => {
    const { values, value: height } = await findBestStages()
    const { split, coast } = values
    // the same flight, with errors of 1e-8 of the steps
    expect(Math.abs(height / fly(split, coast) - 1)).toBeLessThan(1e-6)
    // the slopes of the finer computation vanish, up to those of its second derivatives over 1e-3 of the parameters
    const slope = (f: (by: number) => number): number => (f(1e-3) - f(-1e-3)) / 2e-3
    const curvature = (f: (by: number) => number): number => (f(0.01) - 2 * f(0) + f(-0.01)) / 1e-4
    for (const f of [
      (by: number) => fly(split * (1 + by), coast),
      (by: number) => fly(split, coast * (1 + by)),
    ]) {
      expect(curvature(f)).toBeLessThan(0)
      // distance to the maximum, relative to the parameter
      expect(Math.abs(slope(f) / curvature(f))).toBeLessThan(2e-3)
    }
  },

  'pid-tuning.ts': async () => {
    const { rough, fine } = await tuneDrive()
    expect(fine.value).toBeLessThanOrEqual(rough.value * (1 + 1e-9))
    const { kp, ki, kd } = fine.values
    // limits hold to 1e-6 of their size
    expect(fine.measures.peak).toBeLessThan(3.06 * (1 + 1e-6))
    const best = runDrive(kp, ki, kd)
    expect(Math.abs(fine.value / best.cost - 1)).toBeLessThan(1e-5)
    // the cubic between output points of 10 ms, beside a lag of 15 ms
    expect(Math.abs(fine.measures.peak - best.peak)).toBeLessThan(3e-4)
    // no neighbor within the limit is better
    for (const factor of [0.95, 1.05])
      for (const [p, i, d] of [
        [factor, 1, 1],
        [1, factor, 1],
        [1, 1, factor],
        [factor, factor, factor],
        [factor, 1, 2 - factor],
      ]) {
        const { cost, peak } = runDrive(kp * p, ki * i, kd * d)
        if (peak <= 3.06 - 3e-4) expect(cost).toBeGreaterThan(best.cost * (1 - 1e-6))
      }
  },
}
