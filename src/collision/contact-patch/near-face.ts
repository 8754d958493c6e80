/**
 * The face or edge of a core that is nearly orthogonal to a direction, and would carry a load if the surfaces were
 * pressed together slightly. Unlike `computeSupportFace`, which allows only for rounding errors, angles are finite
 * here, and the corners are those of the face itself.
 */

import { BEAM, BOX, CONE, type ConvexShape, CYLINDER, HULL, SEGMENT } from '../convex.ts'
import { MAX_CORNERS, sortByAngle, spread } from '../distance/index.ts'
import { computeSupport, findHullSupport } from '../support.ts'
import { smoothStep } from './patch-integrals.ts'

/** Tilt at which the deepest corner of a rounded face is halfway between chord and arc [rad]. */
const ARC_TILT = 1e-4
/** Extents fade over this fraction of the angle at which they end [1]. */
const FADING_PART = 0.5
/** Corners of two half discs. */
const STADIUM_CORNERS = 24
/** Distance from the plane of a face within which vertices of a hull belong to it, relative to its radius [1]. */
const FACE_THICKNESS = 1e-9

/**
 * out[3 i…] = corners of the face (3 or more) or edge (2) of the core whose angle to the plane orthogonal to the unit
 * vector d is below `limit` [rad], in the frame of the shape, faces in cyclic order. Returns their number; 1 if there
 * is none.
 *
 * The result has up to two extents: an edge has one, the face of a box one along each of its sides, the face of a hull
 * the face and, if there is none, an edge. Each fades towards the limit, so that nothing jumps there.
 *
 * @param without omitted extents: 1 the first, 2 the second, 3 both
 * @param parts result: weights of the first and the second extent, from 0 to 1 (2); 1 for missing ones
 */
export function computeNearFace(
  shape: ConvexShape,
  dx: number,
  dy: number,
  dz: number,
  limit: number,
  without: number,
  out: Float64Array,
  parts: Float64Array,
): number {
  parts[0] = 1
  parts[1] = 1
  const { size, axis: i3 } = shape
  const i1 = i3 === 2 ? 0 : i3 + 1
  const i2 = i3 === 0 ? 2 : i3 - 1
  const d3 = i3 === 0 ? dx : i3 === 1 ? dy : dz
  const d1 = i1 === 0 ? dx : i1 === 1 ? dy : dz
  const d2 = i2 === 0 ? dx : i2 === 1 ? dy : dz
  computeSupport(shape, dx, dy, dz, out, 0)
  switch (shape.kind) {
    case SEGMENT:
      return isNear(d3, limit, 0, without, parts) ? spread(out, 1, i3, size[0]) : 1
    case BOX: {
      let n = 1
      let next = 0
      for (let c = 0; c < 3; c++) {
        const sine = c === 0 ? dx : c === 1 ? dy : dz
        if (!(Math.abs(sine) < limit)) continue
        if (isNear(sine, limit, next, without, parts)) n = spread(out, n, c, size[c])
        next++
      }
      return n
    }
    case CYLINDER:
      if (Math.abs(d3) < limit) return isNear(d3, limit, 0, without, parts) ? spread(out, 1, i3, size[1]) : 1
      return isNear(Math.sqrt(d1 * d1 + d2 * d2), limit, 0, without, parts)
        ? setStadium(out, i1, i2, size[0], 0, d1, d2)
        : 1
    case CONE:
      return findConeFace(shape, d1, d2, d3, limit, without, out, parts)
    case BEAM: {
      // disc in the plane of length (i3) and width (i1), thickness along i2
      if (isNear(Math.sqrt(d3 * d3 + d1 * d1), limit, 0, without, parts))
        return setStadium(out, i3, i1, size[1], size[0], d3, d1)
      let n = 1
      if (isNear(d2, limit, 0, without, parts)) n = spread(out, n, i2, size[2])
      if (isNear(d3, limit, 1, without, parts))
        n = addFlatSide(out, n, i1, i3, d1 > 0 ? size[1] : -size[1], size[0])
      return n
    }
    case HULL:
      return findHullFace(shape, dx, dy, dz, limit, without, out, parts)
  }
  return 1
}

/** True if the extent `index` is within the limit and not omitted; parts[index] = its weight. */
function isNear(sine: number, limit: number, index: number, without: number, parts: Float64Array): boolean {
  const distance = limit - Math.abs(sine)
  if (!(distance > 0)) return false
  parts[index] = smoothStep(distance / (FADING_PART * limit))
  return (without & (1 << index)) === 0
}

/**
 * Extends n deepest points of a beam, on one of its rounded ends, to the start of its flat side at the other end: the
 * side if it is not tilted, otherwise also the part of the end that carries the load. Returns the number of corners.
 */
function addFlatSide(
  out: Float64Array,
  n: number,
  iWidth: number,
  iLength: number,
  halfWidth: number,
  halfLength: number,
): number {
  for (let k = 0; k < n; k++) {
    // without any tilt, the deepest point is the middle of the side
    if (Math.abs(out[3 * k + iLength]) < halfLength) out[3 * k + iLength] = halfLength
    // the other end in reverse order makes the corners cyclic
    const o = 3 * (2 * n - 1 - k)
    for (let c = 0; c < 3; c++) out[o + c] = out[3 * k + c]
    out[o + iLength] = out[3 * k + iLength] > 0 ? -halfLength : halfLength
    out[o + iWidth] = halfWidth
  }
  return 2 * n
}

/**
 * A polygon in a disc, or in the flat side of a beam, in coordinates i1 (length) and i2: half discs of `radius` around
 * ±shift. Its deepest point, in the direction (d1, d2), is an additional corner: on the arc of a tilted face, on the
 * chord of a face that is not tilted, where the direction has no effect.
 */
