/**
 * A box whose face is the closest feature to the other core: the most frequent contact, since floors and walls are
 * boxes. With the normal n of the face, g(n) is a lower bound of the distance (distance-query.ts); if a support point
 * of the other core in direction -n lies above the face, it has that distance, so that the distance is g(n). Compared
 * with the general algorithms, for penetration of a wall: beam 8.8 → 1.3 µs, cone 9.6 → 0.6 µs, cylinder 9.8 → 0.6 µs,
 * hull 5.0 → 1.5 µs.
 */

import { BOX } from '../convex.ts'
import {
  computeCenterOffset,
  DISTANCE,
  type DistanceQuery,
  NORMAL,
  POINT_A,
  POINT_B,
} from '../distance-query.ts'
import { isInsideCore } from '../inside-core.ts'
import { type ContactPointWorkspace, computeContactPoints } from './contact-points.ts'
import { computeSupportFace, MAX_CORNERS } from './support-face.ts'

/**
 * Contact points belong to a core up to this fraction of the size of the bodies: a few rounding errors of coordinates.
 */
const ROUNDING_PART = 2e-15

/** Vector between the centers, in the frame of the box [m] (3). */
const offset = new Float64Array(3)
/** Direction to the face, in the frame of the other core (3). */
const down = new Float64Array(3)
/** Support points of the other core. */
const corners = new Float64Array(3 * MAX_CORNERS)

/**
 * Writes the distance of the cores to `query.core`, if they are separated and a face of a box is closest; false
 * otherwise.
 */
export function computeBoxFace(query: DistanceQuery, points: ContactPointWorkspace): boolean {
  computeCenterOffset(query, offset, 0)
  if (query.shapeA.kind === BOX && isFaceOfA(query, points)) return true
  return query.shapeB.kind === BOX && isFaceOfB(query, points)
}

/** Handles the face of the box A that is nearest to the center of B, with the normal ±e_i. */
function isFaceOfA(query: DistanceQuery, points: ContactPointWorkspace): boolean {
  const { shapeA, shapeB, R_AB: R, p_AB: p, core } = query
  const { size } = shapeA
  const i = findFace(offset[0], offset[1], offset[2], size)
  const sign = offset[i] > 0 ? 1 : -1
  for (let c = 0; c < 3; c++) down[c] = -sign * R[3 * i + c]
  const n = computeSupportFace(shapeB, down, 0, corners)
  const x = p[0] + R[0] * corners[0] + R[1] * corners[1] + R[2] * corners[2]
  const y = p[1] + R[3] * corners[0] + R[4] * corners[1] + R[5] * corners[2]
  const z = p[2] + R[6] * corners[0] + R[7] * corners[1] + R[8] * corners[2]
  const gap = sign * (i === 0 ? x : i === 1 ? y : z) - size[i]
  if (!(gap > 0)) return false
  core[DISTANCE] = gap
  core[NORMAL] = i === 0 ? sign : 0
  core[NORMAL + 1] = i === 1 ? sign : 0
  core[NORMAL + 2] = i === 2 ? sign : 0
  if (n > 1) return setMiddle(query, points)
  core[POINT_A] = x
  core[POINT_A + 1] = y
  core[POINT_A + 2] = z
  core[POINT_A + i] = sign * size[i]
  for (let c = 0; c < 3; c++) core[POINT_B + c] = corners[c]
  return isAbove(size, core, POINT_A, i)
}

/** Likewise for the box B: the normal from A to B is ∓ column i of R_AB. */
function isFaceOfB(query: DistanceQuery, points: ContactPointWorkspace): boolean {
  const { shapeA, shapeB, R_AB: R, p_AB: p, core } = query
  const { size } = shapeB
  const o0 = -(R[0] * offset[0] + R[3] * offset[1] + R[6] * offset[2])
  const o1 = -(R[1] * offset[0] + R[4] * offset[1] + R[7] * offset[2])
  const o2 = -(R[2] * offset[0] + R[5] * offset[1] + R[8] * offset[2])
  const i = findFace(o0, o1, o2, size)
  const sign = (i === 0 ? o0 : i === 1 ? o1 : o2) > 0 ? 1 : -1
  for (let c = 0; c < 3; c++) down[c] = -sign * R[3 * c + i]
  const n = computeSupportFace(shapeA, down, 0, corners)
  const x = corners[0] - p[0]
  const y = corners[1] - p[1]
  const z = corners[2] - p[2]
  for (let c = 0; c < 3; c++) core[POINT_B + c] = R[c] * x + R[c + 3] * y + R[c + 6] * z
  const gap = sign * core[POINT_B + i] - size[i]
  if (!(gap > 0)) return false
  core[DISTANCE] = gap
  for (let c = 0; c < 3; c++) core[NORMAL + c] = down[c]
  if (n > 1) return setMiddle(query, points)
  for (let c = 0; c < 3; c++) core[POINT_A + c] = corners[c]
  core[POINT_B + i] = sign * size[i]
  return isAbove(size, core, POINT_B, i)
}

/** Coordinate in which a point is farthest outside a box. */
function findFace(x: number, y: number, z: number, size: Float64Array): number {
  const ex = Math.abs(x) - size[0]
  const ey = Math.abs(y) - size[1]
  const ez = Math.abs(z) - size[2]
  if (ex >= ey && ex >= ez) return 0
  return ey >= ez ? 1 : 2
}

/** True if the other two coordinates of a point in the plane of face i are in the face. */
function isAbove(size: Float64Array, x: Float64Array, o: number, i: number): boolean {
  const j = i === 2 ? 0 : i + 1
  const k = 3 - i - j
  return Math.abs(x[o + j]) <= size[j] && Math.abs(x[o + k]) <= size[k]
}

/** Sets the point for an edge or face that lies on the face: the middle of the common part. */
function setMiddle(query: DistanceQuery, points: ContactPointWorkspace): boolean {
  if (!computeContactPoints(query, points)) return false
  const tolerance = ROUNDING_PART * query.scale[0]
  const { shapeA, shapeB, core } = query
  return isInsideCore(shapeA, core, POINT_A, tolerance) && isInsideCore(shapeB, core, POINT_B, tolerance)
}
