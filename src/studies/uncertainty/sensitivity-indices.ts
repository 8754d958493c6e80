/**
 * The influence of varied values on a measure, from a study with the design for it.
 *
 *   V = variance of f over A and B
 *   S_i = mean(f(B) (f(A_i) - f(A)))/V                      [Saltelli et al. 2010, table 2 (b)]              (1)
 *   T_i = mean((f(A) - f(A_i))²)/(2 V)                      [Jansen 1999; table 2 (f)]                       (2)
 *
 * A_i is A with the coordinate i of B. Values of f are taken about their mean, which reduces the errors of (1). Standard
 * errors are those of a bootstrap over the samples.
 */
import { assertOneOf, InputError, VarioError } from '../../base/index.ts'
import { MORRIS_STEP, RandomNumbers, STREAM } from '../sampling/index.ts'
import type { StudyResult } from '../study-result.ts'

/** Number of resamplings of the bootstrap. */
const RESAMPLINGS = 200

/** The share of a varied value in the variance of a measure. */
export interface SobolIndex {
  /** Share of the value alone (S_i), and with all interactions (T_i). */
  readonly first: number
  readonly total: number
  /** Their standard errors. */
  readonly firstError: number
  readonly totalError: number
}

/** The effects of a varied value on a measure: differences for steps of half of its distribution, in the unit of the measure. */
export interface MorrisEffect {
  /** Mean of the effects, and of their absolute values, divided by the step. */
  readonly mean: number
  readonly absolute: number
  /** Standard deviation: large where the effect depends on the other values, or is not linear. */
  readonly deviation: number
  /** Standard error of `absolute`. */
  readonly absoluteError: number
}

/**
 * Sobol indices of a measure, by varied value: the shares of its variance. The study has `sampling: 'saltelli'`, and
 * `runs` samples of d + 2 runs for d distributions.
 */
export function sobolIndices(result: StudyResult, measure: string): Readonly<Record<string, SobolIndex>> {
  const { names, samples } = readSamples(result, measure, 'saltelli', 2)
  const d = names.length
  const n = samples.length
  let mean = 0
  for (const sample of samples) mean += (sample[0] + sample[1]) / (2 * n)
  const compute = (choose: (k: number) => number): Float64Array => {
    const sums = new Float64Array(2 * d)
    let square = 0
    let sum = 0
    for (let k = 0; k < n; k++) {
      const sample = samples[choose(k)]
      const a = sample[0] - mean
      const b = sample[1] - mean
      square += a * a + b * b
      sum += a + b
      for (let i = 0; i < d; i++) {
        const other = sample[2 + i] - mean
        sums[2 * i] += b * (other - a)
        sums[2 * i + 1] += (a - other) ** 2 / 2
      }
    }
    const variance = (square - (sum * sum) / (2 * n)) / (2 * n)
    return sums.map((value) => value / n / variance)
  }
  const values = compute((k) => k)
  const errors = bootstrap(n, compute, 2 * d)
  return Object.fromEntries(
    names.map((name, i) => [
      name,
      {
        ...{ first: values[2 * i], total: values[2 * i + 1] },
        ...{ firstError: errors[2 * i], totalError: errors[2 * i + 1] },
      },
    ]),
  )
}

/**
 * Elementary effects of a measure, by varied value: which values matter at all, with few runs. The study has
 * `sampling: 'morris'`, and `runs` paths of d + 1 runs for d distributions; 10 to 50 paths are usual.
 */
export function morrisEffects(result: StudyResult, measure: string): Readonly<Record<string, MorrisEffect>> {
  const { names, samples, coordinates } = readSamples(result, measure, 'morris', 1)
  const d = names.length
  const effects = names.map(() => [] as number[])
  samples.forEach((sample, k) => {
    for (let step = 0; step < d; step++) {
      // the value that differs between two neighbors of the path
      const i = names.findIndex((_, j) => coordinates[k][step][j] !== coordinates[k][step + 1][j])
      if (i < 0) continue
      const direction = Math.sign(coordinates[k][step + 1][i] - coordinates[k][step][i])
      effects[i].push((direction * (sample[step + 1] - sample[step])) / MORRIS_STEP)
    }
  })
  return Object.fromEntries(
    names.map((name, i) => {
      const { mean, deviation } = summarize(effects[i])
      const absolute = summarize(effects[i].map(Math.abs))
      return [
        name,
        {
          ...{ mean, absolute: absolute.mean, deviation },
          absoluteError: absolute.deviation / Math.sqrt(effects[i].length),
        },
      ]
    }),
  )
}

function summarize(values: readonly number[]): { mean: number; deviation: number } {
  const n = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / (n - 1)) }
}

/** Standard deviations of estimates over samples that are drawn again with replacement. */
function bootstrap(
  n: number,
  compute: (choose: (k: number) => number) => Float64Array,
  nValue: number,
): Float64Array {
  const random = new RandomNumbers(0, STREAM.resample)
  const drawn = Array.from({ length: RESAMPLINGS }, (_, round) =>
    compute((k) => Math.floor(n * random.uniform(k, round))),
  )
  return Float64Array.from(
    { length: nValue },
    (_, k) => summarize(drawn.map((values) => values[k])).deviation,
  )
}

/** The samples of a design without failed runs: values of the measure, and of the varied ones. */
function readSamples(
  result: StudyResult,
  measure: string,
  sampling: 'saltelli' | 'morris',
  nExtra: number,
): { names: readonly string[]; samples: Float64Array[]; coordinates: Float64Array[][] } {
  assertOneOf('measure', measure, result.measures)
  if (result.sampling !== sampling)
    throw new InputError('study: sampling', `'${sampling}' for this analysis`, result.sampling)
  const names = result.sampled
  if (names.length !== result.factors.length)
    throw new InputError(
      'study: vary',
      'distributions only, without a grid, for this analysis',
      result.factors,
    )
  const size = names.length + nExtra
  const values = result.values(measure)
  const columns = names.map((name) => result.values(name))
  const samples: Float64Array[] = []
  const coordinates: Float64Array[][] = []
  for (let first = 0; first + size <= values.length; first += size) {
    const sample = values.slice(first, first + size)
    if (sample.some(Number.isNaN)) continue
    samples.push(sample)
    coordinates.push(Array.from(sample, (_, k) => Float64Array.from(columns, (column) => column[first + k])))
  }
  if (samples.length < 2)
    throw new VarioError(
      'STUDY',
      `${measure}: expected at least 2 samples whose ${size} runs all have the measure, got ${samples.length}. Increase runs.`,
      { measure },
    )
  return { names, samples, coordinates }
}
