/** Expected results of the examples of studies, by the names of their files. */
import { expect } from 'vitest'
import { computeInterval, studyBreaks } from '../../../examples/billiard-break.ts'
import { computeRise, simulateLowPass, studyFilter } from '../../../examples/filter-tolerances.ts'
import { computeSweep, LENGTHS, simulateWiper, studyWiper } from '../../../examples/four-bar-tolerances.ts'
import { fitMotor, simulateMotor, TRUE_VALUES } from '../../../examples/motor-fit.ts'

/** Number of runs that are kept. */
const RUNS = 16

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
    const at = (name: string, k: number): number => result.values(name)[k]
    for (let k = 0; k < nRun; k++) {
      const lengths = {
        ...{ crank: at('pin.translation[1]', k), rod: at('rod.length', k) },
        ...{ rocker: at('tip.translation[1]', k), base: at('axle.translation[1]', k) },
      }
      // cubics over intervals of 3.6° of the crank: some (3.6°)⁴/384 of its amplitude
      expect(Math.abs(at('high', k) - at('low', k) - computeSweep(lengths))).toBeLessThan(4e-7)
    }
  },

  'billiard-break.ts': async () => {
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
}
