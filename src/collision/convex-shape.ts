/**
 * Converts the shapes of the user to the cores of the narrow phase. A smoothed shape (thesis 6.2.2) is its core, whose
 * surfaces are moved inwards by the smoothing radius r, and a ball of radius r swept over it: it lies inside the
 * original and touches all its faces; edges and corners are rounded. r is at most a tenth of the smallest dimension, so
 * that no dimension vanishes.
 */
import { assertNonNegative, InputError } from '../base/index.ts'
import {
  BEAM,
  BOX,
  CONE,
  type ConvexShape,
  CYLINDER,
  createUniformShape,
  ELLIPSOID,
  HULL,
  POINT,
  SEGMENT,
} from './convex.ts'
import { createHullCells, NO_CELLS } from './hull-cells.ts'
import { computeMassProperties } from './mass-properties.ts'
import { type ConvexHull, convexHull, integratePolyhedron } from './mesh/index.ts'
import type { ConeShape, MeshShape, SolidShape } from './shape.ts'
import { axisIndex, axisSign } from './signed-axis.ts'
import { findHullSupport } from './support.ts'

/** Largest smoothing radius relative to the smallest dimension (thesis 6.2.2) [1]. */
const MAX_RELATIVE_SMOOTHING = 0.1

/** Properties of a core; the rest of a `ConvexShape` follows from the shape. */
interface Core {
  readonly kind: number
  readonly axis: number
  readonly size: readonly number[]
  readonly radius: number
}

const NO_INDICES = new Int32Array(0)
const NO_NUMBERS = new Float64Array(0)

/**
 * Creates the collision shape of `shape`: of a cylinder without the hole, of a mesh the convex hull. `smoothingRadius`
 * [m] rounds boxes, cylinders, cones and beams; the other shapes are unchanged. `path` names the shape in messages.
 * @throws InputError if the shape has no volume.
 */
export function createConvexShape(
  shape: SolidShape,
  smoothingRadius = 0,
  path: string = shape.shape,
): ConvexShape {
  assertNonNegative(`${path}: smoothingRadius`, smoothingRadius)
  if (shape.shape === 'Mesh') return createHullCore(shape, path)
  const minDimension = computeMinDimension(shape)
  if (!(minDimension > 0 && Number.isFinite(minDimension)))
    throw new InputError(path, 'a smallest dimension > 0 m, because the shape collides', minDimension)
  const r = Math.min(smoothingRadius, MAX_RELATIVE_SMOOTHING * minDimension)
  const core = createCore(shape, r)
  const center = computeMassProperties(shape).centroid
  return createUniformShape({
    kind: core.kind,
    axis: core.axis,
    size: Float64Array.from([...core.size, 0, 0, 0, 0].slice(0, 4)),
    radius: core.radius,
    center,
    vertices: NO_NUMBERS,
    neighborStart: NO_INDICES,
    neighbors: NO_INDICES,
    ...NO_CELLS,
    planes: NO_NUMBERS,
    boundingRadius: computeBoundingRadius(shape, center),
    minDimension,
    contactRadius: computeContactRadius(shape),
    isFlat: isFlatShape(shape),
  })
}

/** Convex shapes that represent `shape` in collisions: the convex parts of a mesh with parts, otherwise one shape. */
export function createConvexParts(
  shape: SolidShape,
  smoothingRadius = 0,
  path: string = shape.shape,
): ConvexShape[] {
  const parts = shape.shape === 'Mesh' ? shape.convexParts : undefined
  if (parts === undefined) return [createConvexShape(shape, smoothingRadius, path)]
  return parts.map((part, i) => createConvexShape(part, smoothingRadius, `${path}.convexParts[${i}]`))
}

