/** Expected results of the examples of studies, by the names of their files. */
import { expect } from 'vitest'
import { computeRise, simulateLowPass, studyFilter } from '../../../examples/filter-tolerances.ts'

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
}
