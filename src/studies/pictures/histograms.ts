/** Histograms of measures with their quantiles. */
import { COLORS, createRange, type Panel } from '../../results/index.ts'
import type { StudyResult } from '../study-result.ts'
import { type Column, rangeOf } from './columns.ts'

/** Quantiles that are marked. */
const QUANTILES = [0.05, 0.5, 0.95]
const MAX_BINS = 80

/** Bars of equal width, and the number of values in each. */
export interface Bins {
  /** (nBin + 1) */
  readonly edges: Float64Array
  readonly counts: Float64Array
}

/**
 * Bins of values without NaN, sorted. Their width is 2 IQR/∛n [Freedman & Diaconis 1981], where IQR is the distance of the
 * quartiles; where these coincide, 1 + log₂ n bins [Sturges 1926].
 */
export function countBins(sorted: Float64Array): Bins {
  const n = sorted.length
  if (n === 0) return { edges: new Float64Array([0, 1]), counts: new Float64Array(1) }
  const [min, max] = [sorted[0], sorted[n - 1]]
  const width = (2 * (sorted[Math.floor(0.75 * (n - 1))] - sorted[Math.floor(0.25 * (n - 1))])) / Math.cbrt(n)
  const wanted = width > 0 ? (max - min) / width : 1 + Math.log2(n)
  const nBin = max > min ? Math.min(MAX_BINS, Math.max(1, Math.ceil(wanted))) : 1
  // a single value has a bar of its own
  const half = max > min ? 0 : Math.max(Math.abs(min) * 0.05, 0.5 * Number(min === 0), Number.MIN_VALUE)
  const from = min - half
  const size = (max + half - from) / nBin
  const counts = new Float64Array(nBin)
  for (const value of sorted) counts[Math.min(nBin - 1, Math.floor((value - from) / size))]++
  return { edges: Float64Array.from({ length: nBin + 1 }, (_, k) => from + k * size), counts }
}

/** Bins of a column: one for each name, if it has names. */
export function createBins({ values, names }: Column): Bins {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort()
  if (names === undefined) return countBins(sorted)
  return {
    edges: Float64Array.from({ length: names.length + 1 }, (_, k) => k + 0.5),
    counts: Float64Array.from(names, (_, k) => sorted.filter((value) => value === k + 1).length),
  }
}

export function createHistogram(result: StudyResult, column: Column): Panel {
  const { name, label, names } = column
  const { edges, counts } = createBins(column)
  const highest = Math.max(1, ...counts)
  const { quantile, count } = result.statistics(name)
  const isMarked = count > 0 && names === undefined
  return {
    xLabel: label,
    yLabel: 'runs',
    xRange: names === undefined ? createRange([edges]) : rangeOf(column),
    yRange: { min: 0, max: 1.15 * highest, isLog: false },
    ...(names !== undefined && { xNames: names }),
    marks: [
      {
        kind: 'boxes',
        left: edges.subarray(0, -1),
        right: edges.subarray(1),
        bottom: new Float64Array(counts.length),
        top: counts,
        color: COLORS[5],
        titles: Array.from(counts, (count) => `${count} runs`),
      },
      ...(isMarked ? QUANTILES : []).flatMap((part): Panel['marks'] => [
        {
          kind: 'line',
          x: [quantile(part), quantile(part)],
          y: [0, 1.05 * highest],
          color: COLORS[part === 0.5 ? 1 : 6],
          dash: '5 3',
          title: `${100 * part} %: ${quantile(part)}`,
        },
        {
          kind: 'text',
          x: quantile(part),
          y: 1.06 * highest,
          content: `${100 * part} %`,
          anchor: 'middle',
          dy: -2,
        },
      ]),
    ],
  }
}
