/** Bars of the influence of each varied value on a measure, the largest on top. */
import { VarioError } from '../../base/index.ts'
import { createQr, factorQr, solveQr } from '../../math/index.ts'
import { COLORS, createRange, type Panel } from '../../results/index.ts'
import type { StudyResult } from '../study-result.ts'
import { morrisEffects, sobolIndices } from '../uncertainty/index.ts'
import type { Column } from './columns.ts'

/** The varied values go from this part of their distribution to the opposite one. */
const LOW = 0.1

/** The change of a measure with a varied value, others at their means. */
export interface LinearEffect {
  readonly name: string
  /** Predicted measure at the 10 % and 90 % quantiles of the value. */
  readonly low: number
  readonly high: number
}

/**
 * Effects of a linear regression y = c₀ + Σ cₖ xₖ over the runs that have the measure: the solution of least norm for
 * standardized values, so that values that always change together share their effect.
 *
 * @returns also the share R² of the variance of y that the regression explains
 */
export function regressEffects(
  factors: readonly Column[],
  measure: Column,
): { effects: LinearEffect[]; explained: number; mean: number } {
  const runs = [...measure.values.keys()].filter((run) => !Number.isNaN(measure.values[run]))
  const nRun = runs.length
  if (nRun < 2)
    throw new VarioError(
      'STUDY',
      `${measure.name}: expected at least 2 runs with the measure for its influences, got ${nRun}. Increase runs.`,
      { measure: measure.name },
    )
  const standardized = factors.map(({ values }) => standardize(runs.map((run) => values[run])))
  const y = standardize(runs.map((run) => measure.values[run]))
  const qr = createQr(nRun, factors.length)
  standardized.forEach(({ scaled }, k) => {
    for (let i = 0; i < nRun; i++) qr.a[i * factors.length + k] = scaled[i]
  })
  factorQr(qr, 1e-10)
  const slopes = new Float64Array(factors.length)
  const rest = solveQr(qr, y.scaled, slopes)
  const effects = factors.map(({ name }, k) => {
    const sorted = [...standardized[k].scaled].sort((a, b) => a - b)
    const at = (part: number): number => {
      const place = part * (nRun - 1)
      const i = Math.min(nRun - 2, Math.floor(place))
      return sorted[i] + (place - i) * (sorted[i + 1] - sorted[i])
    }
    const predict = (part: number): number => y.mean + y.deviation * slopes[k] * at(part)
    return { name, low: predict(LOW), high: predict(1 - LOW) }
  })
  return { effects, explained: y.deviation > 0 ? 1 - rest ** 2 / nRun : 1, mean: y.mean }
}

/** Values with mean 0 and deviation 1; zeros if they are constant. */
function standardize(values: readonly number[]): { scaled: Float64Array; mean: number; deviation: number } {
  const n = values.length
  const mean = values.reduce((sum, value) => sum + value / n, 0)
  const largest = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2 / n, 0))
  const isConstant = deviation <= 1e-13 * largest
  return {
    scaled: Float64Array.from(values, (value) => (isConstant ? 0 : (value - mean) / deviation)),
    ...{ mean, deviation: isConstant ? 0 : deviation },
  }
}

/** Shares in the variance or mean effects, if the samples have a design for them; effects of a linear regression otherwise. */
export function createTornado(result: StudyResult, factors: readonly Column[], measure: Column): Panel {
  if (result.sampling === 'saltelli') {
    const indices = Object.entries(sobolIndices(result, measure.name))
    const bars = indices.map(([name, { first, total, firstError, totalError }]) => ({
      ...{ name, low: 0, high: total, lowError: 0, highError: totalError },
      inner: { high: first, error: firstError },
    }))
    return drawBars(bars, `share in the variance of ${measure.name}: alone, and with interactions`, 0)
  }
  if (result.sampling === 'morris') {
    const bars = Object.entries(morrisEffects(result, measure.name)).map(([name, effect]) => ({
      ...{ name, low: 0, high: effect.absolute, lowError: 0, highError: effect.absoluteError },
    }))
    return drawBars(bars, `mean absolute effect on ${measure.label}`, 0)
  }
  const { effects, explained, mean } = regressEffects(factors, measure)
  const label = `${measure.label} at 10 % (orange) and 90 % (blue) of each value; R² = ${explained.toFixed(3)}`
  return drawBars(effects, label, mean)
}

interface Bar extends LinearEffect {
  readonly lowError?: number
  readonly highError?: number
  /** A part of the bar, darker. */
  readonly inner?: { readonly high: number; readonly error: number }
}

function drawBars(all: readonly Bar[], xLabel: string, middle: number): Panel {
  const size = ({ low, high }: Bar): number => Math.abs(high - low)
  // number 1 is the lowest bar
  const bars = [...all].sort((a, b) => size(a) - size(b))
  const place = bars.map((_, k) => k + 1)
  const side = (choose: (bar: Bar) => number, color: string, half: number): Panel['marks'][number] => ({
    ...{ kind: 'boxes', color, left: bars.map(() => middle), right: bars.map(choose) },
    ...{ bottom: place.map((y) => y - half), top: place.map((y) => y + half) },
    titles: bars.map((bar) => `${bar.name}: ${choose(bar)}`),
  })
  const whisker = (y: number, x: number, error: number): Panel['marks'][number] => ({
    ...{ kind: 'line', x: [x - error, x + error], y: [y, y], color: COLORS[6], width: 1.2 },
  })
  const ends = bars.flatMap(({ low, high, lowError = 0, highError = 0 }) => [
    ...[low - lowError, low + lowError, high - highError, high + highError],
  ])
  return {
    ...{ xLabel, yLabel: '', yNames: bars.map(({ name }) => name) },
    xRange: createRange([Float64Array.from([middle, ...ends])]),
    yRange: { min: 0.4, max: bars.length + 0.6, isLog: false },
    marks: [
      side(({ high }) => high, COLORS[0], 0.32),
      side(({ low }) => low, COLORS[4], 0.32),
      ...(bars.some(({ inner }) => inner !== undefined)
        ? [side(({ inner }) => inner?.high ?? middle, '#003f66', 0.18)]
        : []),
      ...bars.flatMap(({ high, highError, inner }, k) => [
        ...(highError === undefined ? [] : [whisker(k + 1.25, high, highError)]),
        ...(inner === undefined ? [] : [whisker(k + 1, inner.high, inner.error)]),
      ]),
      { kind: 'line', x: [middle, middle], y: [0.4, bars.length + 0.6], color: COLORS[6], width: 1 },
    ],
  }
}
