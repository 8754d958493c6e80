/**
 * Tolerance analysis: how much the tolerances of resistor and capacitor spread the rise time of a low-pass filter. A study
 * makes 256 runs with the values of a Sobol sequence; for this filter there is a closed form to compare with.
 *
 *   npx tsx examples/filter-tolerances.ts
 *   npx vario study examples/filter-tolerances.ts --output filter.parquet
 */
import { Model, type SignalTable, simulate } from 'vario'
import { Capacitor, ConstantVoltage, Ground, Resistor } from 'vario/library/electric'
import { crossingTime, finalValue, normal, Study, type StudyResult, study, uniform } from 'vario/studies'
import { isMain } from './support/is-main.ts'

export const LowPass = Model({
  source: ConstantVoltage({ V: 1 }),
  R: Resistor({ R: 1000 }),
  C: Capacitor({ C: 1e-6, v: { init: 0 } }),
  ground: Ground(),
  connect: [
    ['source.p', 'R.p'],
    ['R.n', 'C.p'],
    ['C.n', 'source.n', 'ground.p'],
  ],
})

/** Nominal values and tolerances: 1 kOhm with a deviation of 1 %, 1 uF that may be 10 % off. */
export const PARTS = { R: 1000, sigma: 10, C: 1e-6, spread: 1e-7 }
/** Longest permitted rise time to 90 % [s]. */
export const LIMIT = 2.4e-3

const question = {
  vary: {
    'R.R': normal(PARTS.R, PARTS.sigma, 'Ohm'),
    'C.C': uniform(PARTS.C - PARTS.spread, PARTS.C + PARTS.spread, 'F'),
  },
  runs: 256,
  sampling: 'sobol',
  simulate: { stopTime: 5e-3 },
  measure: { rise: crossingTime('C.v', 0.9, 'up'), end: finalValue('C.v') },
} as const

/** The study for the command line. */
export default Study({ model: LowPass, ...question })

/** The run with nominal values. */
export function simulateLowPass(): SignalTable {
  return simulate(LowPass, question.simulate)
}

/** Makes the first `runs` points of the sequence. */
export function studyFilter(runs = 256): Promise<StudyResult> {
  return study(LowPass, { ...question, runs })
}

/** Mean and deviation of the rise time RC ln 10 for independent R and C [s]. */
export function computeRise(): { readonly mean: number; readonly deviation: number } {
  const { R, sigma, C, spread } = PARTS
  const mean = R * C * Math.LN10
  const square = (R ** 2 + sigma ** 2) * (C ** 2 + spread ** 2 / 3) * Math.LN10 ** 2
  return { mean, deviation: Math.sqrt(square - mean ** 2) }
}

if (isMain(import.meta.url)) {
  const result = await studyFilter()
  const { mean, deviation, quantile } = result.statistics('rise')
  const exact = computeRise()
  const milliseconds = (value: number): string => `${(1000 * value).toFixed(4)} ms`
  console.log(`nominal: ${simulateLowPass().final('C.v').toFixed(4)} V after ${question.simulate.stopTime} s`)
  console.log(`${result.nDone} runs, ${result.failed.length} failed`)
  console.log(`rise time: ${milliseconds(mean)} ± ${milliseconds(deviation)}`)
  console.log(`exact:     ${milliseconds(exact.mean)} ± ${milliseconds(exact.deviation)}`)
  console.log(`90 % are between ${milliseconds(quantile(0.05))} and ${milliseconds(quantile(0.95))}`)
  const slow = result.values('rise').filter((rise) => rise > LIMIT).length
  console.log(`${((100 * slow) / result.nDone).toFixed(1)} % are slower than ${milliseconds(LIMIT)}`)
}
