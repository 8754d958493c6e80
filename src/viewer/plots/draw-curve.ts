import type { Curve } from '../../results/index.ts'
import { findVisible } from './visible-points.ts'

/** Maps values to canvas pixels: `origin + scale * value`. */
export interface PixelMap {
  readonly xOrigin: number
  readonly xScale: number
  readonly yOrigin: number
  readonly yScale: number
  /** Visible values of x. */
  readonly xMin: number
  readonly xMax: number
  /** Left and right ends [px]. */
  readonly left: number
  readonly right: number
}

/**
 * Number of points per pixel column above which only first, lowest, highest and last are drawn: the picture is the
 * same.
 */
const MAX_COLUMN_POINTS = 4
/** Distance [px] below which points of a curve over another signal are skipped. */
const MIN_DISTANCE = 0.5
/** Size of a marker [px]. */
const MARK = 4

/**
 * Draws a curve with the colors of the context. Gaps are at values that are not finite, and between disconnected
 * segments.
 */
export function drawCurve(context: CanvasRenderingContext2D, curve: Curve, map: PixelMap): void {
  if (curve.style === 'constant') {
    const y = map.yOrigin + map.yScale * curve.y[0]
    strokeLine(context, map.left, y, map.right, y)
    return
  }
  if (curve.style === 'marks') {
    drawMarks(context, curve, map)
    return
  }
  context.beginPath()
  if (curve.isMonotone) {
    const [first, end] = findVisible(curve.x, map.xMin, map.xMax)
    const nColumn = Math.max(1, map.right - map.left)
    if (end - first > MAX_COLUMN_POINTS * nColumn && curve.style === 'line')
      traceColumns(context, curve, map, first, end)
    else tracePoints(context, curve, map, first, end)
  } else tracePoints(context, curve, map, 0, curve.x.length)
  context.stroke()
}

function strokeLine(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath()
  context.moveTo(x1, y1)
  context.lineTo(x2, y2)
  context.stroke()
}

function tracePoints(
  context: CanvasRenderingContext2D,
  { x, y, breaks, style, isMonotone }: Curve,
  map: PixelMap,
  first: number,
  end: number,
): void {
  let isOpen = false
  let lastX = 0
  let lastY = 0
  for (let i = first; i < end; i++) {
    const px = map.xOrigin + map.xScale * x[i]
    const py = map.yOrigin + map.yScale * y[i]
    if (breaks.has(i)) isOpen = false
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      // a held value lasts until the next point
      if (isOpen && style === 'step' && Number.isFinite(px)) context.lineTo(px, lastY)
      isOpen = false
      continue
    }
    if (!isOpen) context.moveTo(px, py)
    else {
      const isNear = Math.abs(px - lastX) < MIN_DISTANCE && Math.abs(py - lastY) < MIN_DISTANCE
      if (!isMonotone && isNear && i < end - 1) continue
      if (style === 'step') context.lineTo(px, lastY)
      context.lineTo(px, py)
    }
    isOpen = true
    lastX = px
    lastY = py
  }
}

/** First, lowest, highest and last point of every pixel column. */
function traceColumns(
  context: CanvasRenderingContext2D,
  { x, y, breaks }: Curve,
  map: PixelMap,
  first: number,
  end: number,
): void {
  let column = Number.NaN
  let isOpen = false
  let low = 0
  let high = 0
  let last = 0
  const close = (): void => {
    if (!isOpen) return
    context.lineTo(column, low)
    context.lineTo(column, high)
    context.lineTo(column, last)
  }
  for (let i = first; i < end; i++) {
    const py = map.yOrigin + map.yScale * y[i]
    if (!Number.isFinite(py) || (breaks.size > 0 && breaks.has(i))) {
      close()
      isOpen = false
      if (!Number.isFinite(py)) continue
    }
    const px = Math.round(map.xOrigin + map.xScale * x[i])
    if (isOpen && px === column) {
      if (py > low) low = py
      else if (py < high) high = py
    } else {
      close()
      if (isOpen) context.lineTo(px, py)
      else context.moveTo(px, py)
      column = px
      low = py
      high = py
      isOpen = true
    }
    last = py
  }
  close()
}

function drawMarks(context: CanvasRenderingContext2D, { x, y }: Curve, map: PixelMap): void {
  const [first, end] = findVisible(x, map.xMin, map.xMax)
  context.fillStyle = context.strokeStyle
  for (let i = first; i < end; i++) {
    const px = map.xOrigin + map.xScale * x[i]
    const py = map.yOrigin + map.yScale * y[i]
    if (Number.isFinite(px) && Number.isFinite(py)) context.fillRect(px - MARK / 2, py - MARK / 2, MARK, MARK)
  }
}
