/** The answers of the MPR algorithm (mpr.ts) from its last portal, by the condition that ended it. */
import { DISTANCE, type DistanceQuery, NORMAL, POINT_A, POINT_B } from './distance-query.ts'
import type { PortalSearch } from './portal-state.ts'

/** Weights of the points of a portal in its point closest to the origin (3). */
const weights = new Float64Array(3)

/** TC1: the first support point is on the ray, whose direction is the normal. */
export function setCoreFromPoint(query: DistanceQuery, { w, r0 }: PortalSearch): void {
  const norm = Math.sqrt(r0[0] * r0[0] + r0[1] * r0[1] + r0[2] * r0[2])
  const nx = -r0[0] / norm
  const ny = -r0[1] / norm
  const nz = -r0[2] / norm
  setNormal(query, -(w[0] * nx + w[1] * ny + w[2] * nz), nx, ny, nz)
  weights[0] = 1
  weights[1] = 0
  weights[2] = 0
  setPoints(query, w, 0, 0, 0)
}

/**
 * TC2 and TC3: the last portal. With TC2 the support point in the direction of its normal is parallel to it, and gives distance and points. With
 * TC3 the portal is on the boundary, and its point closest to the origin is the answer (distanceToPortal in the thesis).
 */
export function setCoreFromPortal(query: DistanceQuery, search: PortalSearch, isParallel: boolean): void {
  const { w, r0, portal } = search
  const i = portal[0]
  const j = portal[1]
  const k = portal[2]
  const x = w[i]
  const y = w[i + 1]
  const z = w[i + 2]
  const ux = w[j] - x
  const uy = w[j + 1] - y
  const uz = w[j + 2] - z
  const vx = w[k] - x
  const vy = w[k + 1] - y
  const vz = w[k + 2] - z
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const square = nx * nx + ny * ny + nz * nz
  // unit normal on the side of the origin as seen from r0
  const f = (r0[0] * nx + r0[1] * ny + r0[2] * nz > 0 ? -1 : 1) / Math.sqrt(square)
  // barycentric coordinates of the foot of the support point or of the origin on the plane of the portal
  let qx = 0
  let qy = 0
  let qz = 0
  if (isParallel) {
    qx = w[portal[3]]
    qy = w[portal[3] + 1]
    qz = w[portal[3] + 2]
  }
  const { core } = query
  core[DISTANCE] = -f * (isParallel ? qx * nx + qy * ny + qz * nz : x * nx + y * ny + z * nz)
  core[NORMAL] = f * nx
  core[NORMAL + 1] = f * ny
  core[NORMAL + 2] = f * nz
  qx -= x
  qy -= y
  qz -= z
  const g = f * f
  const weightJ = g * (nx * (qy * vz - qz * vy) + ny * (qz * vx - qx * vz) + nz * (qx * vy - qy * vx))
  const weightK = g * (nx * (uy * qz - uz * qy) + ny * (uz * qx - ux * qz) + nz * (ux * qy - uy * qx))
  const weightI = 1 - weightJ - weightK
  weights[0] = weightI
  weights[1] = weightJ
  weights[2] = weightK
  if (!isParallel && !(weightI >= 0 && weightJ >= 0 && weightK >= 0)) setNormalToBoundary(query, w, i, j, k)
  setPoints(query, w, i, j, k)
}

/** The answer for the point of the edges of the portal that is closest to the origin; the plane and its side are entered already. */
function setNormalToBoundary(query: DistanceQuery, w: Float64Array, i: number, j: number, k: number): void {
  clampWeights(w, i, j, k)
  const x = weights[0] * w[i] + weights[1] * w[j] + weights[2] * w[k]
  const y = weights[0] * w[i + 1] + weights[1] * w[j + 1] + weights[2] * w[k + 1]
  const z = weights[0] * w[i + 2] + weights[1] * w[j + 2] + weights[2] * w[k + 2]
  const norm = Math.sqrt(x * x + y * y + z * z)
  const sign = query.core[DISTANCE] > 0 ? 1 : -1
  if (norm > 0) setNormal(query, sign * norm, (-sign * x) / norm, (-sign * y) / norm, (-sign * z) / norm)
  else query.core[DISTANCE] = 0
}

/** Weights of the point on the edges of the triangle that is closest to the origin. */
function clampWeights(w: Float64Array, i: number, j: number, k: number): void {
  let best = Infinity
  let from = 0
  let part = 0
  for (let edge = 0; edge < 3; edge++) {
    const a = edge === 0 ? i : edge === 1 ? j : k
    const b = edge === 0 ? j : edge === 1 ? k : i
    const ex = w[b] - w[a]
    const ey = w[b + 1] - w[a + 1]
    const ez = w[b + 2] - w[a + 2]
    const t = -(w[a] * ex + w[a + 1] * ey + w[a + 2] * ez) / (ex * ex + ey * ey + ez * ez)
    const clamped = t > 0 ? Math.min(t, 1) : 0
    const x = w[a] + clamped * ex
    const y = w[a + 1] + clamped * ey
    const z = w[a + 2] + clamped * ez
    const square = x * x + y * y + z * z
    if (!(square < best)) continue
    best = square
    from = edge
    part = clamped
  }
  weights[from] = 1 - part
  weights[from === 2 ? 0 : from + 1] = part
  weights[from === 0 ? 2 : from - 1] = 0
}

function setNormal({ core }: DistanceQuery, distance: number, nx: number, ny: number, nz: number): void {
  core[DISTANCE] = distance
  core[NORMAL] = nx
  core[NORMAL + 1] = ny
  core[NORMAL + 2] = nz
}

/** Points a and b = a - w of the weighted points of the portal, each in its frame. */
function setPoints(query: DistanceQuery, w: Float64Array, i: number, j: number, k: number): void {
  const { core, R_AB: R, p_AB: p } = query
  const weightI = weights[0]
  const weightJ = weights[1]
  const weightK = weights[2]
  const ax = weightI * w[i + 3] + weightJ * w[j + 3] + weightK * w[k + 3]
  const ay = weightI * w[i + 4] + weightJ * w[j + 4] + weightK * w[k + 4]
  const az = weightI * w[i + 5] + weightJ * w[j + 5] + weightK * w[k + 5]
  const x = ax - (weightI * w[i] + weightJ * w[j] + weightK * w[k]) - p[0]
  const y = ay - (weightI * w[i + 1] + weightJ * w[j + 1] + weightK * w[k + 1]) - p[1]
  const z = az - (weightI * w[i + 2] + weightJ * w[j + 2] + weightK * w[k + 2]) - p[2]
  core[POINT_A] = ax
  core[POINT_A + 1] = ay
  core[POINT_A + 2] = az
  core[POINT_B] = R[0] * x + R[3] * y + R[6] * z
  core[POINT_B + 1] = R[1] * x + R[4] * y + R[7] * z
  core[POINT_B + 2] = R[2] * x + R[5] * y + R[8] * z
}
