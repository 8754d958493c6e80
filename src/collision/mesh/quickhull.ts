/**
 * Quickhull over points on a grid of integers. All tests for the side of a plane are exact, so that the surface is a
 * closed polyhedron at every stage, for any points: points in the plane of a face count as inside. Faces are triangles;
 * several may lie in one plane.
 */
import { HullPlane } from './hull-points.ts'

/** A triangle of the hull under construction. */
export class HullTriangle {
  /** Indices of points, counterclockwise seen from outside (3). */
  readonly corners: readonly [number, number, number]
  readonly plane: HullPlane
  /** Neighbor across the edge from corner k to corner k + 1 (3). */
  readonly neighbors: HullTriangle[] = []
  /** Points above the plane that are not yet on the hull. */
  outside: number[] = []
  isRemoved = false

  constructor(x: Float64Array, a: number, b: number, c: number) {
    this.corners = [a, b, c]
    this.plane = new HullPlane(x, a, b, c)
  }
}

/** Triangles of the convex hull of points `x` (nPoint × 3, integers), from four of them that span a tetrahedron. */
export function quickhull(
  x: Float64Array,
  tetrahedron: readonly [number, number, number, number],
): HullTriangle[] {
  const triangles = createTetrahedron(x, tetrahedron)
  for (let i = 0; i < x.length / 3; i++) assignOutside(triangles, i)
  const pending = [...triangles]
  for (let triangle = pending.pop(); triangle !== undefined; triangle = pending.pop()) {
    if (triangle.isRemoved || triangle.outside.length === 0) continue
    const top = findHighest(triangle)
    const visible = findVisible(triangle, top)
    const cone = createCone(x, visible, top)
    // a point above a removed triangle and outside the new hull is above a triangle of the cone
    for (const removed of visible) {
      for (const i of removed.outside) if (i !== top) assignOutside(cone, i)
      removed.outside = []
    }
    for (const added of cone) {
      triangles.push(added)
      pending.push(added)
    }
  }
  return triangles.filter((triangle) => !triangle.isRemoved)
}

/** The four faces of a tetrahedron whose face a, b, c sees d from below. */
function createTetrahedron(
  x: Float64Array,
  [a, b, c, d]: readonly [number, number, number, number],
): HullTriangle[] {
  const base = new HullTriangle(x, a, b, c)
  const sides = [new HullTriangle(x, b, a, d), new HullTriangle(x, c, b, d), new HullTriangle(x, a, c, d)]
  for (let k = 0; k < 3; k++) {
    base.neighbors[k] = sides[k]
    sides[k].neighbors.push(base, sides[(k + 2) % 3], sides[(k + 1) % 3])
  }
  return [base, ...sides]
}

/** Assigns point `i` to the first of `triangles` that it is above, if any. */
function assignOutside(triangles: readonly HullTriangle[], i: number): void {
  for (const triangle of triangles) {
    if (triangle.plane.isBelow(i)) {
      triangle.outside.push(i)
      return
    }
  }
}

/** The outside point that is highest above the triangle, up to rounding: any outside point is valid. */
function findHighest(triangle: HullTriangle): number {
  let best = triangle.outside[0]
  let bestHeight = triangle.plane.height(best)
  for (const i of triangle.outside) {
    const height = triangle.plane.height(i)
    if (height > bestHeight) {
      bestHeight = height
      best = i
    }
  }
  return best
}

/** All triangles that see point `i` from below, which are connected, starting from `start`. Marks them as removed. */
function findVisible(start: HullTriangle, i: number): HullTriangle[] {
  start.isRemoved = true
  const visible = [start]
  for (let k = 0; k < visible.length; k++) {
    for (const neighbor of visible[k].neighbors) {
      if (neighbor.isRemoved || !neighbor.plane.isBelow(i)) continue
      neighbor.isRemoved = true
      visible.push(neighbor)
    }
  }
  return visible
}

/**
 * Triangles from the border of the removed region `visible` to the point `top`, linked with each other and with the
 * remaining ones.
 */
function createCone(x: Float64Array, visible: readonly HullTriangle[], top: number): HullTriangle[] {
  const cone: HullTriangle[] = []
  const byFirstCorner = new Map<number, HullTriangle>()
  for (const removed of visible) {
    for (let k = 0; k < 3; k++) {
      const neighbor = removed.neighbors[k]
      if (neighbor.isRemoved) continue
      const a = removed.corners[k]
      const added = new HullTriangle(x, a, removed.corners[(k + 1) % 3], top)
      added.neighbors[0] = neighbor
      neighbor.neighbors[neighbor.neighbors.indexOf(removed)] = added
      byFirstCorner.set(a, added)
      cone.push(added)
    }
  }
  for (const triangle of cone) {
    const next = byFirstCorner.get(triangle.corners[1]) as HullTriangle
    triangle.neighbors[1] = next
    next.neighbors[2] = triangle
  }
  return cone
}
