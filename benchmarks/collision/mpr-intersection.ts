/**
 * Whether two convex shapes intersect, by an MPR search that ends as soon as this is known: at the first support plane
 * that separates the origin from A ⊖ B, or the first portal that has the origin on its inner side. It is the question
 * that other libraries answer for separated shapes.
 */
import { MPR_INSIDE, type MprQuery, searchPortal } from '../../src/collision/narrow-phase/mpr/index.ts'
import { type PlacedShapes, setPair } from '../../src/collision/narrow-phase/query/index.ts'

/** Whether shapes a and b have a common point. */
export function computeMprIntersection(query: MprQuery, shapes: PlacedShapes, a: number, b: number): boolean {
  setPair(query, shapes, a, b)
  query.mpr.setPair(query)
  return searchPortal(query.mpr, 1) === MPR_INSIDE
}
