/**
 * Contact points where edges or faces meet. With the normal n known, any a and b = a + δ n in the support faces of both
 * cores are contact points: the centroid of the common part of both faces, seen along n, is chosen.
 */

import { type ConvexShape, HULL } from '../convex.ts'
import { DISTANCE, type DistanceQuery, NORMAL, POINT_A, POINT_B } from '../distance-query.ts'
import { findCommonWithDisc } from './disc-contact.ts'
import { computeSupportFace, DISC_CORNERS, MAX_CORNERS } from './support-face.ts'

/** Edges closer than this to parallel are parallel [rad]. */
const PARALLEL_LIMIT = 1e-9
/** Edges may miss each other by this fraction of their lengths because of rounding errors. */
const EDGE_MARGIN = 1e-13

export class ContactPointWorkspace {
  readonly cornersA = new Float64Array(3 * MAX_CORNERS)
  readonly cornersB = new Float64Array(3 * MAX_CORNERS)
  /**
   * Both faces in the plane orthogonal to n [m] (MAX_CORNERS × 2), and the part of one that remains after clipping by
   * the other.
   */
  readonly planeA = new Float64Array(2 * MAX_CORNERS)
  readonly planeB = new Float64Array(2 * MAX_CORNERS)
  readonly cut = new Float64Array(8 * MAX_CORNERS)
  readonly scratch = new Float64Array(8 * MAX_CORNERS)
  /** The common point in the plane (2). */
  readonly common = new Float64Array(2)
}

/**
 * Sets the contact points of `query.core` from its normal and distance. False, with unchanged points, if there is no
 * common point.
 */
export function computeContactPoints(query: DistanceQuery, work: ContactPointWorkspace): boolean {
  const { core, shapeA, shapeB, R_AB: R, p_AB: p, direction } = query
  const { cornersA, cornersB, common } = work
  const nx = core[NORMAL]
  const ny = core[NORMAL + 1]
  const nz = core[NORMAL + 2]
  const delta = core[DISTANCE]
  direction[0] = nx
  direction[1] = ny
  direction[2] = nz
  direction[3] = -(R[0] * nx + R[3] * ny + R[6] * nz)
  direction[4] = -(R[1] * nx + R[4] * ny + R[7] * nz)
  direction[5] = -(R[2] * nx + R[5] * ny + R[8] * nz)
  const nA = computeSupportFace(shapeA, direction, 0, cornersA)
  if (nA === 1) {
    setPointsFromA(query, cornersA[0], cornersA[1], cornersA[2], delta)
    return true
  }
  const nB = computeSupportFace(shapeB, direction, 3, cornersB)
  for (let o = 0; o < 3 * nB; o += 3) {
    const x = cornersB[o]
    const y = cornersB[o + 1]
    const z = cornersB[o + 2]
    cornersB[o] = p[0] + R[0] * x + R[1] * y + R[2] * z
    cornersB[o + 1] = p[1] + R[3] * x + R[4] * y + R[5] * z
    cornersB[o + 2] = p[2] + R[6] * x + R[7] * y + R[8] * z
  }
  if (nB === 1) {
    setPointsFromA(query, cornersB[0] - delta * nx, cornersB[1] - delta * ny, cornersB[2] - delta * nz, delta)
    return true
  }

  // plane coordinates along u = (unit vector of an edge of A) and v = n × u, relative to a corner of A
  let ux = cornersA[3] - cornersA[0]
  let uy = cornersA[4] - cornersA[1]
  let uz = cornersA[5] - cornersA[2]
  const along = ux * nx + uy * ny + uz * nz
  ux -= along * nx
  uy -= along * ny
  uz -= along * nz
  const f = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz)
  ux *= f
  uy *= f
  uz *= f
  const vx = ny * uz - nz * uy
  const vy = nz * ux - nx * uz
  const vz = nx * uy - ny * ux
  const ox = cornersA[0]
  const oy = cornersA[1]
  const oz = cornersA[2]
  for (let k = 0; k < nA + nB; k++) {
    const corners = k < nA ? cornersA : cornersB
    const plane = k < nA ? work.planeA : work.planeB
    const i = k < nA ? k : k - nA
    const x = corners[3 * i] - ox
    const y = corners[3 * i + 1] - oy
    const z = corners[3 * i + 2] - oz
    plane[2 * i] = ux * x + uy * y + uz * z
    plane[2 * i + 1] = vx * x + vy * y + vz * z
  }
  const found =
    nA === 2 && nB === 2
      ? findCommonOfEdges(work)
      : nA === 2
        ? findCommon(work, work.planeA, nA, work.planeB, nB)
        : findCommon(work, work.planeB, nB, work.planeA, nA)
  if (!found && !findCommonOfDiscs(work, isDisc(shapeA, nA), nA, isDisc(shapeB, nB), nB)) return false
  const s = common[0]
  const t = common[1]
  setPointsFromA(query, ox + s * ux + t * vx, oy + s * uy + t * vy, oz + s * uz + t * vz, delta)
  return true
}

