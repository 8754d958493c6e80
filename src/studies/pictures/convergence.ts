/** The mean of a measure over the number of runs, with its standard error. */
import { COLORS, createRange, type Panel } from '../../results/index.ts'
import type { Column } from './columns.ts'

/** Points of the curve: equal ratios between their numbers of runs. */
const N_POINT = 200

export function createConvergence({ name, label, values }: Column): Panel {
  const known = values.filter((value) => !Number.isNaN(value))
  const n = known.length
  const counts: number[] = []
  const means: number[] = []
  const errors: number[] = []
  let [mean, squares, next] = [0, 0, 2]
  for (let k = 0; k < n; k++) {
    const change = known[k] - mean
    mean += change / (k + 1)
    squares += change * (known[k] - mean)
    if (k + 1 < next && k + 1 < n) continue
    next = Math.max(next + 1, next * n ** (1 / N_POINT))
    if (k === 0) continue
    counts.push(k + 1)
    means.push(mean)
    errors.push(Math.sqrt(squares / k / (k + 1)))
  }
  const low = means.map((value, k) => value - errors[k])
  const high = means.map((value, k) => value + errors[k])
  // the first few errors are those of two or three values
  const from = Math.min(means.length - 1, Math.floor(means.length / 4))
  const yRange = createRange([Float64Array.from([...low.slice(from), ...high.slice(from), mean])])
  const limit = (value: number): number => Math.min(yRange.max, Math.max(yRange.min, value))
  return {
    ...{ xLabel: 'runs', yLabel: `mean of ${label}` },
    ...{ xRange: { min: 2, max: Math.max(3, n), isLog: true }, yRange },
    marks: [
      { kind: 'band', x: counts, low: low.map(limit), high: high.map(limit), color: COLORS[0] },
      {
        kind: 'line',
        x: counts,
        y: means.map((value) => (limit(value) === value ? value : Number.NaN)),
        color: COLORS[0],
        title: `mean of ${name}`,
      },
    ],
  }
}
