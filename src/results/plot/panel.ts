/** Panels: axes with dots, lines, boxes, bands and texts, and pictures of several panels. */
import { assertPictureSize } from '../../base/index.ts'
import { type Box, createXTicks, drawAxes, LINE_HEIGHT, round, TICK_GAP, text } from './diagram.ts'
import { createPicture, MARGIN } from './picture.ts'
import { HEADING_SIZE, LABEL_SIZE } from './plot-style.ts'
import { createScale, type Range, type Scale } from './scale.ts'
import { escapeXml, fitText, measureText } from './text.ts'
import { createTicks, type Ticks } from './ticks.ts'

type Values = ArrayLike<number>

/** Something in a panel, at coordinates of its axes. Points that are not finite are not drawn. */
export type PanelMark =
  | {
      readonly kind: 'dots'
      readonly x: Values
      readonly y: Values
      readonly color: string
      /** Color of each point instead of `color`. */
      readonly colors?: readonly string[]
      /** [px]; default: 2.2. */
      readonly radius?: number
      readonly title?: string
    }
  | {
      readonly kind: 'line'
      readonly x: Values
      readonly y: Values
      readonly color: string
      readonly dash?: string
      /** [px]; default: 1.6. */
      readonly width?: number
      readonly opacity?: number
      readonly title?: string
    }
  | {
      readonly kind: 'boxes'
      readonly left: Values
      readonly right: Values
      readonly bottom: Values
      readonly top: Values
      readonly color: string
      /** Color of each box instead of `color`. */
      readonly colors?: readonly string[]
      readonly opacity?: number
      /** Text of each box when the pointer is over it. */
      readonly titles?: readonly string[]
    }
  | {
      readonly kind: 'band'
      readonly x: Values
      readonly low: Values
      readonly high: Values
      readonly color: string
    }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly content: string
      readonly anchor: 'start' | 'middle' | 'end'
      /** Shift on the page [px]. */
      readonly dx?: number
      readonly dy?: number
    }

/** Axes with marks. */
export interface Panel {
  readonly heading?: string
  readonly xLabel: string
  readonly yLabel: string
  readonly xRange: Range
  readonly yRange: Range
  /** Names at 1, 2, … of an axis instead of numbers. */
  readonly xNames?: readonly string[]
  readonly yNames?: readonly string[]
  /** Omits numbers and title of the axis, where a neighboring panel has them. */
  readonly hidesX?: boolean
  readonly hidesY?: boolean
  readonly marks: readonly PanelMark[]
}

/** Text and size of a picture. */
export interface PictureOptions {
  /** Text above the picture; empty: none. */
  readonly heading?: string
  /** Size [px]; the default depends on the picture. */
  readonly width?: number
  readonly height?: number
}

/** Space between panels [px]. */
const GAP = 14
/** Space to the right of a panel, for half a tick label [px]. */
const RIGHT = 14

/** Panels in rows as SVG text, of equal width; `shares` are those of the rows in the height (default: equal). */
export function drawPanels(
  rows: readonly (readonly Panel[])[],
  options: Required<PictureOptions> & { readonly shares?: readonly number[] | undefined },
): string {
  const { heading, width, height, shares = rows.map(() => 1 / rows.length) } = options
  assertPictureSize('options.width', width)
  assertPictureSize('options.height', height)
  const top = MARGIN + (heading === '' ? 0 : HEADING_SIZE + 8)
  const nColumn = Math.max(...rows.map((row) => row.length))
  const heights = shares.map((share) => share * (height - top - MARGIN - GAP * (rows.length - 1)))
  const columnWidth = (width - 2 * MARGIN - GAP * (nColumn - 1)) / nColumn
  const lefts = Array.from({ length: nColumn }, (_, k) =>
    Math.max(...rows.map((row, i) => (k < row.length ? measureLeft(row[k], heights[i]) : 0))),
  )
  const body = rows.flatMap((row, i) =>
    row.flatMap((panel, k) => {
      const x = MARGIN + k * (columnWidth + GAP)
      const above = heights.slice(0, i).reduce((sum, size) => sum + size + GAP, top)
      const box = { x, y: above, width: columnWidth, height: heights[i] }
      return ['<g class="panel">', ...drawPanel(panel, box, lefts[k]), '</g>']
    }),
  )
  return createPicture({ heading, width, height }, body)
}