/** The core of `shape`, with its surfaces moved inwards by `r` if the shape has edges [m]. */
function createCore(shape: Exclude<SolidShape, { shape: 'Mesh' }>, r: number): Core {
  switch (shape.shape) {
    case 'Sphere':
      return { kind: POINT, axis: 2, size: [], radius: shape.diameter / 2 }
    case 'Capsule':
      return {
        kind: SEGMENT,
        axis: axisIndex(shape.axis),
        size: [shape.length / 2],
        radius: shape.diameter / 2,
      }
    case 'Ellipsoid': {
      const size = [shape.lengthX / 2, shape.lengthY / 2, shape.lengthZ / 2]
      return { kind: ELLIPSOID, axis: 2, size, radius: 0 }
    }
    case 'Box': {
      const size = [shape.lengthX / 2 - r, shape.lengthY / 2 - r, shape.lengthZ / 2 - r]
      return { kind: BOX, axis: 2, size, radius: r }
    }
    case 'Cylinder': {
      const size = [shape.diameter / 2 - r, shape.length / 2 - r]
      return { kind: CYLINDER, axis: axisIndex(shape.axis), size, radius: r }
    }
    case 'Beam': {
      // the axes of the half cylinders stay in place: only their radius shrinks
      const size = [shape.length / 2, shape.width / 2 - r, shape.thickness / 2 - r]
      return { kind: BEAM, axis: axisIndex(shape.axis), size, radius: r }
    }
    case 'Cone':
      return { kind: CONE, axis: axisIndex(shape.axis), size: computeConeSize(shape, r), radius: r }
  }
}

/**
 * Core of a cone or frustum: base radius, top radius, z of base, z of top. With base radius R, top radius T, length L
 * and the surfaces moved inwards by r, base and top are at z = r and z = L - r, and the mantle is there at the radii
 *
 *     R' = R - r k,   T' = T - r/k,   k = (s + R - T)/L,   s = √(L² + (R - T)²)                                     (1)
 *
 * If T' < 0 the mantle ends in an apex below the moved top. With a wider top, and with the axis opposite to that of the
 * frame, the cone is turned upside down; z of the base is always less than z of the top, so that the base is then the
 * former top.
 */
function computeConeSize(shape: ConeShape, r: number): number[] {
  if (axisSign(shape.axis) < 0) {
    const [base, top, zBase, zTop] = computeConeSize({ ...shape, axis: 'z' }, r)
    return [top, base, -zTop, -zBase]
  }
  const { length } = shape
  if (shape.topDiameter > shape.diameter) {
    // upside down, the other way around
    const upsideDown = { ...shape, diameter: shape.topDiameter, topDiameter: shape.diameter }
    const [base, top, zBase, zTop] = computeConeSize(upsideDown, r)
    return [top, base, length - zTop, length - zBase]
  }
  const taper = (shape.diameter - shape.topDiameter) / 2
  const k = (Math.sqrt(length * length + taper * taper) + taper) / length
  const baseRadius = shape.diameter / 2 - r * k // (1)
  const topRadius = shape.topDiameter / 2 - r / k // (1)
  if (topRadius >= 0) return [baseRadius, topRadius, r, length - r]
  return [baseRadius, 0, r, length - r + (topRadius * length) / taper]
}

/** Radius of the ball around `center` that contains the shape [m]. */
function computeBoundingRadius(shape: Exclude<SolidShape, { shape: 'Mesh' }>, center: Float64Array): number {
  switch (shape.shape) {
    case 'Sphere':
      return shape.diameter / 2
    case 'Capsule':
      return (shape.length + shape.diameter) / 2
    case 'Ellipsoid':
      return Math.max(shape.lengthX, shape.lengthY, shape.lengthZ) / 2
    case 'Box':
      return Math.hypot(shape.lengthX, shape.lengthY, shape.lengthZ) / 2
    case 'Cylinder':
      return Math.hypot(shape.diameter, shape.length) / 2
    case 'Beam':
      return Math.hypot(shape.length + shape.width, shape.thickness) / 2
    case 'Cone': {
      const z = axisSign(shape.axis) * center[axisIndex(shape.axis)]
      return Math.max(Math.hypot(shape.diameter / 2, z), Math.hypot(shape.topDiameter / 2, shape.length - z))
    }
  }
}

/**
 * The convex hull of `mesh` as a shape for the narrow phase; `path`: its name in messages. Its center is the centroid of
 * the hull.
 */
function createHullCore(mesh: MeshShape, path: string): ConvexShape {
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

/** The smallest dimension of `shape` [m]; of a mesh, the shortest edge of its axis-aligned bounding box. */
function computeMinDimension(shape: SolidShape): number {
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
function computeContactRadius(shape: SolidShape): number {
  if (shape.shape === 'Cone') return (shape.diameter + shape.topDiameter) / 4
  return computeMinDimension(shape) / 2
}

/** True if the contact law takes `shape` as flat, so that only the contact radius of the other shape counts. */
function isFlatShape(shape: SolidShape): boolean {
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
