/** Results of the MPR algorithm, by the condition of `mpr-termination-conditions.ts` that ended it. */
import { DISTANCE, type DistanceQuery, NORMAL } from '../distance-query.ts'
import type { PortalSearch } from './mpr-workspace.ts'

/** TC1: the first support point is on the ray, whose direction is the normal (thesis lines 300 to 304). */
export function setCoreFromTc1(query: DistanceQuery, { w, r0 }: PortalSearch): void {
  const norm = Math.sqrt(r0[0] * r0[0] + r0[1] * r0[1] + r0[2] * r0[2])
  const nx = -r0[0] / norm
  const ny = -r0[1] / norm
  const nz = -r0[2] / norm
  setNormal(query, -(w[0] * nx + w[1] * ny + w[2] * nz), nx, ny, nz)
  for (let c = 0; c < 3; c++) query.middle[c] = w[3 + c] - 0.5 * w[c]
}

/**
 * TC2: the support point in the direction of the normal of the portal gives distance and points (`finalTC2` in the
 * thesis).
 */
export function setCoreFromTc2(query: DistanceQuery, search: PortalSearch): void {
  setCoreFromPortal(query, search, true)
}

/**
 * TC3: the portal is on the boundary, and its point closest to the origin is the result (`finalTC3`,
 * `distanceToPortal`).
 */
export function setCoreFromTc3(query: DistanceQuery, search: PortalSearch): void {
  setCoreFromPortal(query, search, false)
}

/**
 * `isParallel`: from the foot of the last support point on the portal, otherwise from its point closest to the origin.
 */
function setCoreFromPortal(query: DistanceQuery, search: PortalSearch, isParallel: boolean): void {
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
  const { core, middle } = query
  core[DISTANCE] = -f * (isParallel ? qx * nx + qy * ny + qz * nz : x * nx + y * ny + z * nz)
  core[NORMAL] = f * nx
  core[NORMAL + 1] = f * ny
  core[NORMAL + 2] = f * nz
  qx -= x
  qy -= y
  qz -= z
  const g = f * f
  let weightJ = g * (nx * (qy * vz - qz * vy) + ny * (qz * vx - qx * vz) + nz * (qx * vy - qy * vx))
  let weightK = g * (nx * (uy * qz - uz * qy) + ny * (uz * qx - ux * qz) + nz * (ux * qy - uy * qx))
  let weightI = 1 - weightJ - weightK
  if (!isParallel && !(weightI >= 0 && weightJ >= 0 && weightK >= 0)) {
    setNormalToBoundary(query, search)
    const { weights } = search
    weightI = weights[0]
    weightJ = weights[1]
    weightK = weights[2]
  }
  // between a and b = a - w: 35 instead of 54 ns, because no point is rotated into the frame of B and back, and weights
  // are not in arrays
  middle[0] =
    weightI * w[i + 3] + weightJ * w[j + 3] + weightK * w[k + 3] - 0.5 * (x + weightJ * ux + weightK * vx)
  middle[1] =
    weightI * w[i + 4] + weightJ * w[j + 4] + weightK * w[k + 4] - 0.5 * (y + weightJ * uy + weightK * vy)
  middle[2] =
    weightI * w[i + 5] + weightJ * w[j + 5] + weightK * w[k + 5] - 0.5 * (z + weightJ * uz + weightK * vz)
}

/** Sets the result for the point of the edges of the portal closest to the origin; plane and side are already set. */
function setNormalToBoundary(query: DistanceQuery, search: PortalSearch): void {
  clampWeights(search)
  const { w, portal, weights } = search
  const i = portal[0]
  const j = portal[1]
  const k = portal[2]
  const x = weights[0] * w[i] + weights[1] * w[j] + weights[2] * w[k]
  const y = weights[0] * w[i + 1] + weights[1] * w[j + 1] + weights[2] * w[k + 1]
  const z = weights[0] * w[i + 2] + weights[1] * w[j + 2] + weights[2] * w[k + 2]
  const norm = Math.sqrt(x * x + y * y + z * z)
  const sign = query.core[DISTANCE] > 0 ? 1 : -1
  if (norm > 0) setNormal(query, sign * norm, (-sign * x) / norm, (-sign * y) / norm, (-sign * z) / norm)
  else query.core[DISTANCE] = 0
}

/** Weights of the point on the edges of the triangle that is closest to the origin. */
function clampWeights({ w, portal, weights }: PortalSearch): void {
  let best = Infinity
  let from = 0
  let part = 0
  for (let edge = 0; edge < 3; edge++) {
    const a = portal[edge]
    const b = portal[edge === 2 ? 0 : edge + 1]
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