function createPanelYTicks({ yRange, yNames }: Panel, height: number): Ticks {
  return yNames === undefined
    ? createTicks(yRange, Math.max(2, Math.floor(height / 30)))
    : createNamedTicks(yRange, yNames)
}

function createNamedTicks({ min, max }: Range, names: readonly string[]): Ticks {
  const values = names.map((_, k) => k + 1).filter((value) => value >= min && value <= max)
  return { values, labels: values.map((value) => names[value - 1]), note: '' }
}

/** Width [px] of the numbers and of the title left of a panel. */
function measureLeft(panel: Panel, height: number): number {
  if (panel.hidesY) return 8
  const { labels } = createPanelYTicks(panel, height - 50)
  const widest = Math.max(...labels.map((label) => measureText(label, LABEL_SIZE)), 18)
  return widest + TICK_GAP + 4 + (panel.yLabel === '' ? 0 : LINE_HEIGHT)
}

function drawPanel(panel: Panel, box: Box, left: number): string[] {
  const x0 = box.x + left
  const width = Math.max(1, box.width - left - RIGHT)
  let top = box.y
  const out: string[] = []
  if (panel.heading !== undefined && panel.heading !== '') {
    top += LINE_HEIGHT
    const label = fitText(panel.heading, 13, width)
    out.push(text(x0 + width / 2, top - 4, label, 'middle', 'font-size="13" font-weight="600"'))
  }
  const hidden: Ticks = { values: [], labels: [], note: '' }
  const allX =
    panel.xNames === undefined
      ? createXTicks(panel.xRange, width)
      : createNamedTicks(panel.xRange, panel.xNames)
  const xTicks = panel.hidesX ? { ...hidden, values: allX.values } : allX
  const xTitle = panel.hidesX ? '' : `${panel.xLabel}  ${xTicks.note}`.trim()
  const below = panel.hidesX ? 4 : LINE_HEIGHT + 4 + (xTitle === '' ? 0 : LINE_HEIGHT)
  const allY = createPanelYTicks(panel, box.y + box.height - top - below)
  const yTicks = panel.hidesY ? { ...hidden, values: allY.values } : allY
  if (yTicks.note !== '') {
    top += LINE_HEIGHT
    out.push(text(x0 - TICK_GAP, top - 4, yTicks.note, 'start'))
  }
  top += 4
  const bottom = Math.max(top + 1, box.y + box.height - below)
  const xScale = createScale(panel.xRange, x0, x0 + width)
  const yScale = createScale(panel.yRange, bottom, top)
  const area = { x: x0, y: top, width, height: bottom - top }
  out.push(...drawAxes(area, xTicks, yTicks, xScale, yScale, panel.yNames === undefined))
  if (xTitle !== '')
    out.push(text(x0 + width / 2, bottom + 2 * LINE_HEIGHT + 1, fitText(xTitle, LABEL_SIZE, width), 'middle'))
  if (!panel.hidesY && panel.yLabel !== '') {
    const [x, y] = [round(box.x + LABEL_SIZE - 2), round(top + area.height / 2)]
    const label = fitText(panel.yLabel, LABEL_SIZE, area.height)
    out.push(text(x, y, label, 'middle', `transform="rotate(-90 ${x} ${y})"`))
  }
  for (const mark of panel.marks) out.push(...drawMark(mark, xScale, yScale))
  return out
}

