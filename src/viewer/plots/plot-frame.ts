import uPlot from 'uplot'
import type { Curve } from '../../results/index.ts'
import { printTicks } from '../data/index.ts'
import { drawCurve, type PixelMap } from './draw-curve.ts'
import { createNameMarks, namesOfAxis } from './name-axis.ts'
import type { Palette } from './palette.ts'
import { computeValueRange } from './value-range.ts'

/** Content of a frame. */
export interface PlotContent {
  readonly curves: readonly Curve[]
  /** Units of the left and right axes, and the axis of each curve. */
  readonly units: readonly string[]
  readonly unitOfCurve: readonly number[]
  readonly xLabel: string
  readonly xRange: readonly [number, number]
  /** Times of segments to mark; none if x is not time. */
  readonly marks: ArrayLike<number>
  readonly palette: Palette
}

/** Callbacks of a frame, with values of x. */
export interface PlotEvents {
  readonly onSeek: (x: number) => void
  readonly onZoom: (min: number, max: number) => void
  readonly onReset: () => void
  readonly onHover: (x: number | null) => void
}

/** A press that moves less than this is a click [px]. */
const CLICK_DISTANCE = 4
const FONT = '11px system-ui, sans-serif'
const Y_SCALES = ['y', 'y2']

/** Axes, grid and zoom by uPlot; the curves are drawn here, because each may have its own points. */
export class PlotFrame {
  readonly plot: uPlot
  #content: PlotContent

  constructor(host: HTMLElement, content: PlotContent, events: PlotEvents) {
    this.#content = content
    this.plot = new uPlot(
      this.#createOptions(host, events),
      [[0, 1], ...content.units.map(() => [null, null])],
      host,
    )
    listenToPresses(this.plot, events)
    this.update(content)
  }

  /** Draws other content with the same units and colors. */
  update(content: PlotContent): void {
    this.#content = content
    const [min, max] = content.xRange
    this.plot.batch(() => {
      this.plot.setScale('x', { min, max })
      for (let k = 0; k < content.units.length; k++) {
        const curves = content.curves.filter((_, i) => content.unitOfCurve[i] === k)
        const [low, high] = computeValueRange(curves, min, max)
        this.plot.setScale(Y_SCALES[k], { min: low, max: high })
      }
    })
    this.plot.redraw(true, true)
  }

  /** Adapts to the size of the host. */
  resize(width: number, height: number): void {
    if (width < 40 || height < 40) return
    if (width !== this.plot.width || height !== this.plot.height) this.plot.setSize({ width, height })
  }

  /** Pixel of a value of x, within the plotting area. */
  xToPixel(x: number): number {
    return this.plot.valToPos(x, 'x')
  }

  /** Pixel of a value of a curve, within the plotting area. */
  yToPixel(y: number, unit: number): number {
    return this.plot.valToPos(y, Y_SCALES[unit])
  }

  destroy(): void {
    this.plot.destroy()
  }

