/** Surfaces for renderers: a normal at each vertex. */
import type { MeshShape } from '../collision/index.ts'

/** Vertices with normals, and indices. */
export interface SurfaceArrays {
  /** [m] (nVertex × 3) */
  readonly positions: Float64Array
  /** Unit vectors (nVertex × 3), or empty. */
  readonly normals: Float64Array
  readonly indices: Uint32Array
}

/**
 * Minimum angle between faces of a sharp edge: cosine of 40 degrees. Circles have at least 16 corners, 22.5 degrees.
 */
const CREASE_COSINE = Math.cos((40 * Math.PI) / 180)

/** Normals are equal if their cosine is closer to 1 than this. */
const SAME_NORMAL = 1e-9

/** Relative area, compared with the largest triangle, below which triangles are degenerate. */
const NO_AREA = 1e-12

/**
 * Computes normals of vertices. A corner of a triangle gets the sum of the unit normals, weighted with the angle of
 * their corner, of those triangles around its vertex that meet the triangle at less than the crease angle; vertices are
 * split where their corners have different normals. (Weights by angle are independent of the triangulation of flat
 * faces [Thürmer & Wüthrich 1998].) Triangles without area are omitted.
 */
export function splitAtCreases(mesh: MeshShape): SurfaceArrays {
  const { vertices, triangles } = mesh
  const faces = computeFaceNormals(mesh)
  // corners around each vertex
  const around: number[][] = Array.from({ length: vertices.length / 3 }, () => [])
  for (let c = 0; c < triangles.length; c++) if (hasArea(faces, c)) around[triangles[c]].push(c)

  const positions: number[] = []
  const normals: number[] = []
  const indices: number[] = []
  // new vertices of each old one
  const copies: number[][] = around.map(() => [])
  const normal = new Float64Array(3)
  for (let c = 0; c < triangles.length; c++) {
    if (!hasArea(faces, c)) continue
    const vertex = triangles[c]
    normal.fill(0)
    for (const other of around[vertex]) {
      if (dotAt(faces, firstOf(c), faces, firstOf(other)) < CREASE_COSINE) continue
      const weight = computeCornerAngle(mesh, other)
      for (let k = 0; k < 3; k++) normal[k] += weight * faces[firstOf(other) + k]
    }
    const norm = Math.hypot(normal[0], normal[1], normal[2])
    for (let k = 0; k < 3; k++) normal[k] /= norm
    let index = copies[vertex].find((i) => dotAt(normals, 3 * i, normal, 0) > 1 - SAME_NORMAL)
    if (index === undefined) {
      index = positions.push(...vertices.subarray(3 * vertex, 3 * vertex + 3)) / 3 - 1
      normals.push(normal[0], normal[1], normal[2])
      copies[vertex].push(index)
    }
    indices.push(index)
  }
  return {
    positions: Float64Array.from(positions),
    normals: Float64Array.from(normals),
    indices: Uint32Array.from(indices),
  }
}

/** Every edge of the mesh once, without those of zero length. */
export function computeEdges(mesh: MeshShape): SurfaceArrays {
  const { vertices, triangles } = mesh
  const nVertex = vertices.length / 3
  const seen = new Set<number>()
  const indices: number[] = []
  for (let c = 0; c < triangles.length; c++) {
    const a = triangles[c]
    const b = triangles[c % 3 === 2 ? c - 2 : c + 1]
    const key = Math.min(a, b) * nVertex + Math.max(a, b)
    const isPoint = [0, 1, 2].every((k) => vertices[3 * a + k] === vertices[3 * b + k])
    if (isPoint || seen.has(key)) continue
    seen.add(key)
    indices.push(a, b)
  }
  return { positions: vertices, normals: new Float64Array(0), indices: Uint32Array.from(indices) }
}

/** Unit normals of the triangles (nTriangle × 3); zero for degenerate ones. */
function computeFaceNormals(mesh: MeshShape): Float64Array {
  const { vertices: p, triangles } = mesh
  const normals = new Float64Array(triangles.length)
  const norms = new Float64Array(triangles.length / 3)
  for (let c = 0; c < triangles.length; c += 3) {
    const a = 3 * triangles[c]
    const b = 3 * triangles[c + 1]
    const d = 3 * triangles[c + 2]
    const ux = p[b] - p[a]
    const uy = p[b + 1] - p[a + 1]
    const uz = p[b + 2] - p[a + 2]
    const vx = p[d] - p[a]
    const vy = p[d + 1] - p[a + 1]
    const vz = p[d + 2] - p[a + 2]
    normals[c] = uy * vz - uz * vy
    normals[c + 1] = uz * vx - ux * vz
    normals[c + 2] = ux * vy - uy * vx
    norms[c / 3] = Math.hypot(normals[c], normals[c + 1], normals[c + 2])
  }
  const smallest = NO_AREA * norms.reduce((a, b) => Math.max(a, b), 0)
  for (let i = 0; i < normals.length; i++) {
    const norm = norms[Math.floor(i / 3)]
    normals[i] = norm > smallest ? normals[i] / norm : 0
  }
  return normals
}

/** Angle of the corner `c` of a triangle with area [rad]. */
function computeCornerAngle({ vertices, triangles }: MeshShape, c: number): number {
  const first = firstOf(c)
  const a = 3 * triangles[c]
  const b = 3 * triangles[first + ((c - first + 1) % 3)]
  const d = 3 * triangles[first + ((c - first + 2) % 3)]
  let uu = 0
  let uv = 0
  let vv = 0
  for (let k = 0; k < 3; k++) {
    const u = vertices[b + k] - vertices[a + k]
    const v = vertices[d + k] - vertices[a + k]
    uu += u * u
    uv += u * v
    vv += v * v
  }
  return Math.acos(Math.max(-1, Math.min(1, uv / Math.sqrt(uu * vv))))
}

/** First corner of the triangle to which corner `c` belongs. */
function firstOf(c: number): number {
  return c - (c % 3)
}

function hasArea(faces: Float64Array, c: number): boolean {
  return dotAt(faces, firstOf(c), faces, firstOf(c)) > 0
}

function dotAt(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2]
}