function drawMark(mark: PanelMark, xScale: Scale, yScale: Scale): string[] {
  const X = (value: number): number => round(xScale.toPixel(value))
  const Y = (value: number): number => round(yScale.toPixel(value))
  switch (mark.kind) {
    case 'dots':
      return drawDots(mark, X, Y)
    case 'boxes':
      return drawBoxes(mark, X, Y)
    case 'line': {
      const d = printLine(mark.x, mark.y, X, Y)
      if (d === '') return []
      const dash = mark.dash === undefined ? '' : ` stroke-dasharray="${mark.dash}"`
      const style = `fill="none" stroke="${mark.color}" stroke-width="${mark.width ?? 1.6}"${dash}${printOpacity(mark.opacity)}`
      return [`<path class="line" d="${d}" ${style}>${printTitle(mark.title)}</path>`]
    }
    case 'band': {
      const n = mark.x.length
      const back = Array.from({ length: n }, (_, k) => n - 1 - k)
      const d = printLine(
        [...Array.from(mark.x), ...back.map((k) => mark.x[k])],
        [...Array.from(mark.high), ...back.map((k) => mark.low[k])],
        X,
        Y,
      )
      return d === '' ? [] : [`<path class="band" d="${d}Z" fill="${mark.color}" fill-opacity="0.18"/>`]
    }
    case 'text':
      return [text(X(mark.x) + (mark.dx ?? 0), Y(mark.y) + (mark.dy ?? 0), mark.content, mark.anchor)]
  }
}

type ToPixel = (value: number) => number

const printTitle = (title: string | undefined): string =>
  title === undefined ? '' : `<title>${escapeXml(title)}</title>`
const printOpacity = (opacity: number | undefined): string =>
  opacity === undefined ? '' : ` opacity="${opacity}"`

/** Pieces of a line between points that are not finite. */
function printLine(x: Values, y: Values, X: ToPixel, Y: ToPixel): string {
  let d = ''
  let isOpen = false
  for (let k = 0; k < x.length; k++) {
    const [px, py] = [X(x[k]), Y(y[k])]
    const isPoint = Number.isFinite(px) && Number.isFinite(py)
    if (isPoint) d += `${isOpen ? 'L' : 'M'}${px} ${py}`
    isOpen = isPoint
  }
  return d
}

/** Dots; those that cover another one of their color within a pixel are omitted. */
function drawDots(
  { x, y, color, colors, radius = 2.2, title }: PanelMark & { kind: 'dots' },
  X: ToPixel,
  Y: ToPixel,
): string[] {
  const texts = new Map<string, string[]>()
  const drawn = new Set<string>()
  for (let k = 0; k < x.length; k++) {
    const [px, py] = [X(x[k]), Y(y[k])]
    if (!Number.isFinite(px) || !Number.isFinite(py)) continue
    const fill = colors?.[k] ?? color
    const place = `${fill} ${Math.round(px)} ${Math.round(py)}`
    if (drawn.has(place)) continue
    drawn.add(place)
    const list = texts.get(fill) ?? []
    const d = `${round(px - radius)} ${py}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`
    list.push(`M${d}`)
    texts.set(fill, list)
  }
  return [...texts].map(
    ([fill, list]) =>
      `<path class="dots" d="${list.join('')}" fill="${fill}" fill-opacity="0.75">${printTitle(title)}</path>`,
  )
}

function drawBoxes(
  { left, right, bottom, top, color, colors, opacity, titles }: PanelMark & { kind: 'boxes' },
  X: ToPixel,
  Y: ToPixel,
): string[] {
  const out: string[] = []
  for (let k = 0; k < left.length; k++) {
    const [x0, x1, y0, y1] = [X(left[k]), X(right[k]), Y(bottom[k]), Y(top[k])]
    const fill = colors?.[k] ?? color
    if (![x0, x1, y0, y1].every(Number.isFinite) || x0 === x1 || y0 === y1) continue
    const size = `width="${round(Math.abs(x1 - x0))}" height="${round(Math.abs(y1 - y0))}"`
    const place = `x="${Math.min(x0, x1)}" y="${Math.min(y0, y1)}" ${size}`
    out.push(
      `<rect class="box" shape-rendering="crispEdges" ${place} fill="${fill}"${printOpacity(opacity)}>${printTitle(titles?.[k])}</rect>`,
    )
  }
  return out
}
