/** Draws one diagram: legend, axes, grid and curves. */
import type { Curve } from './create-curves.ts'
import { createMarks, createPaths, type PixelPath } from './decimate.ts'
import { AXIS_COLOR, GRID_COLOR, LABEL_SIZE, styleOfCurve, TEXT_COLOR } from './plot-style.ts'
import { createScale, type Range, type Scale } from './scale.ts'
import { escapeXml, fitText, measureText } from './text.ts'
import { createNameTicks, createTicks, type Ticks } from './ticks.ts'

/** A diagram with all data for drawing. */
export interface PreparedDiagram {
  readonly curves: readonly Curve[]
  readonly heading: string
  /** Text below the horizontal axis: `time [s]`. */
  readonly xLabel: string
  /** False if the diagram below shows it; labels with a common factor always need it. */
  readonly showsXLabel: boolean
  readonly xRange: Range
  readonly yRange: Range
  readonly maxLegend: number
  readonly grid: boolean
}

/** A rectangle on the page [px]. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Height of a line of text [px]. */
export const LINE_HEIGHT = 17
/** Length of the line before a name in a legend, and the space after an entry [px]. */
const SAMPLE = 20
const ENTRY_GAP = 16
/** Space between an axis and its numbers [px]. */
export const TICK_GAP = 6
/** Space to the right of the plot area, for half a tick label [px]. */
const RIGHT = 16

/** Marks of the vertical axis of a diagram that is `height` pixels high. */
export function createYTicks({ yRange: range, curves }: PreparedDiagram, height: number): Ticks {
  if (curves.every((curve) => curve.isBoolean)) return { values: [0, 1], labels: ['false', 'true'], note: '' }
  return createNameTicks(range, curves) ?? createTicks(range, Math.max(2, Math.floor(height / 30)))
}

/** Width [px] that the labels of a vertical axis need. */
export function measureYLabels(ticks: Ticks): number {
  return Math.max(24, ...ticks.labels.map((label) => measureText(label, LABEL_SIZE) + TICK_GAP + 4))
}

/** The elements of a diagram within a box; its vertical axis is `left` pixels to the right of the edge of the box. */
export function drawDiagram(diagram: PreparedDiagram, box: Box, left: number): string[] {
  const width = box.width - left - RIGHT
  const legend = layoutLegend(diagram.curves, width, diagram.maxLegend)
  const xTicks = createXTicks(diagram.xRange, width)
  const isTitled = diagram.showsXLabel || xTicks.note !== ''
  const xTitle = isTitled ? `${diagram.xLabel}  ${xTicks.note}`.trim() : ''

  // from top to bottom: heading, legend, note of the vertical axis, plot area, tick labels, axis title
  let top = box.y
  const x0 = box.x + left
  const out: string[] = []
  if (diagram.heading !== '') {
    top += LINE_HEIGHT
    out.push(
      text(
        x0 + width / 2,
        top - 4,
        fitText(diagram.heading, 13, width),
        'middle',
        'font-size="13" font-weight="600"',
      ),
    )
  }
  const legendTop = top
  top += legend.height
  const yTicks = createYTicks(diagram, box.y + box.height - top - 2 * LINE_HEIGHT)
  if (yTicks.note !== '') {
    top += LINE_HEIGHT
    out.push(text(x0 - TICK_GAP, top - 4, yTicks.note, 'start'))
  }
  top += 4
  const bottom = box.y + box.height - LINE_HEIGHT - 4 - (xTitle === '' ? 0 : LINE_HEIGHT)
  const xScale = createScale(diagram.xRange, x0, x0 + width)
  const yScale = createScale(diagram.yRange, bottom, top)

  const area = { x: x0, y: top, width, height: bottom - top }
  out.push(...drawAxes(area, xTicks, yTicks, xScale, yScale, diagram.grid))
  if (xTitle !== '')
    out.push(text(x0 + width / 2, bottom + 2 * LINE_HEIGHT + 1, fitText(xTitle, LABEL_SIZE, width), 'middle'))
  for (const [i, curve] of diagram.curves.entries()) out.push(...drawCurve(curve, i, xScale, yScale, area))
  out.push(...legend.draw(x0, legendTop))
  return out
}

/** As many ticks as fit with their labels. */
export function createXTicks(range: Range, width: number): Ticks {
  for (let count = Math.max(1, Math.floor(width / 55)); ; count = Math.floor(count / 1.4)) {
    const ticks = createTicks(range, count)
    const widest = Math.max(0, ...ticks.labels.map((label) => measureText(label, LABEL_SIZE)))
    if (count <= 1 || (widest + 12) * ticks.labels.length <= width) return ticks
  }
}

