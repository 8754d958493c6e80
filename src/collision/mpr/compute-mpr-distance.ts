/**
 * The improved Minkowski Portal Refinement algorithm (thesis ch. 6; 2017 paper, ch. 4): signed distance of two convex
 * shapes from a portal, a triangle of support points of A ⊖ B through which the ray from an inner point r0 to the
 * origin passes. For separated shapes, it is the distance or an upper bound of it (theorem 6.3); for penetrating
 * shapes, its sign is right, but the depth is that of the boundary near the ray, an upper bound of the penetration
 * depth. `computeSignedDistance` computes the exact values.
 *
 *   searchPortal             the three phases (thesis 6.1.1 to 6.1.3)             mpr-search.ts
 *   isTc1, computeTc2, …     their termination conditions                         mpr-termination-conditions.ts
 *   setCoreFromTc1, …        the resulting distance                               mpr-results.ts
 *
 * Support points are those of whole shapes, radii included. All lengths and tolerances are in meters, unlike in the
 * reference implementation, which scales portals and does not scale back (facts B.6). Two signs are those of the 2017
 * paper, because the thesis prints phase 2 and `isNextPortal` with contradictory signs: a portal point is replaced if
 * the origin is beyond the plane of r0 and two others, on the side to which n3 points, n3·r0 < 0; and the planes
 * themselves belong to the portals.
 */
import { DistanceQuery, setPair } from '../distance-query.ts'
import type { PlacedShapes } from '../placed-shapes.ts'
import { writeResult } from '../write-result.ts'
import { setCoreFromTc1, setCoreFromTc2, setCoreFromTc3 } from './mpr-results.ts'
import { searchPortal } from './mpr-search.ts'
import { MPR_TC1, MPR_TC2, PortalSearch } from './mpr-workspace.ts'

/** Workspace of MPR queries, with statistics of the last one. */
export class MprQuery extends DistanceQuery {
  readonly mpr = new PortalSearch()
}

/** Creates the workspace of `computeMprDistance`; one serves any number of pairs. */
export function createMprQuery(): MprQuery {
  return new MprQuery()
}

/**
 * Signed distance δ_mpr of two convex shapes (definition 6.4 of the thesis). Arguments and result as those of
 * `computeSignedDistance`; refinement ends when TC2 or TC3 is below `tolerance` [m], or with the best result when it
 * cannot continue.
 * @throws VarioError `PLANAR_SHAPES`, `COINCIDENT_CENTERS`, `MPR_NO_PORTAL` where the algorithm has no solution.
 */
export function computeMprDistance(
  query: MprQuery,
  shapes: PlacedShapes,
  a: number,
  b: number,
  tolerance: number,
  out: Float64Array,
  o: number,
): void {
  const search = query.mpr
  setPair(query, shapes, a, b)
  search.setPair(query)
  search.tolerance[0] = tolerance
  const termination = searchPortal(search, 0)
  if (termination === MPR_TC1) setCoreFromTc1(query, search)
  else if (termination === MPR_TC2) setCoreFromTc2(query, search)
  else setCoreFromTc3(query, search)
  writeResult(query, shapes, a, 0, 0, false, out, o)
}
