/** The convex hull of a mesh as a shape for the narrow phase. */

import { type ConvexShape, createUniformShape, HULL } from './convex.ts'
import { computeContactRadius, computeMinDimension, isFlatShape } from './dimensions.ts'
import { createHullCells } from './hull-cells.ts'
import { type ConvexHull, convexHull, integratePolyhedron } from './mesh/index.ts'
import type { MeshShape } from './shape.ts'
import { findHullSupport } from './support.ts'

/** The convex hull of `mesh`, named `path` in messages; its center is the centroid of the hull. */
export function createHullCore(mesh: MeshShape, path: string): ConvexShape {
  const hull = convexHull(mesh.vertices, mesh.source === undefined ? path : `${path} (${mesh.source})`)
  const center = integratePolyhedron(hull).centroid
  const shape: ConvexShape = {
    kind: HULL,
    axis: 2,
    size: new Float64Array(4),
    radius: 0,
    center,
    vertices: hull.vertices,
    neighborStart: hull.neighborStart,
    neighbors: hull.neighbors,
    ...createHullCells(hull.vertices),
    planes: hull.planes,
    boundingRadius: computeLargestDistance(hull.vertices, center),
    minDimension: computeMinDimension(mesh),
    contactRadius: computeContactRadius(mesh),
    isFlat: isFlatShape(mesh),
  }
  return createUniformShape({
    ...shape,
    minDimension: Math.min(shape.minDimension, computeWidth(hull, shape)),
  })
}

/** Smallest extent of the hull along the normal of one of its faces [m]: a thin plate may have a thick bounding box. */
function computeWidth(hull: ConvexHull, shape: ConvexShape): number {
  const { planes, vertices } = hull
  let width = Number.POSITIVE_INFINITY
  for (let f = 0; f < planes.length; f += 4) {
    const i = 3 * findHullSupport(shape, -planes[f], -planes[f + 1], -planes[f + 2])
    const lowest = planes[f] * vertices[i] + planes[f + 1] * vertices[i + 1] + planes[f + 2] * vertices[i + 2]
    width = Math.min(width, planes[f + 3] - lowest)
  }
  return width
}

function computeLargestDistance(points: Float64Array, from: Float64Array): number {
  let largest = 0
  for (let i = 0; i < points.length; i += 3) {
    const distance = Math.hypot(points[i] - from[0], points[i + 1] - from[1], points[i + 2] - from[2])
    largest = Math.max(largest, distance)
  }
  return largest
}
