/**
 * The set of all support points of a core in a direction: a point, an edge, or a face, as a convex polygon in the plane
 * orthogonal to the direction. Discs are replaced by polygons inside of them.
 */
import { BEAM, BOX, CONE, type ConvexShape, CYLINDER, HULL, SEGMENT } from '../convex.ts'
import { computeSupportAlong, findHullSupportAlong } from '../support.ts'

/** Largest number of corners of a face; some corners of larger hull faces are omitted. */
export const MAX_CORNERS = 32
/** Corners of the polygon that approximates a disc: a multiple of 4. */
export const DISC_CORNERS = 16
/** The corners of the polygon in the unit disc (DISC_CORNERS × 2). */
const DISC = Float64Array.from({ length: 2 * DISC_CORNERS }, (_, i) => {
  const angle = (((i >> 1) + 0.5) * 2 * Math.PI) / DISC_CORNERS
  return i % 2 === 0 ? Math.cos(angle) : Math.sin(angle)
})
/**
 * A direction is orthogonal to an edge or face within this angle [rad]: the rounding errors of normals of close cores.
 */
const ORTHOGONAL_LIMIT = 1e-10

/**
 * out[3 k…] = corners of the face of the core in the unit direction d[i…], in the frame of the shape, in cyclic order.
 * Returns their number.
 */
export function computeSupportFace(
  shape: ConvexShape,
  d: Float64Array,
  i: number,
  out: Float64Array,
): number {
  if (shape.kind === HULL) return collectHullFace(shape, d, i, out)
  computeSupportAlong(shape, d, i, out, 0)
  const dx = d[i]
  const dy = d[i + 1]
  const dz = d[i + 2]
  const size = shape.size
  const i3 = shape.axis
  const i1 = i3 === 2 ? 0 : i3 + 1
  const i2 = i3 === 0 ? 2 : i3 - 1
  const d3 = i3 === 0 ? dx : i3 === 1 ? dy : dz
  const d1 = i1 === 0 ? dx : i1 === 1 ? dy : dz
  const d2 = i2 === 0 ? dx : i2 === 1 ? dy : dz
  switch (shape.kind) {
    case SEGMENT:
      return isZero(d3) ? spread(out, 1, i3, size[0]) : 1
    case BOX: {
      let n = 1
      if (isZero(dx)) n = spread(out, n, 0, size[0])
      if (isZero(dy)) n = spread(out, n, 1, size[1])
      if (isZero(dz)) n = spread(out, n, 2, size[2])
      return n
    }
    case CYLINDER:
      if (isZero(d3)) return spread(out, 1, i3, size[1])
      return isAxial(d1, d2) ? setDisc(out, i1, i2, size[0], 0) : 1
    case CONE: {
      if (isAxial(d1, d2)) {
        const radius = d3 > 0 ? size[1] : size[0]
        out[i3] = d3 > 0 ? size[3] : size[2]
        if (radius > 0) return setDisc(out, i1, i2, radius, 0)
        out[i1] = 0
        out[i2] = 0
        return 1
      }
      const across = Math.sqrt(d1 * d1 + d2 * d2)
      const height = size[3] - size[2]
      const slope = size[0] - size[1]
      if (!isZero((height * d3 - slope * across) / (height + Math.abs(slope)))) return 1
      out[i1] = (size[0] * d1) / across
      out[i2] = (size[0] * d2) / across
      out[i3] = size[2]
      out[3 + i1] = (size[1] * d1) / across
      out[3 + i2] = (size[1] * d2) / across
      out[3 + i3] = size[3]
      return 2
    }
    case BEAM: {
      // disc in the plane of length (i3) and width (i1), thickness along i2
      if (isAxial(d3, d1)) return setDisc(out, i3, i1, size[1], size[0])
      let n = 1
      if (isZero(d2)) n = spread(out, n, i2, size[2])
      if (isZero(d3)) {
        for (let k = 0; k < n; k++) out[3 * k + i3] = 0
        n = spread(out, n, i3, size[0])
      }
      return n
    }
  }
  return 1
}

function isZero(component: number): boolean {
  return component < ORTHOGONAL_LIMIT && component > -ORTHOGONAL_LIMIT
}

