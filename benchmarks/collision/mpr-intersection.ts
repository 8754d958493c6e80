/**
 * Tests two convex shapes for intersection, by an MPR search that ends at the first support plane that separates the
 * origin from A ⊖ B, or the first portal with the origin on its inner side. Other libraries answer the same question
 * for separated shapes.
 */

import { type PlacedShapes, setPair } from '../../src/collision/index.ts'
import { MPR_INSIDE, type MprQuery, searchPortal } from '../../src/collision/mpr/index.ts'

/** True if shapes a and b have a common point. */
export function computeMprIntersection(query: MprQuery, shapes: PlacedShapes, a: number, b: number): boolean {
  setPair(query, shapes, a, b)
  query.mpr.setPair(query)
  return searchPortal(query.mpr, 1) === MPR_INSIDE
}
