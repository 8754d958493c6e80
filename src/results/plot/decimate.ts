/** Converts data to pixels, with only as many points as are visible. */
import type { Curve } from './create-curves.ts'
import type { Scale } from './scale.ts'

/** Connected points in pixels: x0, y0, x1, y1, … */
export type PixelPath = number[]

/** Distance [px] below which points of a curve over another signal are skipped. */
const MIN_DISTANCE = 0.5
/** Number of points of a pixel column up to which all are kept, so that a few jumps stay exact. */
const MAX_COLUMN_POINTS = 8
/** Permitted vertical deviation [px] of a skipped point on a straight part. */
const MAX_DEVIATION = 0.05

/**
 * The connected parts of a curve in pixels. A part ends where a value is not finite (missing, NaN, or not positive on a
 * logarithmic axis) and at breaks. Over a monotone axis, four points of a pixel column with many points are kept: the
 * first, the lowest, the highest and the last; the picture is the same as with all of them. Of these, points on
 * straight lines are omitted. Otherwise points closer than half a pixel to their predecessor are omitted.
 */
export function createPaths(curve: Curve, xScale: Scale, yScale: Scale): PixelPath[] {
  const paths: PixelPath[] = []
  let path: PixelPath = []
  const close = (): void => {
    if (path.length > 0) paths.push(curve.isMonotone ? thinColumns(path) : thinDistances(path))
    path = []
  }
  let before = Number.NaN
  for (let i = 0; i < curve.x.length; i++) {
    const x = xScale.toPixel(curve.x[i])
    const y = yScale.toPixel(curve.y[i])
    if (curve.breaks.has(i)) close()
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      // a held value lasts until the next point
      if (path.length > 0 && curve.style === 'step' && Number.isFinite(x)) path.push(x, before)
      close()
      continue
    }
    if (path.length > 0 && curve.style === 'step') path.push(x, before)
    path.push(x, y)
    before = y
  }
  close()
  return paths
}

/** Separate points of a curve in pixels; only one of those that fall on the same half pixel. */
export function createMarks(curve: Curve, xScale: Scale, yScale: Scale): PixelPath {
  const marks: PixelPath = []
  const seen = new Set<string>()
  for (let i = 0; i < curve.x.length; i++) {
    const x = xScale.toPixel(curve.x[i])
    const y = yScale.toPixel(curve.y[i])
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue
    const key = `${Math.round(2 * x)},${Math.round(2 * y)}`
    if (seen.has(key)) continue
    seen.add(key)
    marks.push(x, y)
  }
  return marks
}

/** First, lowest, highest and last point of every pixel column, in their order; all points of columns with few. */
export function thinColumns(path: PixelPath): PixelPath {
  const out: PixelPath = []
  const n = path.length / 2
  for (let first = 0; first < n; ) {
    const column = Math.floor(path[2 * first])
    let lowest = first
    let highest = first
    let last = first
    for (let i = first + 1; i < n && Math.floor(path[2 * i]) === column; i++) {
      if (path[2 * i + 1] < path[2 * lowest + 1]) lowest = i
      if (path[2 * i + 1] > path[2 * highest + 1]) highest = i
      last = i
    }
    if (last - first < MAX_COLUMN_POINTS) {
      for (let i = 2 * first; i < 2 * last + 2; i++) out.push(path[i])
      first = last + 1
      continue
    }
    const middle = [Math.min(lowest, highest), Math.max(lowest, highest)]
    let before = -1
    for (const i of [first, ...middle, last]) {
      if (i <= before) continue
      out.push(path[2 * i], path[2 * i + 1])
      before = i
    }
    first = last + 1
  }
  return dropStraight(out)
}

/**
 * Removes points on the line between their kept neighbors, to `MAX_DEVIATION`: from a kept point on, each further point
 * narrows the range of slopes that pass all of them; the last point before one outside of this range is the next to
 * keep.
 */
function dropStraight(path: PixelPath): PixelPath {
  const out = [path[0], path[1]]
  let anchor = 0
  let low = Number.NEGATIVE_INFINITY
  let high = Number.POSITIVE_INFINITY
  const keep = (i: number): void => {
    if (i > anchor) out.push(path[i], path[i + 1])
    anchor = i
    low = Number.NEGATIVE_INFINITY
    high = Number.POSITIVE_INFINITY
  }
  for (let i = 2; i < path.length; i += 2) {
    const slope = (path[i + 1] - path[anchor + 1]) / (path[i] - path[anchor])
    if (!(slope >= low && slope <= high)) keep(i - 2)
    const dx = path[i] - path[anchor]
    const dy = path[i + 1] - path[anchor + 1]
    if (!(dx > 0)) {
      // keep a jump unchanged
      keep(i)
      continue
    }
    low = Math.max(low, (dy - MAX_DEVIATION) / dx)
    high = Math.min(high, (dy + MAX_DEVIATION) / dx)
  }
  keep(path.length - 2)
  return out
}

function thinDistances(path: PixelPath): PixelPath {
  const out = [path[0], path[1]]
  for (let i = 2; i < path.length; i += 2) {
    const dx = path[i] - out[out.length - 2]
    const dy = path[i + 1] - out[out.length - 1]
    if (dx * dx + dy * dy >= MIN_DISTANCE * MIN_DISTANCE || i + 2 === path.length)
      out.push(path[i], path[i + 1])
  }
  return out
}