/** Frame, grid, ticks and their labels. */
export function drawAxes(
  area: Box,
  xTicks: Ticks,
  yTicks: Ticks,
  xScale: Scale,
  yScale: Scale,
  grid: boolean,
): string[] {
  const right = area.x + area.width
  const bottom = area.y + area.height
  const xs = xTicks.values.map((value) => round(xScale.toPixel(value)))
  const ys = yTicks.values.map((value) => round(yScale.toPixel(value)))
  const lines: string[] = []
  if (grid) {
    const d = [
      ...xs.map((x) => `M${x} ${round(area.y)}V${round(bottom)}`),
      ...ys.map((y) => `M${round(area.x)} ${y}H${round(right)}`),
    ]
    lines.push(`<path class="grid" d="${d.join('')}" fill="none" stroke="${GRID_COLOR}"/>`)
  }
  const marks = [
    ...xs.map((x) => `M${x} ${round(bottom)}v4`),
    ...ys.map((y) => `M${round(area.x)} ${y}h-4`),
  ].join('')
  const frame = `M${round(area.x)} ${round(area.y)}V${round(bottom)}H${round(right)}`
  lines.push(`<path class="axes" d="${frame}${marks}" fill="none" stroke="${AXIS_COLOR}"/>`)
  xTicks.labels.forEach((label, i) => {
    lines.push(text(xs[i], bottom + LINE_HEIGHT, label, 'middle', 'class="x-tick"'))
  })
  yTicks.labels.forEach((label, i) => {
    lines.push(text(area.x - TICK_GAP, ys[i] + 4, label, 'end', 'class="y-tick"'))
  })
  return lines
}

function drawCurve(curve: Curve, i: number, xScale: Scale, yScale: Scale, area: Box): string[] {
  const { color, dash } = styleOfCurve(i)
  const title = `<title>${escapeXml(curve.label)}</title>`
  const name = `class="curve" data-name="${escapeXml(curve.name)}"`
  let marks: PixelPath = []
  let d = ''
  if (curve.style === 'constant') {
    const y = yScale.toPixel(curve.y[0])
    if (Number.isFinite(y)) d = `M${round(area.x)} ${round(y)}H${round(area.x + area.width)}`
  } else if (curve.style === 'marks') {
    marks = createMarks(curve, xScale, yScale)
  } else {
    const paths = createPaths(curve, xScale, yScale)
    d = paths
      .filter((path) => path.length > 2)
      .map(printPath)
      .join('')
    // a line through a single point is invisible
    marks = paths.filter((path) => path.length === 2).flat()
  }
  const out: string[] = []
  if (d !== '') {
    const line = `fill="none" stroke="${color}" stroke-width="1.6" stroke-linejoin="round"`
    out.push(`<path ${name} d="${d}" ${line}${dashes(curve, dash)}>${title}</path>`)
  }
  if (marks.length > 0) out.push(`<path ${name} d="${printMarks(marks)}" fill="${color}">${title}</path>`)
  return out
}

function dashes(curve: Curve, dash: string): string {
  const pattern = dash === '' && curve.style === 'constant' ? '4 4' : dash
  return pattern === '' ? '' : ` stroke-dasharray="${pattern}"`
}

function printPath(path: PixelPath): string {
  let d = `M${round(path[0])} ${round(path[1])}L`
  for (let i = 2; i < path.length; i += 2) d += `${i > 2 ? ' ' : ''}${round(path[i])} ${round(path[i + 1])}`
  return d
}

/** Dots of 2.6 px radius; each path starts at the left of its circle. */
function printMarks(marks: PixelPath): string {
  let d = ''
  for (let i = 0; i < marks.length; i += 2) {
    d += `M${round(marks[i] - 2.6)} ${round(marks[i + 1])}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0`
  }
  return d
}

/** Lays out the entries of a legend above the plot area, in as many lines as they need. */
function layoutLegend(
  curves: readonly Curve[],
  width: number,
  maxLegend: number,
): { height: number; draw: (x: number, y: number) => string[] } {
  const shown = curves.length > maxLegend ? curves.slice(0, Math.max(1, maxLegend - 1)) : curves
  const entries = shown.map((curve) => fitText(curve.label, LABEL_SIZE, width - SAMPLE - 6))
  const rest = curves.length - shown.length
  if (rest > 0) entries.push(`… and ${rest} more`)
  let x = 0
  let line = 0
  const places = entries.map((label) => {
    const length = SAMPLE + 6 + measureText(label, LABEL_SIZE)
    if (x > 0 && x + length > width) {
      x = 0
      line++
    }
    const place = { x, line }
    x += length + ENTRY_GAP
    return place
  })
  const draw = (x0: number, y0: number): string[] =>
    entries.flatMap((label, i) => {
      const px = x0 + places[i].x
      const y = y0 + places[i].line * LINE_HEIGHT + 12
      const curve = shown[i]
      const name = text(px + (curve ? SAMPLE + 6 : 0), y, label, 'start', 'class="legend"')
      return curve === undefined ? [name] : [drawSample(curve, i, px, y - 4), name]
    })
  return { height: (line + 1) * LINE_HEIGHT, draw }
}

function drawSample(curve: Curve, i: number, x: number, y: number): string {
  const { color, dash } = styleOfCurve(i)
  if (curve.style === 'marks') return `<path d="${printMarks([x + SAMPLE / 2, y])}" fill="${color}"/>`
  return (
    `<path d="M${round(x)} ${round(y)}h${SAMPLE}" fill="none" stroke="${color}" ` +
    `stroke-width="2"${dashes(curve, dash)}/>`
  )
}

/** A text element. */
export function text(
  x: number,
  y: number,
  content: string,
  anchor: 'start' | 'middle' | 'end',
  more = '',
): string {
  const attributes =
    `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" ` +
    `fill="${TEXT_COLOR}"${more === '' ? '' : ` ${more}`}`
  return `<text ${attributes}>${escapeXml(content)}</text>`
}

/** Hundredths of a pixel are enough. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}
