import { createFaces, type Polygons } from './hull-faces.ts'
import { computeExactNormal, createGridPoints, findTetrahedron } from './hull-points.ts'
import { flattenRows3, type MeshArrays, type Rows3 } from './mesh-arrays.ts'
import { quickhull } from './quickhull.ts'

/** A convex polyhedron. Its vertices are extreme points: none lies inside a face or an edge. */
export interface ConvexHull extends MeshArrays {
  /** Extreme points, as given [m] (nVertex × 3). */
  readonly vertices: Float64Array
  /** The faces cut into triangles, counterclockwise seen from outside (nTriangle × 3). */
  readonly triangles: Int32Array
  /** Index of each vertex among the given points (nVertex). */
  readonly pointIndices: Int32Array
  /** Start of each face in `faceVertices` (nFace + 1). */
  readonly faceStart: Int32Array
  /** Vertices of the faces, counterclockwise seen from outside. */
  readonly faceVertices: Int32Array
  /** Outward unit normal n and offset d of each face: n·p <= d for all points p (nFace × 4). */
  readonly planes: Float64Array
  /** Start of each vertex in `neighbors` (nVertex + 1). */
  readonly neighborStart: Int32Array
  /** Vertices at the other ends of the edges of each vertex. */
  readonly neighbors: Int32Array
}

/**
 * Convex hull of points, given as rows of three or as a flat list [m]. Faces are planar within 1e-12 of the extent
 * of the points.
 * @throws InputError for fewer than four points or coordinates that are not finite; VarioError `NO_VOLUME` for points
 * in one plane.
 */
export function convexHull(points: Rows3, path = 'points'): ConvexHull {
  const given = points instanceof Float64Array ? points : Float64Array.from(flattenRows3(path, points))
  const grid = createGridPoints(path, given)
  const triangles = quickhull(grid.coordinates, findTetrahedron(path, grid))
  const faces = createFaces(triangles, grid.extent)

  // number the vertices in the order of the given points, so that the result is independent of the order of
  // construction
  const pointIndices = Int32Array.from(new Set(faces.flat())).sort()
  const vertexOf = new Map<number, number>()
  pointIndices.forEach((point, vertex) => {
    vertexOf.set(point, vertex)
  })
  const polygons = faces.map((face) => face.map((point) => vertexOf.get(point) as number))
  const vertices = new Float64Array(3 * pointIndices.length)
  pointIndices.forEach((point, vertex) => {
    vertices.set(given.subarray(3 * point, 3 * point + 3), 3 * vertex)
  })
  return {
    vertices,
    triangles: Int32Array.from(polygons.flatMap(cutIntoTriangles)),
    pointIndices,
    ...concatenate(polygons, 'faceStart', 'faceVertices'),
    planes: computePlanes(grid.coordinates, faces, given),
    ...concatenate(listNeighbors(polygons, pointIndices.length), 'neighborStart', 'neighbors'),
  }
}

/** Fan of triangles from the first corner of a convex polygon. */
function cutIntoTriangles(polygon: readonly number[]): number[] {
  const triangles: number[] = []
  for (let k = 2; k < polygon.length; k++) triangles.push(polygon[0], polygon[k - 1], polygon[k])
  return triangles
}

/** For each vertex, its successors in the polygons: every edge is traversed once in each direction. */
function listNeighbors(polygons: Polygons, nVertex: number): number[][] {
  const neighbors: number[][] = Array.from({ length: nVertex }, () => [])
  for (const polygon of polygons) {
    polygon.forEach((vertex, k) => {
      neighbors[vertex].push(polygon[(k + 1) % polygon.length])
    })
  }
  return neighbors
}

/** Concatenates lists, and returns their start positions. */
function concatenate<S extends string, L extends string>(
  lists: readonly (readonly number[])[],
  startName: S,
  listName: L,
): Record<S | L, Int32Array> {
  const start = new Int32Array(lists.length + 1)
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length
  })
  return { [startName]: start, [listName]: Int32Array.from(lists.flat()) } as Record<S | L, Int32Array>
}

/**
 * Unit normals and offsets (nFace × 4). The area vectors of the triangles of a face are summed exactly on the grid,
 * because rounding can tilt the normal of a sliver by much more than its width; the offset is that of
 * the outermost corner.
 */
function computePlanes(x: Float64Array, faces: Polygons, points: Float64Array): Float64Array {
  const planes = new Float64Array(4 * faces.length)
  faces.forEach((face, iFace) => {
    const sum: [bigint, bigint, bigint] = [0n, 0n, 0n]
    for (let k = 2; k < face.length; k++) {
      const normal = computeExactNormal(x, face[0], face[k - 1], face[k])
      for (let i = 0; i < 3; i++) sum[i] += normal[i]
    }
    const [nx, ny, nz] = sum.map(Number)
    const norm = Math.hypot(nx, ny, nz)
    planes[4 * iFace] = nx / norm
    planes[4 * iFace + 1] = ny / norm
    planes[4 * iFace + 2] = nz / norm
    let offset = Number.NEGATIVE_INFINITY
    for (const i of face) {
      const value = (nx * points[3 * i] + ny * points[3 * i + 1] + nz * points[3 * i + 2]) / norm
      offset = Math.max(offset, value)
    }
    planes[4 * iFace + 3] = offset
  })
  return planes
}
