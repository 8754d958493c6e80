/** Every value over every other one, with histograms on the diagonal. */
import { COLORS, type Panel } from '../../results/index.ts'
import { type Column, rangeOf } from './columns.ts'
import { createBins } from './histograms.ts'

export function createScatterMatrix(columns: readonly Column[]): Panel[][] {
  const last = columns.length - 1
  return columns.map((row, i) =>
    columns.map((column, k): Panel => {
      const axes = {
        ...{ xLabel: column.label, yLabel: row.label, xRange: rangeOf(column) },
        ...{ hidesX: i < last, hidesY: k > 0 },
        ...(column.names !== undefined && { xNames: column.names }),
        ...(row.names !== undefined && { yNames: row.names }),
      }
      if (i === k) {
        const { edges, counts } = createBins(row)
        // the vertical axis is that of the row: bars fill it, and have no numbers of their own
        const range = rangeOf(row)
        const height = (0.95 * (range.max - range.min)) / Math.max(1, ...counts)
        const bars = {
          ...{ left: edges.subarray(0, -1), right: edges.subarray(1), color: COLORS[5] },
          bottom: counts.map(() => range.min),
          top: counts.map((count) => range.min + height * count),
        }
        return { ...axes, yRange: range, marks: [{ kind: 'boxes', ...bars }] }
      }
      const dots = { x: column.values, y: row.values, color: COLORS[0], radius: 1.6 }
      return { ...axes, yRange: rangeOf(row), marks: [{ kind: 'dots', ...dots }] }
    }),
  )
}
