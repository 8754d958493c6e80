/**
 * Whether two convex shapes intersect, by Minkowski Portal Refinement (mpr.ts) that ends as soon as this is known: at the first support plane
 * that separates the origin from A ⊖ B, or the first portal that has the origin on its inner side.
 */
import { EPS } from '../../base/index.ts'
import type { ConvexShape } from '../shapes/convex.ts'
import type { MprQuery } from './compute-mpr-distance.ts'
import { type DistanceQuery, setPair } from './distance-query.ts'
import { MPR_MAX_ITERATIONS } from './mpr.ts'
import type { PortalPoints } from './portal-points.ts'

/** Shapes that miss each other by less than this part of their size may count as intersecting: rounding errors. */
const TOUCHING_PART = 100 * EPS

/** Whether two convex shapes have a common point; arguments as those of `computeMprDistance`. */
export function computeMprIntersection(
  query: MprQuery,
  shapeA: ConvexShape,
  R_WA: Float64Array,
  oRA: number,
  p_WA: Float64Array,
  oPA: number,
  shapeB: ConvexShape,
  R_WB: Float64Array,
  oRB: number,
  p_WB: Float64Array,
  oPB: number,
): boolean {
  setPair(query, shapeA, R_WA, oRA, p_WA, oPA, shapeB, R_WB, oRB, p_WB, oPB)
  return searchPortal(query, query.mpr.points)
}

/** Phases 1 and 2: the portal that the ray from the inner point r0 to the origin passes. */
function searchPortal(query: DistanceQuery, points: PortalPoints): boolean {
  const { w, r0 } = points
  const d = query.direction
  const scale = query.scale[0]
  const limit = TOUCHING_PART * scale
  points.start(query)
  const x0 = r0[0]
  const y0 = r0[1]
  const z0 = r0[2]
  if (x0 * x0 + y0 * y0 + z0 * z0 <= limit * limit) return true
  d[0] = -x0
  d[1] = -y0
  d[2] = -z0
  let r1 = points.addAlong(query)
  if (isSeparating(d, w, r1)) return false
  d[0] = y0 * w[r1 + 2] - z0 * w[r1 + 1]
  d[1] = z0 * w[r1] - x0 * w[r1 + 2]
  d[2] = x0 * w[r1 + 1] - y0 * w[r1]
  // the support point on the ray is beyond the origin
  const area = limit * scale
  if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= area * area) return true
  let r2 = points.addAlong(query)
  if (isSeparating(d, w, r2)) return false
  if (points.computeSide(r1, r2) > 0) {
    const swap = r1
    r1 = r2
    r2 = swap
  }
  let r3 = points.addBeside(query, r1, r2)
  if (isSeparating(d, w, r3)) return false
  const volume = area * scale
  for (let i = 0; i < MPR_MAX_ITERATIONS; i++) {
    if (points.computeSide(r1, r3) < -volume) {
      r2 = r3
      r3 = points.addBeside(query, r1, r3)
    } else if (points.computeSide(r3, r2) < -volume) {
      r1 = r3
      r3 = points.addBeside(query, r3, r2)
    } else break
    if (isSeparating(d, w, r3)) return false
  }
  return refinePortal(query, points, r1, r2, r3)
}

/** Phase 3, from the portal of the points at places r1, r2, r3. */
function refinePortal(
  query: DistanceQuery,
  points: PortalPoints,
  start1: number,
  start2: number,
  start3: number,
): boolean {
  const { w, r0, normal } = points
  const d = query.direction
  const limit = TOUCHING_PART * query.scale[0]
  let r1 = start1
  let r2 = start2
  let r3 = start3
  for (let i = 0; i < MPR_MAX_ITERATIONS; i++) {
    // a portal without area is on the ray, with the origin before it: otherwise its support plane would have separated
    if (!points.computePortalNormal(r1, r2, r3, 0)) return true
    const height = normal[0] * w[r1] + normal[1] * w[r1 + 1] + normal[2] * w[r1 + 2]
    if (height >= 0) return true
    d[0] = normal[0]
    d[1] = normal[1]
    d[2] = normal[2]
    const r4 = points.addAlong(query)
    if (isSeparating(d, w, r4)) return false
    // the surface is not farther out than the portal, up to rounding errors: they touch
    if (d[0] * w[r4] + d[1] * w[r4 + 1] + d[2] * w[r4 + 2] - height <= limit) return true
    const side1 = computeSideOfRay(w, r4, r0, r1)
    const side2 = computeSideOfRay(w, r4, r0, r2)
    if (side1 >= 0 && side2 <= 0) r3 = r4
    else if (side2 >= 0 && computeSideOfRay(w, r4, r0, r3) <= 0) r1 = r4
    else r2 = r4
  }
  return true
}

/** Whether the support point at place i in direction d is on the side of r0: then the origin is outside of A ⊖ B. */
function isSeparating(d: Float64Array, w: Float64Array, i: number): boolean {
  return d[0] * w[i] + d[1] * w[i + 1] + d[2] * w[i + 2] < 0
}

/** (w4 × r0)·w_i [m³]. */
function computeSideOfRay(w: Float64Array, r4: number, r0: Float64Array, i: number): number {
  return (
    (w[r4 + 1] * r0[2] - w[r4 + 2] * r0[1]) * w[i] +
    (w[r4 + 2] * r0[0] - w[r4] * r0[2]) * w[i + 1] +
    (w[r4] * r0[1] - w[r4 + 1] * r0[0]) * w[i + 2]
  )
}
