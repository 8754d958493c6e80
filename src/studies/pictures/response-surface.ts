/** A measure over two varied values: cells of a grid, or colored dots of samples. */
import { COLORS, type Panel, type PanelMark } from '../../results/index.ts'
import { colorOf, colorsOf } from './color-scale.ts'
import { type Column, rangeOf } from './columns.ts'

/** Numbers at the color scale. */
const N_LABEL = 5
/** Cells of the color scale. */
const N_CELL = 24

export function createResponseSurface(x: Column, y: Column, measure: Column): Panel {
  const [xs, ys] = [x, y].map(({ values }) => [...new Set(values)].sort((a, b) => a - b))
  const isGrid = xs.length > 1 && ys.length > 1 && xs.length * ys.length <= measure.values.length
  const axes = {
    ...{ xLabel: x.label, yLabel: y.label },
    ...(x.names !== undefined && { xNames: x.names }),
    ...(y.names !== undefined && { yNames: y.names }),
  }
  if (!isGrid) {
    const dots = { x: x.values, y: y.values, color: COLORS[0], colors: colorsOf(measure.values), radius: 3.2 }
    return { ...axes, xRange: rangeOf(x), yRange: rangeOf(y), marks: [{ kind: 'dots', ...dots }] }
  }
  // the mean over all other values at each point of the grid
  const sums = new Float64Array(xs.length * ys.length)
  const counts = new Float64Array(sums.length)
  measure.values.forEach((value, run) => {
    if (Number.isNaN(value)) return
    const cell = xs.indexOf(x.values[run]) * ys.length + ys.indexOf(y.values[run])
    sums[cell] += value
    counts[cell]++
  })
  const means = sums.map((sum, cell) => (counts[cell] === 0 ? Number.NaN : sum / counts[cell]))
  const [xEdges, yEdges] = [createEdges(xs), createEdges(ys)]
  const pick = (edges: readonly number[], shift: number, isX: boolean): number[] =>
    Array.from(means, (_, cell) => edges[(isX ? Math.floor(cell / ys.length) : cell % ys.length) + shift])
  return {
    ...axes,
    xRange: { min: xEdges[0], max: xEdges[xs.length], isLog: false },
    yRange: { min: yEdges[0], max: yEdges[ys.length], isLog: false },
    marks: [
      {
        ...{ kind: 'boxes', color: COLORS[0], colors: colorsOf(means) },
        ...{ left: pick(xEdges, 0, true), right: pick(xEdges, 1, true) },
        ...{ bottom: pick(yEdges, 0, false), top: pick(yEdges, 1, false) },
        titles: Array.from(means, (mean) => `${measure.name} = ${mean}`),
      },
    ],
  }
}

/** Boundaries halfway between values. */
function createEdges(values: readonly number[]): number[] {
  const n = values.length
  const middles = values.slice(1).map((value, k) => (value + values[k]) / 2)
  return [2 * values[0] - middles[0], ...middles, 2 * values[n - 1] - middles[n - 2]]
}

/** The colors of a measure and their numbers. */
export function createColorScale({ label, values }: Column): Panel {
  const known = values.filter((value) => !Number.isNaN(value)).sort()
  const [min, max] = known.length === 0 ? [0, 1] : [known[0], known[known.length - 1]]
  const range = max > min ? { min, max } : { min: min - 0.5, max: max + 0.5 }
  const edges = Array.from(
    { length: N_CELL + 1 },
    (_, k) => range.min + (k / N_CELL) * (range.max - range.min),
  )
  const marks: PanelMark[] = [
    {
      ...{ kind: 'boxes', color: COLORS[0], left: edges.slice(0, -1), right: edges.slice(1) },
      ...{ bottom: edges.slice(1).map(() => 0), top: edges.slice(1).map(() => 1) },
      colors: edges.slice(1).map((_, k) => colorOf(k / (N_CELL - 1))),
    },
  ]
  return {
    ...{ xLabel: label, yLabel: '', yNames: [], marks },
    ...{ xRange: { ...range, isLog: false }, yRange: { min: 0, max: N_LABEL, isLog: false } },
  }
}
