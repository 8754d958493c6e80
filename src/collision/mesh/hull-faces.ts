/**
 * Merges the triangles of a hull into faces: triangles in one plane form one polygon, and points inside faces and edges
 * vanish.
 */
import type { HullTriangle } from './quickhull.ts'

/**
 * Largest distance of a corner from the plane of its face, relative to the extent of the hull [1]: far above the
 * rounding noise of rotated coordinates (1e-15), far below intended features. A dome with facets that differ by just
 * this amount may decompose into regions that are not polygons; the second attempt uses a tolerance little above the
 * resolution of the grid.
 */
const COPLANAR_TOLERANCES = [5e-13, 2e-14]

/** Polygons of point indices, counterclockwise seen from outside. */
export type Polygons = number[][]

/** The faces of the hull as polygons, without points inside faces or edges; `extent` is the size of the hull. */
export function createFaces(triangles: readonly HullTriangle[], extent: number): Polygons {
  for (const tolerance of COPLANAR_TOLERANCES) {
    const polygons = tracePolygons(triangles, assignFaces(triangles, tolerance * extent))
    if (polygons !== undefined && isClosed(polygons)) return polygons
  }
  return triangles.map((triangle) => [...triangle.corners])
}

/**
 * Number of the face of each triangle. Faces grow from the largest remaining triangle, whose plane is the most
 * accurate.
 */
function assignFaces(triangles: readonly HullTriangle[], tolerance: number): Map<HullTriangle, number> {
  const faceOf = new Map<HullTriangle, number>()
  const area = (triangle: HullTriangle) => Math.hypot(...triangle.plane.normal)
  const seeds = triangles.map((triangle) => ({ triangle, area: area(triangle) }))
  seeds.sort((s, t) => t.area - s.area)
  let nFace = 0
  for (const { triangle: seed, area: seedArea } of seeds) {
    if (faceOf.has(seed)) continue
    const limit = tolerance * seedArea
    const face = nFace++
    faceOf.set(seed, face)
    const region = [seed]
    for (let k = 0; k < region.length; k++) {
      for (const neighbor of region[k].neighbors) {
        if (faceOf.has(neighbor)) continue
        if (!neighbor.corners.every((i) => Math.abs(seed.plane.height(i)) <= limit)) continue
        faceOf.set(neighbor, face)
        region.push(neighbor)
      }
    }
  }
  return faceOf
}

/**
 * Border of each face, without points that belong to only one or two faces; `undefined` if a border is not a simple
 * polygon.
 */
function tracePolygons(
  triangles: readonly HullTriangle[],
  faceOf: ReadonlyMap<HullTriangle, number>,
): Polygons | undefined {
  const facesOfPoint = new Map<number, Set<number>>()
  const borders: Map<number, number>[] = []
  for (const triangle of triangles) {
    const face = faceOf.get(triangle) as number
    borders[face] ??= new Map()
    for (let k = 0; k < 3; k++) {
      const corner = triangle.corners[k]
      const faces = facesOfPoint.get(corner) ?? new Set()
      facesOfPoint.set(corner, faces.add(face))
      if (faceOf.get(triangle.neighbors[k]) === face) continue
      if (borders[face].has(corner)) return undefined
      borders[face].set(corner, triangle.corners[(k + 1) % 3])
    }
  }
  const polygons: Polygons = []
  for (const border of borders) {
    const polygon: number[] = []
    const start = border.keys().next().value
    if (start === undefined) return undefined
    let nEdge = 0
    let corner = start
    do {
      if ((facesOfPoint.get(corner)?.size ?? 0) >= 3) polygon.push(corner)
      corner = border.get(corner) as number
      nEdge++
    } while (corner !== start && nEdge <= border.size)
    if (nEdge !== border.size || polygon.length < 3) return undefined
    polygons.push(polygon)
  }
  return polygons
}

/** True if every edge belongs to two polygons, once in each direction, and the surface is a topological sphere. */
function isClosed(polygons: Polygons): boolean {
  const edges = new Set<string>()
  const corners = new Set<number>()
  let nEdge = 0
  for (const polygon of polygons) {
    polygon.forEach((corner, k) => {
      corners.add(corner)
      edges.add(`${corner},${polygon[(k + 1) % polygon.length]}`)
      nEdge++
    })
  }
  if (edges.size !== nEdge || corners.size - nEdge / 2 + polygons.length !== 2) return false
  for (const edge of edges) {
    const [from, to] = edge.split(',')
    if (!edges.has(`${to},${from}`)) return false
  }
  return true
}
