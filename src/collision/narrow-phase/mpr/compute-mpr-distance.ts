/** The improved MPR algorithm on flat arrays: interface as that of `computeSignedDistance`. */
import { DistanceQuery, type PlacedShapes, setPair, writeResult } from '../query/index.ts'
import { computePortalDistance } from './mpr.ts'
import { PortalSearch } from './portal-search.ts'

/** Memory of MPR queries, and how the last one went. */
export class MprQuery extends DistanceQuery {
  readonly mpr = new PortalSearch()
}

/** Memory for `computeMprDistance`; one serves for any number of pairs. */
export function createMprQuery(): MprQuery {
  return new MprQuery()
}

/**
 * Signed distance δ_mpr of two convex shapes by the improved MPR algorithm (definition 6.4 of the thesis): the right sign, the distance of
 * separated shapes or an upper bound of it, an upper bound of the penetration depth of overlapping ones. Arguments and result as those of
 * `computeSignedDistance`; refinement ends when TC2 or TC3 is below `tolerance` [m], or with the best result when it cannot go on.
 * @throws VarioError `PLANAR_SHAPES`, `COINCIDENT_CENTERS`, `MPR_NO_PORTAL` where the algorithm has no answer.
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
  setPair(query, shapes, a, b)
  computePortalDistance(query, query.mpr, tolerance)
  writeResult(query, shapes, a, 0, 0, false, out, o)
}
