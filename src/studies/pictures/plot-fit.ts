/** The picture of a fit: fitted curves, data and residuals. */
import { assertKnownKeys } from '../../base/index.ts'
import {
  COLORS,
  createRange,
  drawPanels,
  type Panel,
  type PictureOptions,
  type SignalTable,
  writeTextFile,
} from '../../results/index.ts'
import type { FitResult } from '../fit-result.ts'

/** Choices of the picture of a fit. */
export interface FitPictureOptions extends PictureOptions {
  /** File to which the picture is also written (Node only). */
  readonly file?: string
}

const DATA = '.data'

/** Fitted signals with their confidence bands and data, and the residuals below, one column per signal and two rows per experiment, as SVG text. */
export function plotFit(result: FitResult, options: FitPictureOptions = {}): string {
  assertKnownKeys('picture: options', { ...options }, ['heading', 'width', 'height', 'file'])
  const experiments = result.tables.map((table) =>
    table.names.filter((name) => name.endsWith(DATA)).map((name) => name.slice(0, -DATA.length)),
  )
  const nColumn = Math.max(...experiments.map((names) => names.length))
  const panels = experiments.flatMap((names, k) => {
    const table = result.tables[k]
    return [names.map((name) => createCurve(table, name)), names.map((name) => createResidual(table, name))]
  })
  const { heading = '', width = Math.max(560, 420 * nColumn), file } = options
  const height = options.height ?? experiments.length * 400 + (heading === '' ? 0 : 24)
  const shares = experiments.flatMap(() => [0.68 / experiments.length, 0.32 / experiments.length])
  const svg = drawPanels(panels, { heading, width, height, shares })
  if (file !== undefined) writeTextFile(file, svg)
  return svg
}

function createCurve(table: SignalTable, name: string): Panel {
  const [x, y, data] = [table.time, table.values(name), table.values(`${name}${DATA}`)]
  const bands = table.values(`${name}.band`)
  const measured = [...x.keys()].filter((k) => !Number.isNaN(bands[k]))
  const [at, fitted, band] = [x, y, bands].map((values) => measured.map((k) => values[k]))
  return {
    ...{ xLabel: '', yLabel: labelOf(table, name), hidesX: true },
    ...{ xRange: createRange([x]), yRange: createRange([y, data]) },
    marks: [
      {
        kind: 'band',
        x: at,
        low: at.map((_, k) => fitted[k] - band[k]),
        high: at.map((_, k) => fitted[k] + band[k]),
        color: COLORS[0],
      },
      { kind: 'line', x, y, color: COLORS[0], title: `${name}, fitted` },
      { kind: 'dots', x, y: data, color: COLORS[1], radius: 2.6, title: `${name}, data` },
    ],
  }
}

function createResidual(table: SignalTable, name: string): Panel {
  const x = table.time
  const y = table.values(`${name}.residual`)
  const xRange = createRange([x])
  return {
    ...{ xLabel: 'time [s]', yLabel: 'residual', xRange, yRange: createRange([y, new Float64Array(1)]) },
    marks: [
      { kind: 'line', x: [xRange.min, xRange.max], y: [0, 0], color: COLORS[6], width: 1 },
      { kind: 'dots', x, y, color: COLORS[1], radius: 2.2 },
    ],
  }
}

function labelOf(table: SignalTable, name: string): string {
  const { unit } = table.signal(name)
  return unit === '' ? name : `${name} [${unit}]`
}