function isAxial(d1: number, d2: number): boolean {
  return d1 * d1 + d2 * d2 < ORTHOGONAL_LIMIT * ORTHOGONAL_LIMIT
}

/** Extends n corners to both sides ±half along coordinate i; returns their number. */
export function spread(out: Float64Array, n: number, i: number, half: number): number {
  for (let k = 0; k < n; k++) {
    // the second side in reverse order makes the corners cyclic
    const o = 3 * (2 * n - 1 - k)
    for (let c = 0; c < 3; c++) out[o + c] = out[3 * k + c]
    out[3 * k + i] = half
    out[o + i] = -half
  }
  return 2 * n
}

/**
 * A polygon in a disc in coordinates i1, i2, with halves moved apart by ±shift along i1; the third coordinate is that
 * of out[0…2].
 */
export function setDisc(out: Float64Array, i1: number, i2: number, radius: number, shift: number): number {
  const i3 = 3 - i1 - i2
  const height = out[i3]
  for (let k = 0; k < DISC_CORNERS; k++) {
    const u = DISC[2 * k]
    out[3 * k + i1] = radius * u + (u > 0 ? shift : -shift)
    out[3 * k + i2] = radius * DISC[2 * k + 1]
    out[3 * k + i3] = height
  }
  return DISC_CORNERS
}

/** Vertices of the face under construction (MAX_CORNERS). */
const faceVertices = new Int32Array(MAX_CORNERS)

/** All vertices in the support plane, found through neighbors, in the order of their angle around the first ones. */
function collectHullFace(shape: ConvexShape, d: Float64Array, o: number, out: Float64Array): number {
  const { vertices, neighborStart, neighbors } = shape
  const place = findHullSupportAlong(shape, d, o)
  const first = place / 3
  const dx = d[o]
  const dy = d[o + 1]
  const dz = d[o + 2]
  const top = vertices[place] * dx + vertices[place + 1] * dy + vertices[place + 2] * dz
  const limit = top - ORTHOGONAL_LIMIT * shape.boundingRadius
  faceVertices[0] = first
  let n = 1
  // breadth-first over the corners found so far
  for (let k = 0; k < n; k++) {
    const vertex = faceVertices[k]
    for (let e = neighborStart[vertex]; e < neighborStart[vertex + 1] && n < MAX_CORNERS; e++) {
      const i = 3 * neighbors[e]
      if (vertices[i] * dx + vertices[i + 1] * dy + vertices[i + 2] * dz < limit) continue
      let isNew = true
      for (let q = 0; q < n && isNew; q++) isNew = faceVertices[q] !== neighbors[e]
      if (isNew) faceVertices[n++] = neighbors[e]
    }
  }
  for (let k = 0; k < n; k++) {
    const i = 3 * faceVertices[k]
    out[3 * k] = vertices[i]
    out[3 * k + 1] = vertices[i + 1]
    out[3 * k + 2] = vertices[i + 2]
  }
  if (n > 3) sortByAngle(out, n, dx, dy, dz)
  return n
}

/** Insertion sort of n corners by their angle around their mean, in the plane orthogonal to d. */
export function sortByAngle(out: Float64Array, n: number, dx: number, dy: number, dz: number): void {
  let mx = 0
  let my = 0
  let mz = 0
  for (let o = 0; o < 3 * n; o += 3) {
    mx += out[o] / n
    my += out[o + 1] / n
    mz += out[o + 2] / n
  }
  const ex = out[0] - mx
  const ey = out[1] - my
  const ez = out[2] - mz
  const fx = dy * ez - dz * ey
  const fy = dz * ex - dx * ez
  const fz = dx * ey - dy * ex
  const angle = (o: number): number => {
    const x = out[o] - mx
    const y = out[o + 1] - my
    const z = out[o + 2] - mz
    return Math.atan2(x * fx + y * fy + z * fz, x * ex + y * ey + z * ez)
  }
  for (let k = 1; k < n; k++) {
    for (let o = 3 * k; o > 0 && angle(o) < angle(o - 3); o -= 3) {
      for (let c = 0; c < 3; c++) {
        const t = out[o + c]
        out[o + c] = out[o - 3 + c]
        out[o - 3 + c] = t
      }
    }
  }
}
