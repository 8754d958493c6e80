/** Line plots as SVG text: panels side by side, each with axes, ticks, a legend, linear or logarithmic scales. */
import { linearTicks, logTicks, type Tick } from './ticks.ts'

export interface Axis {
  readonly label: string
  readonly min: number
  readonly max: number
  /** Powers of ten instead of equal distances (default false). */
  readonly isLog?: boolean
}

export interface Series {
  readonly label: string
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  /** Connected points, or a ring at each (default 'line'). */
  readonly style?: 'line' | 'rings'
  /** Any colour of SVG (default: the next of the palette). */
  readonly color?: string
}

export interface Panel {
  readonly title: string
  readonly xAxis: Axis
  readonly yAxis: Axis
  readonly series: readonly Series[]
}

const PALETTE = ['#2563a8', '#d9622b', '#2e8b57', '#8a4fa3', '#b8860b']
const INK = '#1f2933'
const FAINT_INK = '#5f6c7b'
const GRID = '#e6eaef'
const FRAME = '#b8c2cc'

const PANEL_WIDTH = 500
const PANEL_HEIGHT = 340
const MARGIN = { left: 62, right: 22, top: 64, bottom: 52 }
const FONT_SIZE = 12
/** Mean width of a character of the font, for the legend. */
const CHARACTER_WIDTH = 6.4
const LEGEND_GAP = 18
const LEGEND_KEY = 22
/** Rings and lines may reach over the frame by this much. */
const RIM = 6

/** A drawing area with its maps from values to pixels. */
interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly toX: (value: number) => number
  readonly toY: (value: number) => number
}

/** The panels from left to right as one SVG document; `title` is for readers who do not see it. */
export function renderPlots(title: string, panels: readonly Panel[]): string {
  const width = panels.length * PANEL_WIDTH
  const parts = panels.map((panel, i) => renderPanel(panel, i))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${PANEL_HEIGHT}" width="${width}" height="${PANEL_HEIGHT}"`,
    `  font-family="Inter, Helvetica Neue, Helvetica, Arial, DejaVu Sans, sans-serif" font-size="${FONT_SIZE}">`,
    `<title>${escapeText(title)}</title>`,
    `<rect width="${width}" height="${PANEL_HEIGHT}" rx="6" fill="#ffffff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

function renderPanel(panel: Panel, index: number): string {
  const frame = createFrame(panel, index * PANEL_WIDTH)
  const { left, right, top, bottom } = frame
  const clip = `panel-${index}`
  return [
    `<g>`,
    `<clipPath id="${clip}"><rect x="${left - RIM}" y="${top - RIM}" width="${right - left + 2 * RIM}" ` +
      `height="${bottom - top + 2 * RIM}"/></clipPath>`,
    text(left, 26, panel.title, `font-size="15" font-weight="600" fill="${INK}"`),
    renderLegend(panel.series, left),
    renderAxes(panel, frame),
    `<g clip-path="url(#${clip})">`,
    ...panel.series.map((series, i) => renderSeries(series, colorOf(series, i), frame)),
    '</g>',
    '</g>',
  ].join('\n')
}

function createFrame({ xAxis, yAxis }: Panel, offset: number): Frame {
  const left = offset + MARGIN.left
  const right = offset + PANEL_WIDTH - MARGIN.right
  const top = MARGIN.top
  const bottom = PANEL_HEIGHT - MARGIN.bottom
  return {
    ...{ left, right, top, bottom },
    toX: (value) => left + positionOn(xAxis, value) * (right - left),
    toY: (value) => bottom - positionOn(yAxis, value) * (bottom - top),
  }
}

/** Where a value stands between the ends of its axis: 0 at min, 1 at max. */
function positionOn({ min, max, isLog }: Axis, value: number): number {
  return isLog ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min)
}

function ticksOf({ min, max, isLog }: Axis, count: number): Tick[] {
  return isLog ? logTicks(min, max, count) : linearTicks(min, max, count)
}

function renderAxes({ xAxis, yAxis }: Panel, { left, right, top, bottom, toX, toY }: Frame): string {
  const lines: string[] = []
  const labels: string[] = []
  for (const { value, label } of ticksOf(xAxis, 8)) {
    const x = format(toX(value))
    lines.push(`M${x} ${top}V${bottom}`)
    labels.push(text(x, bottom + 18, label, 'text-anchor="middle"'))
  }
  for (const { value, label } of ticksOf(yAxis, 5)) {
    const y = toY(value)
    lines.push(`M${left} ${format(y)}H${right}`)
    labels.push(text(left - 8, format(y + 4), label, 'text-anchor="end"'))
  }
  const middleY = (top + bottom) / 2
  return [
    `<path d="${lines.join('')}" stroke="${GRID}" fill="none"/>`,
    `<path d="M${left} ${top}V${bottom}H${right}" stroke="${FRAME}" fill="none"/>`,
    `<g fill="${FAINT_INK}">`,
    ...labels,
    text((left + right) / 2, bottom + 40, xAxis.label, 'text-anchor="middle"'),
    text(
      left - 44,
      middleY,
      yAxis.label,
      `text-anchor="middle" transform="rotate(-90 ${left - 44} ${middleY})"`,
    ),
    '</g>',
  ].join('\n')
}

function renderLegend(series: readonly Series[], left: number): string {
  const y = 48
  let x = left
  const parts = series.map((item, i) => {
    const color = colorOf(item, i)
    const key =
      item.style === 'rings'
        ? renderRing(x + LEGEND_KEY / 2, y - 4, color)
        : `<path d="M${x} ${y - 4}h${LEGEND_KEY}" stroke="${color}" stroke-width="2" fill="none"/>`
    const entry = key + text(x + LEGEND_KEY + 6, y, item.label, `fill="${INK}"`)
    x += LEGEND_KEY + 6 + CHARACTER_WIDTH * item.label.length + LEGEND_GAP
    return entry
  })
  return parts.join('\n')
}

function renderSeries({ x, y, style }: Series, color: string, { toX, toY }: Frame): string {
  const points = Array.from(x, (value, i) => [toX(value), toY(y[i])] as const)
  if (style === 'rings') return points.map(([px, py]) => renderRing(px, py, color)).join('')
  const path = points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${format(px)} ${format(py)}`).join('')
  return `<path d="${path}" stroke="${color}" stroke-width="2" stroke-linejoin="round" fill="none"/>`
}

function renderRing(x: number, y: number, color: string): string {
  return `<circle cx="${format(x)}" cy="${format(y)}" r="3.5" stroke="${color}" stroke-width="1.5" fill="#ffffff"/>`
}

function colorOf(series: Series, index: number): string {
  return series.color ?? PALETTE[index % PALETTE.length]
}

function text(x: number | string, y: number | string, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escapeText(content)}</text>`
}

function escapeText(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Pixels with two digits: smaller files, and the same bytes on every machine. */
function format(pixels: number): string {
  return String(Math.round(pixels * 100) / 100)
}
