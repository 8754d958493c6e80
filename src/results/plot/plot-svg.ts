import { assertPictureSize } from '../../base/index.ts'
import type { SignalTable } from '../signal-table.ts'
import { type Curve, createCurves, printLabel } from './create-curves.ts'
import { type Box, createYTicks, drawDiagram, measureYLabels, type PreparedDiagram } from './diagram.ts'
import { type DiagramSpec, type PlotLayout, parseLayout } from './parse-layout.ts'
import { createPicture, MARGIN } from './picture.ts'
import { HEADING_SIZE } from './plot-style.ts'
import { computeXRange, computeYRange, type Range } from './scale.ts'

/** Options of a figure. */
export interface PlotOptions {
  /** Text above the figure; default: the attribute `model` of the table. Empty: none. */
  readonly heading?: string
  /** Scalar signal on all horizontal axes instead of the time. */
  readonly xAxis?: string
  readonly logX?: boolean
  readonly logY?: boolean
  /** Size of the figure [px]; default: 680 per column, at most 1500, and 240 per row (340 if there is only one). */
  readonly width?: number
  readonly height?: number
  /** Grid lines; default: true. */
  readonly grid?: boolean
  /** Maximum number of entries of a legend; default: 12. */
  readonly maxLegend?: number
}

const COLUMN_GAP = 14
const ROW_GAP = 12

/**
 * A figure of signals as SVG text. Legends show `name [unit]`. Curves have gaps where values are missing; at events the
 * values before and after are connected by a vertical line; discrete and boolean signals are steps, clocked signals
 * dots, parameters dashed horizontal lines; array signals give one curve per element. Invisible points are omitted, so
 * that long results give small figures. Deterministic: same table, same text.
 * @param layout rows of diagrams, for example `[['R.v', 'C.v'], 'C.i']`; see {@link PlotLayout}
 */
export function plotSvg(table: SignalTable, layout: PlotLayout, options: PlotOptions = {}): string {
  const specs = parseLayout(layout, options)
  const nRow = specs.length
  const nColumn = Math.max(...specs.map((row) => row.length))
  const { width = Math.min(680 * nColumn, 1500), height = nRow === 1 ? 340 : 240 * nRow + 40 } = options
  assertPictureSize('options.width', width)
  assertPictureSize('options.height', height)
  const model = table.attributes['model']
  const heading = options.heading ?? (typeof model === 'string' ? model : '')

  // ranges and labels of all diagrams, then the width that the labels of each column need
  const diagrams = prepareDiagrams(table, specs, options)
  const top = MARGIN + (heading === '' ? 0 : HEADING_SIZE + 8)
  const rowHeight = (height - top - MARGIN - ROW_GAP * (nRow - 1)) / nRow
  const left = (column: number, row: readonly PreparedDiagram[]): number => {
    const sameGrid = diagrams.filter((other) => column === 0 || other.length === row.length)
    return Math.max(...sameGrid.map((other) => measureYLabels(createYTicks(other[column], rowHeight - 50))))
  }

  const body: string[] = []
  diagrams.forEach((row, i) => {
    const columnWidth = (width - 2 * MARGIN - COLUMN_GAP * (row.length - 1)) / row.length
    row.forEach((diagram, k) => {
      const x = MARGIN + k * (columnWidth + COLUMN_GAP)
      const box: Box = { x, y: top + i * (rowHeight + ROW_GAP), width: columnWidth, height: rowHeight }
      body.push('<g class="diagram">', ...drawDiagram(diagram, box, left(k, row)), '</g>')
    })
  })
  return createPicture({ heading, width, height }, body)
}

/** Curves and ranges. Diagrams over the same signal have the same horizontal range. */
function prepareDiagrams(
  table: SignalTable,
  specs: readonly DiagramSpec[][],
  options: PlotOptions,
): PreparedDiagram[][] {
  const curves = specs.map((row) => row.map((spec) => createCurves(table, spec.curves, spec.xAxis)))
  const labels = specs.map((row, i) => row.map((spec, k) => xLabelOf(table, spec, curves[i][k])))
  const keys = specs.map((row, i) => row.map((spec, k) => `${labels[i][k]} ${spec.logX}`))
  const shared = new Map<string, Curve[]>()
  keys.forEach((row, i) => {
    row.forEach((key, k) => {
      shared.set(key, [...(shared.get(key) ?? []), ...curves[i][k]])
    })
  })
  const xRanges = new Map<string, Range>()
  return specs.map((row, i) =>
    row.map((spec, k) => {
      const key = keys[i][k]
      const xRange = xRanges.get(key) ?? computeXRange(shared.get(key)!, spec.logX)
      xRanges.set(key, xRange)
      // an axis title that repeats in the diagram below is omitted
      const isRepeated = specs[i + 1]?.length === row.length && keys[i + 1]?.[k] === key
      return {
        ...{ curves: curves[i][k], heading: spec.heading, xLabel: labels[i][k], showsXLabel: !isRepeated },
        ...{ xRange, yRange: computeYRange(curves[i][k], spec.logY) },
        ...{ maxLegend: options.maxLegend ?? 12, grid: options.grid ?? true },
      }
    }),
  )
}

/** `time [s]`: name and unit of the signal on the horizontal axis. */
function xLabelOf(table: SignalTable, spec: DiagramSpec, curves: readonly Curve[]): string {
  if (spec.xAxis !== undefined) {
    const signal = table.signal(spec.xAxis)
    return printLabel(signal.name, signal.unit)
  }
  for (const axis of table.axes.values()) {
    if (!curves.some((curve) => curve.x === axis.time)) continue
    const [first] = table.axes.keys()
    const unit = table.signal(axis.name).unit
    // other clocks show the same time as the first axis
    return printLabel(table.signal(first).unit === unit ? first : axis.name, unit)
  }
  const [first] = table.axes.keys()
  return first === undefined ? '' : printLabel(first, table.signal(first).unit)
}