  #createOptions(host: HTMLElement, events: PlotEvents): uPlot.Options {
    const { units, xLabel, palette } = this.#content
    const keep = (_plot: uPlot, min: number | null, max: number | null): [number | null, number | null] => [
      min,
      max,
    ]
    const axis = {
      stroke: palette.text,
      font: FONT,
      labelFont: FONT,
      labelGap: 0,
      ...{ labelSize: 14, gap: 4 },
      grid: { stroke: palette.grid, width: 1 },
      ticks: { stroke: palette.grid, width: 1, size: 4 },
      values: (_plot: uPlot, splits: number[]) => printTicks(splits),
    }
    return {
      width: Math.max(40, host.clientWidth),
      height: Math.max(40, host.clientHeight),
      padding: [units.some((unit) => unit !== '') ? 22 : 8, units.length > 1 ? 0 : 14, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
      scales: {
        x: { time: false, auto: false, range: keep },
        ...Object.fromEntries(units.map((_, k) => [Y_SCALES[k], { auto: false, range: keep }])),
      },
      series: [{}, ...units.map((_, k) => ({ scale: Y_SCALES[k] }))],
      axes: [
        { ...axis, scale: 'x', label: xLabel, size: 22 },
        ...units.map((_, k) => ({
          ...axis,
          ...{ scale: Y_SCALES[k], side: k === 0 ? 3 : 1, size: widthOfLabels },
          ...createNameMarks(namesOfAxis(this.#content.curves, this.#content.unitOfCurve, k)),
          grid: { ...axis.grid, show: k === 0 },
        })),
      ],
      hooks: {
        draw: [(plot) => this.#draw(plot)],
        setSelect: [(plot) => select(plot, events)],
        setCursor: [
          ({ cursor: { left = -1 }, posToVal }) => events.onHover(left < 0 ? null : posToVal(left, 'x')),
        ],
      },
    }
  }

  #draw(plot: uPlot): void {
    const { curves, unitOfCurve, units, marks, palette } = this.#content
    const { ctx: context, bbox } = plot
    drawUnits(plot, units, palette.text)
    context.save()
    context.beginPath()
    context.rect(bbox.left, bbox.top, bbox.width, bbox.height)
    context.clip()
    context.lineWidth = devicePixelRatio
    context.strokeStyle = palette.mark
    context.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
    for (let k = 0; k < marks.length; k++) {
      const x = Math.round(plot.valToPos(marks[k], 'x', true)) + 0.5
      context.beginPath()
      context.moveTo(x, bbox.top)
      context.lineTo(x, bbox.top + bbox.height)
      context.stroke()
    }
    context.setLineDash([])
    context.lineWidth = 1.5 * devicePixelRatio
    context.lineJoin = 'round'
    for (let i = 0; i < curves.length; i++) {
      context.strokeStyle = palette.curves[i % palette.curves.length]
      drawCurve(context, curves[i], createMap(plot, Y_SCALES[unitOfCurve[i]]))
    }
    context.restore()
  }
}

/** Units above their axes. */
function drawUnits({ ctx: context, bbox }: uPlot, units: readonly string[], color: string): void {
  context.font = FONT.replace('11px', `${11 * devicePixelRatio}px`)
  context.fillStyle = color
  context.textBaseline = 'bottom'
  for (const [k, unit] of units.entries()) {
    context.textAlign = k === 0 ? 'right' : 'left'
    const gap = 8 * devicePixelRatio
    context.fillText(unit, k === 0 ? bbox.left - gap : bbox.left + bbox.width + gap, bbox.top - gap)
  }
}

function createMap({ bbox, scales }: uPlot, yKey: string): PixelMap {
  const { min: xMin = 0, max: xMax = 1 } = scales['x'] as { min?: number; max?: number }
  const { min: yMin = 0, max: yMax = 1 } = scales[yKey] as { min?: number; max?: number }
  const xScale = bbox.width / (xMax - xMin)
  const yScale = -bbox.height / (yMax - yMin)
  return {
    ...{ xScale, xOrigin: bbox.left - xScale * xMin },
    ...{ yScale, yOrigin: bbox.top + bbox.height - yScale * yMin },
    ...{ xMin, xMax, left: bbox.left, right: bbox.left + bbox.width },
  }
}

function select(plot: uPlot, events: PlotEvents): void {
  const { left, width } = plot.select
  if (width < CLICK_DISTANCE) return
  events.onZoom(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'))
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
}

/** A click seeks; one finger moves the time, two zoom; the wheel with the control key zooms. */
function listenToPresses(plot: uPlot, events: PlotEvents): void {
  const { over } = plot
  const touches = new Map<number, number>()
  let pressedAt = 0
  const xOf = (event: MouseEvent): number => event.clientX - over.getBoundingClientRect().left
  const zoomAround = (pixel: number, factor: number): void => {
    const { min = 0, max = 1 } = plot.scales['x'] as { min?: number; max?: number }
    const x = plot.posToVal(pixel, 'x')
    events.onZoom(x - (x - min) * factor, x + (max - x) * factor)
  }
  over.addEventListener('pointerdown', (event) => {
    pressedAt = event.clientX
    if (event.pointerType !== 'touch') return
    over.setPointerCapture(event.pointerId)
    touches.set(event.pointerId, xOf(event))
  })
  over.addEventListener('pointermove', (event) => {
    const before = touches.get(event.pointerId)
    if (before === undefined) return
    const now = xOf(event)
    if (touches.size === 1) events.onSeek(plot.posToVal(now, 'x'))
    if (touches.size === 2) {
      const [, other] = [...touches].find(([id]) => id !== event.pointerId)!
      const factor = Math.abs(before - other) / Math.max(1, Math.abs(now - other))
      zoomAround(other, Math.min(2, Math.max(0.5, factor)))
    }
    touches.set(event.pointerId, now)
  })
  for (const name of ['pointerup', 'pointercancel'] as const)
    over.addEventListener(name, (event) => touches.delete(event.pointerId))
  over.addEventListener('click', (event) => {
    if (Math.abs(event.clientX - pressedAt) < CLICK_DISTANCE) events.onSeek(plot.posToVal(xOf(event), 'x'))
  })
  over.addEventListener('dblclick', () => events.onReset())
  over.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoomAround(xOf(event), event.deltaY > 0 ? 1.25 : 0.8)
    },
    { passive: false },
  )
}

/** Width of the tick labels of a vertical axis, and of one digit [px]. */
const [MIN_LABELS, DIGIT] = [48, 6.5]

/** Values with small differences have long labels. */
function widthOfLabels(_plot: uPlot, labels: string[] | null): number {
  const longest = Math.max(0, ...(labels ?? []).map((label) => label.length))
  return Math.max(MIN_LABELS, 10 + DIGIT * longest)
}
