/**
 * Characteristic lengths of a shape: its smallest dimension and its contact radius (facts of thesis 7.1), in meters.
 */
import type { SolidShape } from './shape.ts'

/** The smallest dimension of `shape` [m]; of a mesh, the shortest edge of its axis-aligned bounding box. */
export function computeMinDimension(shape: SolidShape): number {
  switch (shape.shape) {
    case 'Sphere':
    case 'Capsule':
      return shape.diameter
    case 'Ellipsoid':
    case 'Box':
      return Math.min(shape.lengthX, shape.lengthY, shape.lengthZ)
    case 'Cylinder':
      return Math.min(shape.diameter, shape.length)
    case 'Cone':
      return Math.min(Math.max(shape.diameter, shape.topDiameter), shape.length)
    case 'Beam':
      return Math.min(shape.length, shape.width, shape.thickness)
    case 'Mesh':
      return computeShortestBoundingEdge(shape.vertices)
  }
}

/** Radius that represents the curvature of `shape` in the contact law (thesis 7.1) [m]. */
export function computeContactRadius(shape: SolidShape): number {
  if (shape.shape === 'Cone') return (shape.diameter + shape.topDiameter) / 4
  return computeMinDimension(shape) / 2
}

/** True if the contact law takes `shape` as flat, so that only the contact radius of the other shape counts. */
export function isFlatShape(shape: SolidShape): boolean {
  return shape.shape === 'Box' || shape.shape === 'Beam'
}

/** Shortest edge of the axis-aligned bounding box of points (n × 3) [m]. */
function computeShortestBoundingEdge(points: Float64Array): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let k = 0; k < 3; k++) {
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    for (let i = k; i < points.length; i += 3) {
      min = Math.min(min, points[i])
      max = Math.max(max, points[i])
    }
    shortest = Math.min(shortest, max - min)
  }
  return shortest
}
