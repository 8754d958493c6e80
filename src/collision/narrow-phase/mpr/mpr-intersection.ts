/**
 * Whether two convex shapes intersect, by Minkowski Portal Refinement (mpr.ts) that ends as soon as this is known: at the first support plane
 * that separates the origin from A ⊖ B, or the first portal that has the origin on its inner side.
 */
import type { ConvexShape } from '../../shapes/index.ts'
import { setPair } from '../query/index.ts'
import type { MprQuery } from './compute-mpr-distance.ts'
import { searchPortal } from './portal-search.ts'
import { MPR_INSIDE } from './portal-state.ts'

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
  query.mpr.setPair(query)
  return searchPortal(query.mpr, 1) === MPR_INSIDE
}
