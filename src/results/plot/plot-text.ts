import { assertInteger, assertPictureSize } from '../../base/index.ts'
import type { SignalTable } from '../signal-table.ts'
import { createCurves, printLabel } from './create-curves.ts'
import { createMarks, createPaths } from './decimate.ts'
import { computeXRange, computeYRange, createScale, type Range, type Scale } from './scale.ts'
import { TextCanvas } from './text-canvas.ts'
import { createNameTicks, createTicks, type Ticks } from './ticks.ts'

/** Options of a text diagram. */
export interface TextPlotOptions {
  /** Characters per line of the whole diagram; default: 78. */
  readonly width?: number
  /** Lines of the plot area; default: 15. */
  readonly height?: number
  /** Scalar signal on the horizontal axis instead of the time. */
  readonly xAxis?: string
  readonly logX?: boolean
  readonly logY?: boolean
  /** Line above the diagram. */
  readonly heading?: string
  /** ANSI colors, for terminals that have them; default: false. */
  readonly color?: boolean
}

/** Colors of the curves: blue, red, green, magenta, yellow, cyan, gray (ANSI codes). */
const ANSI_COLORS = [94, 91, 92, 95, 93, 96, 90]
/** Symbols of the curves if neither colors nor dots distinguish them. */
const SIGNS = ['*', '+', 'o', 'x', '#', '@', '%', '&']

/**
 * A text diagram for the terminal. One curve, or several with colors, is drawn with braille dots (2 × 4 per character);
 * several without colors are drawn with one symbol each.
 * @param names one signal or several, for example `['R.v', 'C.v']` or `r[2:3]`
 */
export function plotText(
  table: SignalTable,
  names: string | readonly string[],
  options: TextPlotOptions = {},
): string {
  const { width = 78, height = 15, color = false, heading = '', xAxis, logX = false, logY = false } = options
  assertInteger('options.width', width, 20)
  assertPictureSize('options.width', width, 20)
  assertInteger('options.height', height, 3)
  assertPictureSize('options.height', height, 3)
  const curves = createCurves(table, typeof names === 'string' ? [names] : names, xAxis)
  const xRange = computeXRange(curves, logX)
  const yRange = computeYRange(curves, logY)

  // the labels of the vertical axis determine the width of the plot area
  const yTicks = createNameTicks(yRange, curves) ?? createTicks(yRange, Math.max(2, Math.floor(height / 2.5)))
  const left = Math.max(3, ...yTicks.labels.map((label) => label.length))
  const columns = Math.max(4, width - left - 3)
  const isBraille = color || curves.length === 1
  const canvas = new TextCanvas(columns, height, isBraille)
  const xScale = createScale(xRange, 0, canvas.nx - 1)
  const yScale = createScale(yRange, canvas.ny - 1, 0)
  for (const [i, curve] of curves.entries()) {
    if (curve.style === 'marks') canvas.drawPoints(createMarks(curve, xScale, yScale), i)
    else if (curve.style === 'constant')
      canvas.drawPath([0, yScale.toPixel(curve.y[0]), canvas.nx - 1, yScale.toPixel(curve.y[0])], i)
    else for (const path of createPaths(curve, xScale, yScale)) canvas.drawPath(path, i)
  }

  const paint = (text: string, i: number): string =>
    color && i >= 0 ? `\u001b[${ANSI_COLORS[i % ANSI_COLORS.length]}m${text}\u001b[0m` : text
  const sign = (i: number): string => (isBraille ? '─' : SIGNS[i % SIGNS.length])
  const legend = curves.map((curve, i) => paint(`${sign(i)} ${curve.label}`, i)).join('   ')

  const labelOfRow = placeLabels(yTicks, yScale, canvas.ny / height)
  const lines = Array.from({ length: height }, (_, row) => {
    const label = labelOfRow.get(row)
    const cells = canvas.row(row, (i) => SIGNS[i % SIGNS.length]).map((cell) => paint(cell.text, cell.curve))
    return `${(label ?? '').padStart(left)} ${label === undefined ? '│' : '┤'}${cells.join('')}`.trimEnd()
  })
  const xName = xAxis ?? table.axes.keys().next().value ?? ''
  const xTitle = xName === '' ? '' : printLabel(xName, table.signal(xName).unit)
  const note = yTicks.note === '' ? [] : [`${' '.repeat(left + 1)}${yTicks.note}`]
  return [
    ...(heading === '' ? [] : [heading]),
    `${' '.repeat(left + 2)}${legend}`,
    ...note,
    ...lines,
    ...drawXAxis(xRange, columns, left, xTitle),
    '',
  ].join('\n')
}

/** Labels of the vertical axis by line, for a number of dot lines. */
function placeLabels(ticks: Ticks, scale: Scale, nDot: number): Map<number, string> {
  const labels = new Map<number, string>()
  ticks.values.forEach((value, i) => {
    const row = Math.floor(Math.round(scale.toPixel(value)) / nDot)
    if (!labels.has(row)) labels.set(row, ticks.labels[i])
  })
  return labels
}

/** The axis line with its ticks, the labels below it, and the title. */
function drawXAxis(range: Range, columns: number, left: number, title: string): string[] {
  const ticks = createTicks(range, Math.max(1, Math.floor(columns / 12)))
  const scale = createScale(range, 0, columns - 1)
  const axis = new Array<string>(columns).fill('─')
  const labels = new Array<string>(columns + 8).fill(' ')
  let free = 0
  ticks.values.forEach((value, i) => {
    const column = Math.min(columns - 1, Math.max(0, Math.round(scale.toPixel(value))))
    axis[column] = '┬'
    const label = ticks.labels[i]
    const start = Math.max(0, Math.min(column - Math.floor(label.length / 2), columns - label.length + 1))
    if (start < free) return
    for (let k = 0; k < label.length; k++) labels[start + k] = label[k]
    free = start + label.length + 1
  })
  const full = [title, ticks.note].filter((text) => text !== '').join('  ')
  const indent = ' '.repeat(left + 2 + Math.max(0, Math.floor((columns - full.length) / 2)))
  return [
    `${' '.repeat(left + 1)}└${axis.join('')}`,
    `${' '.repeat(left + 2)}${labels.join('')}`.trimEnd(),
    ...(full === '' ? [] : [indent + full]),
  ]
}
