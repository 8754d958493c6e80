/**
 * The improved Minkowski Portal Refinement algorithm (thesis ch. 6; 2017 paper, ch. 4): signed distance of two convex shapes from a portal, a
 * triangle of support points of A ⊖ B through which the ray from an inner point r0 to the origin passes. Where shapes are separated, it is
 * the distance or an upper bound of it (theorem 6.3); where they penetrate, its sign is right, but the depth is that of the boundary near
 * the ray, an upper bound of the penetration depth. `computeSignedDistance` has the exact values.
 *
 * Support points are those of whole shapes, radii included. All lengths are in metres, tolerances too; the reference implementation scales
 * portals and does not scale back (facts B.6), which we do not follow. Two signs are those of the 2017 paper, since the thesis prints phase 2 and
 * `isNextPortal` with signs that exclude each other: a portal point is replaced if the origin is beyond the plane of r0 and two others, on the
 * side to which n3 points, n3·r0 < 0; and the planes themselves belong to the portals.
 */
import type { DistanceQuery } from '../query/index.ts'
import { MPR_TC1, MPR_TC2, type PortalSearch } from './portal-search.ts'
import { searchPortal } from './search-portal.ts'
import { setCoreFromPoint, setCoreFromPortal } from './termination-answers.ts'

/** Signed distance of the pair of `query` into `query.core`, points on the whole shapes; `tolerance` [m] is that of TC2 and TC3. */
export function computePortalDistance(query: DistanceQuery, search: PortalSearch, tolerance: number): void {
  search.setPair(query)
  search.tolerance[0] = tolerance
  const termination = searchPortal(search, 0)
  if (termination === MPR_TC1) setCoreFromPoint(query, search)
  else setCoreFromPortal(query, search, termination === MPR_TC2)
}
