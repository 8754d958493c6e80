/** The tetrahedron of support points of A ⊖ B with which the expanding polytope starts. */

import { computeDifferenceSupport, type DistanceQuery, STRIDE } from '../distance-query.ts'
import type { PortalSearch } from '../mpr/index.ts'
import { MAX_VERTICES, type Polytope } from './epa-polytope.ts'

/** Smallest volume and lengths of a start tetrahedron as parts of the size and its powers. */
const FLAT_PART = 1e-7

/** Place of a candidate support point, after those of the polytope. */
const SCRATCH = (MAX_VERTICES - 1) * STRIDE

/**
 * Copies the portal and the inner point of a search in A ⊖ B, around the origin, as the vertices, without their points
 * of B; false if they are flat.
 */
export function copyPortal(
  query: DistanceQuery,
  { inner, w, r0 }: PortalSearch,
  { vertices }: Polytope,
): boolean {
  const center = query.shapeA.center
  const scale = query.scale[0]
  for (let k = 0; k < 3; k++) {
    const i = inner[k]
    const o = k * STRIDE
    vertices[o] = w[i]
    vertices[o + 1] = w[i + 1]
    vertices[o + 2] = w[i + 2]
    vertices[o + 3] = w[i + 3]
    vertices[o + 4] = w[i + 4]
    vertices[o + 5] = w[i + 5]
    vertices[3 * STRIDE + k] = r0[k]
    vertices[3 * STRIDE + 3 + k] = center[k]
  }
  return Math.abs(computeVolume(vertices)) > FLAT_PART * scale * scale * scale
}

/** Copies the four points of the simplex as the vertices; false if they are flat. */
export function copyTetrahedron(query: DistanceQuery, polytope: Polytope): boolean {
  const s = query.simplex
  const scale = query.scale[0]
  if (!(Math.abs(computeVolume(s)) > FLAT_PART * scale * scale * scale)) return false
  for (let i = 0; i < 4 * STRIDE; i++) polytope.vertices[i] = s[i]
  return true
}

function computeVolume(v: Float64Array): number {
  const b = STRIDE
  const c = 2 * STRIDE
  const d = 3 * STRIDE
  const ux = v[b] - v[0]
  const uy = v[b + 1] - v[1]
  const uz = v[b + 2] - v[2]
  const vx = v[c] - v[0]
  const vy = v[c + 1] - v[1]
  const vz = v[c + 2] - v[2]
  return (
    (uy * vz - uz * vy) * (v[d] - v[0]) +
    (uz * vx - ux * vz) * (v[d + 1] - v[1]) +
    (ux * vy - uy * vx) * (v[d + 2] - v[2])
  )
}

/**
 * Finds a tetrahedron that is not flat and may or may not contain the origin; false if A ⊖ B is planar. The first point
 * is that in direction (x, y, z).
 */
export function buildTetrahedron(
  query: DistanceQuery,
  polytope: Polytope,
  x: number,
  y: number,
  z: number,
): boolean {
  const v = polytope.vertices
  const limit = FLAT_PART * query.scale[0]
  // first two: in the direction, and against it
  computeDifferenceSupport(query, x, y, z, v, 0)
  computeDifferenceSupport(query, -x, -y, -z, v, STRIDE)
  const ex = v[STRIDE] - v[0]
  const ey = v[STRIDE + 1] - v[1]
  const ez = v[STRIDE + 2] - v[2]
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez)
  if (!(length > limit)) return false
  // third: orthogonal to their line, in four directions at most
  const ax = Math.abs(ex)
  const ay = Math.abs(ey)
  const az = Math.abs(ez)
  const dx = ax <= ay && ax <= az ? 0 : az <= ay ? -ey : -ez
  const dy = ax <= ay && ax <= az ? -ez : az <= ay ? ex : 0
  const dz = ax <= ay && ax <= az ? ey : az <= ay ? 0 : ex
  const isFound =
    addThirdPoint(query, v, dx, dy, dz, limit * length) ||
    addThirdPoint(query, v, ey * dz - ez * dy, ez * dx - ex * dz, ex * dy - ey * dx, limit * length)
  if (!isFound) return false
  // fourth: orthogonal to their plane
  const fx = v[2 * STRIDE] - v[0]
  const fy = v[2 * STRIDE + 1] - v[1]
  const fz = v[2 * STRIDE + 2] - v[2]
  const nx = ey * fz - ez * fy
  const ny = ez * fx - ex * fz
  const nz = ex * fy - ey * fx
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz)
  let best = -1
  for (let sign = -1; sign <= 1; sign += 2) {
    computeDifferenceSupport(query, sign * nx, sign * ny, sign * nz, v, SCRATCH)
    const height =
      Math.abs(nx * (v[SCRATCH] - v[0]) + ny * (v[SCRATCH + 1] - v[1]) + nz * (v[SCRATCH + 2] - v[2])) / area
    if (height <= best) continue
    best = height
    copyPoint(v, 3 * STRIDE, SCRATCH)
  }
  return best > limit
}

/**
 * v[2] = support point in direction ±(x, y, z) that is farthest from the line through v[0] and v[1]: false if the
 * parallelogram of the three is not larger than `limit` [m2].
 */
function addThirdPoint(
  query: DistanceQuery,
  v: Float64Array,
  x: number,
  y: number,
  z: number,
  limit: number,
): boolean {
  const ex = v[STRIDE] - v[0]
  const ey = v[STRIDE + 1] - v[1]
  const ez = v[STRIDE + 2] - v[2]
  let best = limit
  for (let sign = -1; sign <= 1; sign += 2) {
    computeDifferenceSupport(query, sign * x, sign * y, sign * z, v, SCRATCH)
    const fx = v[SCRATCH] - v[0]
    const fy = v[SCRATCH + 1] - v[1]
    const fz = v[SCRATCH + 2] - v[2]
    const nx = ey * fz - ez * fy
    const ny = ez * fx - ex * fz
    const nz = ex * fy - ey * fx
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (area <= best) continue
    best = area
    copyPoint(v, 2 * STRIDE, SCRATCH)
  }
  return best > limit
}

function copyPoint(v: Float64Array, to: number, from: number): void {
  for (let c = 0; c < STRIDE; c++) v[to + c] = v[from + c]
}