function setStadium(
  out: Float64Array,
  i1: number,
  i2: number,
  radius: number,
  shift: number,
  d1: number,
  d2: number,
): number {
  const i3 = 3 - i1 - i2
  const height = out[i3]
  const tilt = d1 * d1 + d2 * d2
  const arcPart = tilt / (tilt + ARC_TILT * ARC_TILT)
  const angle = Math.atan2(d2, d1)
  const deepest = angle < -0.5 * Math.PI ? angle + 2 * Math.PI : angle
  const step = (2 * Math.PI) / STADIUM_CORNERS
  let n = 0
  for (let side = 1; side >= -1; side -= 2) {
    for (let k = 0; k <= STADIUM_CORNERS / 2; k++) {
      const a = (side > 0 ? -0.5 : 0.5) * Math.PI + k * step
      if (k > 0 && deepest > a - step && deepest < a) {
        const chord = Math.cos(0.5 * step) / Math.cos(deepest - a + 0.5 * step)
        n = addCorner(out, n, i1, i2, side * shift, radius * (chord + arcPart * (1 - chord)), deepest, height)
      }
      // the halves of a disc share their ends
      if (shift > 0 || k < STADIUM_CORNERS / 2) n = addCorner(out, n, i1, i2, side * shift, radius, a, height)
    }
  }
  return n
}

function addCorner(
  out: Float64Array,
  n: number,
  i1: number,
  i2: number,
  shift: number,
  radius: number,
  angle: number,
  height: number,
): number {
  out[3 * n + i1] = shift + radius * Math.cos(angle)
  out[3 * n + i2] = radius * Math.sin(angle)
  out[3 * n + 3 - i1 - i2] = height
  return n + 1
}

/** The end disc or the line on the side of a cone; d1, d2 across its axis, d3 along it. */
function findConeFace(
  { size, axis: i3 }: ConvexShape,
  d1: number,
  d2: number,
  d3: number,
  limit: number,
  without: number,
  out: Float64Array,
  parts: Float64Array,
): number {
  const i1 = i3 === 2 ? 0 : i3 + 1
  const i2 = i3 === 0 ? 2 : i3 - 1
  const across = Math.sqrt(d1 * d1 + d2 * d2)
  if (across < limit) {
    if (!isNear(across, limit, 0, without, parts)) return 1
    const radius = d3 > 0 ? size[1] : size[0]
    out[i3] = d3 > 0 ? size[3] : size[2]
    return radius > 0 ? setStadium(out, i1, i2, radius, 0, d1, d2) : 1
  }
  const height = size[3] - size[2]
  const slope = size[0] - size[1]
  const sine = (height * d3 - slope * across) / Math.sqrt(height * height + slope * slope)
  if (!isNear(sine, limit, 0, without, parts)) return 1
  for (let k = 0; k < 2; k++) {
    out[3 * k + i1] = (size[k] * d1) / across
    out[3 * k + i2] = (size[k] * d2) / across
    out[3 * k + i3] = size[2 + k]
  }
  return 2
}

/**
 * The face with the nearest normal that has the support vertex out[0…2], otherwise the edge there that is nearest to
 * orthogonal.
 */
function findHullFace(
  shape: ConvexShape,
  dx: number,
  dy: number,
  dz: number,
  limit: number,
  without: number,
  out: Float64Array,
  parts: Float64Array,
): number {
  const { planes, vertices, neighborStart, neighbors, boundingRadius } = shape
  let best = -1
  let cosine = Math.cos(limit)
  for (let f = 0; f < planes.length; f += 4) {
    const c = planes[f] * dx + planes[f + 1] * dy + planes[f + 2] * dz
    if (c <= cosine) continue
    const height = planes[f] * out[0] + planes[f + 1] * out[1] + planes[f + 2] * out[2]
    if (height < planes[f + 3] - FACE_THICKNESS * boundingRadius) continue
    cosine = c
    best = f
  }
  if (best >= 0 && isNear(Math.sqrt(Math.max(0, 1 - cosine * cosine)), limit, 0, without, parts)) {
    const lowest = planes[best + 3] - FACE_THICKNESS * boundingRadius
    let n = 0
    for (let i = 0; i < vertices.length && n < MAX_CORNERS; i += 3) {
      const height =
        planes[best] * vertices[i] + planes[best + 1] * vertices[i + 1] + planes[best + 2] * vertices[i + 2]
      if (height < lowest) continue
      for (let c = 0; c < 3; c++) out[3 * n + c] = vertices[i + c]
      n++
    }
    if (n > 3) sortByAngle(out, n, planes[best], planes[best + 1], planes[best + 2])
    return n
  }
  const first = findHullSupport(shape, dx, dy, dz)
  let sine = limit
  let n = 1
  for (let e = neighborStart[first]; e < neighborStart[first + 1]; e++) {
    const i = 3 * neighbors[e]
    const x = vertices[i] - vertices[3 * first]
    const y = vertices[i + 1] - vertices[3 * first + 1]
    const z = vertices[i + 2] - vertices[3 * first + 2]
    const s = Math.abs(x * dx + y * dy + z * dz) / Math.sqrt(x * x + y * y + z * z)
    if (s >= sine) continue
    sine = s
    n = 2
    for (let c = 0; c < 3; c++) {
      out[c] = vertices[3 * first + c]
      out[3 + c] = vertices[i + c]
    }
  }
  return n === 2 && isNear(sine, limit, 1, without, parts) ? 2 : 1
}