/** Sets the point a of A, and b = a + δ n. */
export function setPointsFromA(
  query: DistanceQuery,
  ax: number,
  ay: number,
  az: number,
  delta: number,
): void {
  const { core, R_AB: R, p_AB: p } = query
  core[POINT_A] = ax
  core[POINT_A + 1] = ay
  core[POINT_A + 2] = az
  const x = ax + delta * core[NORMAL] - p[0]
  const y = ay + delta * core[NORMAL + 1] - p[1]
  const z = az + delta * core[NORMAL + 2] - p[2]
  for (let c = 0; c < 3; c++) core[POINT_B + c] = R[c] * x + R[c + 3] * y + R[c + 6] * z
}

/** True if the n corners of a support face are a polygon that approximates a disc. */
function isDisc(shape: ConvexShape, n: number): boolean {
  return n === DISC_CORNERS && shape.kind !== HULL
}

function findCommonOfDiscs(
  { planeA, planeB, common }: ContactPointWorkspace,
  isDiscA: boolean,
  nA: number,
  isDiscB: boolean,
  nB: number,
): boolean {
  if (isDiscA) return findCommonWithDisc(planeA, planeB, nB, isDiscB, common)
  return isDiscB && findCommonWithDisc(planeB, planeA, nA, false, common)
}

/** Finds the common point of edges; that of A lies on the u axis, from 0 to its length. False if they have none. */
function findCommonOfEdges(work: ContactPointWorkspace): boolean {
  const { planeA, planeB, common } = work
  const length = planeA[2]
  const x0 = planeB[0]
  const y0 = planeB[1]
  const ex = planeB[2] - x0
  const ey = planeB[3] - y0
  const margin = EDGE_MARGIN * length
  common[1] = 0
  if (Math.abs(ey) > PARALLEL_LIMIT * Math.abs(ex)) {
    const t = -y0 / ey
    common[0] = x0 + t * ex
    const isOnB = t >= -EDGE_MARGIN && t <= 1 + EDGE_MARGIN
    return isOnB && common[0] >= -margin && common[0] <= length + margin
  }
  const low = Math.max(0, Math.min(x0, x0 + ex))
  const high = Math.min(length, Math.max(x0, x0 + ex))
  common[0] = 0.5 * (low + high)
  return low <= high + margin
}

/** Centroid of the part of the subject (an edge or polygon) inside the polygon `clip` [Sutherland, Hodgman 1974]. */
function findCommon(
  work: ContactPointWorkspace,
  subject: Float64Array,
  nSubject: number,
  clip: Float64Array,
  nClip: number,
): boolean {
  const { common } = work
  let from = work.cut
  let to = work.scratch
  let n = nSubject
  for (let i = 0; i < 2 * n; i++) from[i] = subject[i]
  let area = 0
  for (let k = 0; k < nClip; k++) {
    const j = k === nClip - 1 ? 0 : k + 1
    area += clip[2 * k] * clip[2 * j + 1] - clip[2 * j] * clip[2 * k + 1]
  }
  const side = area > 0 ? 1 : -1
  for (let k = 0; k < nClip && n > 0; k++) {
    const j = k === nClip - 1 ? 0 : k + 1
    const ex = side * (clip[2 * j] - clip[2 * k])
    const ey = side * (clip[2 * j + 1] - clip[2 * k + 1])
    const tolerance = 1e-12 * (ex * ex + ey * ey)
    let count = 0
    // an edge as subject has one segment, a polygon a closed line
    for (let i = 0; i < n; i++) {
      const q = i === n - 1 ? 0 : i + 1
      const x = from[2 * i]
      const y = from[2 * i + 1]
      const d0 = ex * (y - clip[2 * k + 1]) - ey * (x - clip[2 * k]) + tolerance
      const d1 = ex * (from[2 * q + 1] - clip[2 * k + 1]) - ey * (from[2 * q] - clip[2 * k]) + tolerance
      if (d0 >= 0) {
        to[2 * count] = x
        to[2 * count + 1] = y
        count++
      }
      if (d0 * d1 < 0 && !(n === 2 && i === 1)) {
        const t = d0 / (d0 - d1)
        to[2 * count] = x + t * (from[2 * q] - x)
        to[2 * count + 1] = y + t * (from[2 * q + 1] - y)
        count++
      }
    }
    n = count
    const swap = from
    from = to
    to = swap
  }
  if (n === 0) return false
  setCentroid(from, n, common)
  return true
}

/** Centroid of a polygon, or the middle of its corners if it has no area. */
function setCentroid(polygon: Float64Array, n: number, out: Float64Array): void {
  const x0 = polygon[0]
  const y0 = polygon[1]
  let area = 0
  let sx = 0
  let sy = 0
  let mx = 0
  let my = 0
  let extent = 0
  for (let i = 0; i < n; i++) {
    const x = polygon[2 * i] - x0
    const y = polygon[2 * i + 1] - y0
    mx += x / n
    my += y / n
    extent = Math.max(extent, x * x + y * y)
    if (i < 2) continue
    const px = polygon[2 * i - 2] - x0
    const py = polygon[2 * i - 1] - y0
    const triangle = px * y - x * py
    area += triangle
    sx += (triangle * (px + x)) / 3
    sy += (triangle * (py + y)) / 3
  }
  const hasArea = Math.abs(area) > 1e-9 * extent
  out[0] = x0 + (hasArea ? sx / area : mx)
  out[1] = y0 + (hasArea ? sy / area : my)
}
