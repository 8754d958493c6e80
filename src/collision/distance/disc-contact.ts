/**
 * A common point of two touching faces in their plane, one of which is a disc or the flat side of a beam, if the
 * polygons that approximate discs in support-face.ts do not meet: the common part is thinner than the part of the disc
 * outside its polygon.
 */
import { DISC_CORNERS } from './support-face.ts'

/** Projections from one face to the other; one is enough for a disc, a few for the two straight sides of a beam. */
const MAX_PROJECTIONS = 20
/** The disc may miss the other face by this fraction of its radius because of rounding errors. */
const MARGIN = 1e-12
/** Angle between a corner of the polygon and the line on which both half discs have their centers [rad]. */
const CORNER_ANGLE = Math.PI / DISC_CORNERS

/**
 * out = point of `other`, a polygon or edge of n corners or a disc, that lies in `disc`, both in coordinates of the
 * plane [m] (n × 2). False if there is none.
 */
export function findCommonWithDisc(
  disc: Float64Array,
  other: Float64Array,
  n: number,
  isOtherDisc: boolean,
  out: Float64Array,
): boolean {
  const radius = computeRadius(disc)
  // start in the middle of the disc, and alternate between the other face and the nearest center of the disc
  out[0] = 0.5 * (disc[0] + disc[DISC_CORNERS])
  out[1] = 0.5 * (disc[1] + disc[DISC_CORNERS + 1])
  for (let i = 0; i < MAX_PROJECTIONS; i++) {
    moveToSpine(disc, radius, out)
    const cx = out[0]
    const cy = out[1]
    if (isOtherDisc) moveToDisc(other, out)
    else moveToPolygon(other, n, out)
    const x = out[0] - cx
    const y = out[1] - cy
    const limit = radius * (1 + MARGIN)
    if (x * x + y * y <= limit * limit) return true
  }
  return false
}

/** Radius from the two corners next to the line of centers, on the first half disc [m]. */
function computeRadius(disc: Float64Array): number {
  const last = 2 * (DISC_CORNERS - 1)
  const x = disc[0] - disc[last]
  const y = disc[1] - disc[last + 1]
  return Math.sqrt(x * x + y * y) / (2 * Math.sin(CORNER_ANGLE))
}

/** point = nearest point of the line between the centers of both half discs, which for a disc is one point. */
function moveToSpine(disc: Float64Array, radius: number, point: Float64Array): void {
  const last = 2 * (DISC_CORNERS - 1)
  const half = DISC_CORNERS
  // middles of the corners beside the line, on both ends, and its unit vector
  const x0 = 0.5 * (disc[0] + disc[last])
  const y0 = 0.5 * (disc[1] + disc[last + 1])
  const x1 = 0.5 * (disc[half - 2] + disc[half])
  const y1 = 0.5 * (disc[half - 1] + disc[half + 1])
  const length = Math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
  const ux = (x1 - x0) / length
  const uy = (y1 - y0) / length
  const inset = radius * Math.cos(CORNER_ANGLE)
  const place = ux * (point[0] - x0) + uy * (point[1] - y0)
  const clamped = Math.max(inset, Math.min(place, Math.max(inset, length - inset)))
  point[0] = x0 + clamped * ux
  point[1] = y0 + clamped * uy
}

/** point = nearest point of a disc or of the flat side of a beam. */
function moveToDisc(disc: Float64Array, point: Float64Array): void {
  const x = point[0]
  const y = point[1]
  const radius = computeRadius(disc)
  moveToSpine(disc, radius, point)
  const dx = x - point[0]
  const dy = y - point[1]
  const distance = Math.sqrt(dx * dx + dy * dy)
  const f = distance > radius ? radius / distance : 1
  point[0] += f * dx
  point[1] += f * dy
}

/** point = nearest point of a convex polygon or of an edge, n = 2; a point inside a polygon stays unchanged. */
function moveToPolygon(polygon: Float64Array, n: number, point: Float64Array): void {
  const x = point[0]
  const y = point[1]
  let best = Infinity
  let isLeft = n > 2
  let isRight = n > 2
  for (let i = 0; i < n; i++) {
    const j = i === n - 1 ? 0 : i + 1
    const ex = polygon[2 * j] - polygon[2 * i]
    const ey = polygon[2 * j + 1] - polygon[2 * i + 1]
    const px = x - polygon[2 * i]
    const py = y - polygon[2 * i + 1]
    const side = ex * py - ey * px
    if (side < 0) isLeft = false
    if (side > 0) isRight = false
    const square = ex * ex + ey * ey
    const t = square > 0 ? Math.max(0, Math.min(1, (ex * px + ey * py) / square)) : 0
    const dx = px - t * ex
    const dy = py - t * ey
    if (!(dx * dx + dy * dy < best)) continue
    best = dx * dx + dy * dy
    point[0] = x - dx
    point[1] = y - dy
  }
  if (!isLeft && !isRight) return
  point[0] = x
  point[1] = y
}
