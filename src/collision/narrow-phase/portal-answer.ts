/** The answers of the MPR algorithm (mpr.ts) from its last portal, by the condition that ended it. */
import { DISTANCE, type DistanceQuery, NORMAL, POINT_A, POINT_B } from './distance-query.ts'
import type { PortalPoints } from './portal-points.ts'

/** TC1: the support point i in the unit direction n is on the ray. */
export function setCoreFromPoint(
  query: DistanceQuery,
  points: PortalPoints,
  i: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  const w = points.w
  setCore(query, -(w[i] * nx + w[i + 1] * ny + w[i + 2] * nz), nx, ny, nz)
  setPoints(query, w, i, 1, i, 0, i, 0)
}

/** TC2: the support point `last` in the direction of the normal of the portal i, j, k is parallel to it. */
export function setCoreFromParallel(
  query: DistanceQuery,
  points: PortalPoints,
  i: number,
  j: number,
  k: number,
  last: number,
): void {
  const { w, normal, weights } = points
  const distance = -(w[last] * normal[0] + w[last + 1] * normal[1] + w[last + 2] * normal[2])
  setCore(query, distance, normal[0], normal[1], normal[2])
  computeWeights(points, i, j, k, w[last], w[last + 1], w[last + 2])
  setPoints(query, w, i, weights[0], j, weights[1], k, weights[2])
}

/** TC3: the portal i, j, k is on the boundary; its point closest to the origin (distanceToPortal in the thesis). */
export function setCoreFromPortal(
  query: DistanceQuery,
  points: PortalPoints,
  i: number,
  j: number,
  k: number,
): void {
  const { w, normal, weights } = points
  const nx = normal[0]
  const ny = normal[1]
  const nz = normal[2]
  const distance = -(w[i] * nx + w[i + 1] * ny + w[i + 2] * nz)
  computeWeights(points, i, j, k, -distance * nx, -distance * ny, -distance * nz)
  if (weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0) {
    setCore(query, distance, nx, ny, nz)
  } else {
    // on the boundary of the triangle
    clampWeights(points, i, j, k)
    const x = weights[0] * w[i] + weights[1] * w[j] + weights[2] * w[k]
    const y = weights[0] * w[i + 1] + weights[1] * w[j + 1] + weights[2] * w[k + 1]
    const z = weights[0] * w[i + 2] + weights[1] * w[j + 2] + weights[2] * w[k + 2]
    const norm = Math.sqrt(x * x + y * y + z * z)
    const sign = distance > 0 ? 1 : -1
    if (norm > 0) setCore(query, sign * norm, (-sign * x) / norm, (-sign * y) / norm, (-sign * z) / norm)
    else setCore(query, 0, nx, ny, nz)
  }
  setPoints(query, w, i, weights[0], j, weights[1], k, weights[2])
}

/** Barycentric coordinates of the foot of (x, y, z) on the plane of i, j, k. */
function computeWeights(
  points: PortalPoints,
  i: number,
  j: number,
  k: number,
  x: number,
  y: number,
  z: number,
): void {
  const { w, weights } = points
  const ux = w[j] - w[i]
  const uy = w[j + 1] - w[i + 1]
  const uz = w[j + 2] - w[i + 2]
  const vx = w[k] - w[i]
  const vy = w[k + 1] - w[i + 1]
  const vz = w[k + 2] - w[i + 2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const square = nx * nx + ny * ny + nz * nz
  const px = x - w[i]
  const py = y - w[i + 1]
  const pz = z - w[i + 2]
  weights[1] = (nx * (py * vz - pz * vy) + ny * (pz * vx - px * vz) + nz * (px * vy - py * vx)) / square
  weights[2] = (nx * (uy * pz - uz * py) + ny * (uz * px - ux * pz) + nz * (ux * py - uy * px)) / square
  weights[0] = 1 - weights[1] - weights[2]
}

/** Weights of the point on the edges of the triangle that is closest to the origin. */
function clampWeights(points: PortalPoints, i: number, j: number, k: number): void {
  const { w, weights } = points
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

function setCore(query: DistanceQuery, distance: number, nx: number, ny: number, nz: number): void {
  const core = query.core
  core[DISTANCE] = distance
  core[NORMAL] = nx
  core[NORMAL + 1] = ny
  core[NORMAL + 2] = nz
}

/** Points a and b = a - w of the weighted portal points, each in its frame. */
function setPoints(
  query: DistanceQuery,
  w: Float64Array,
  i: number,
  weightI: number,
  j: number,
  weightJ: number,
  k: number,
  weightK: number,
): void {
  const { core, R_AB: R, p_AB: p } = query
  const ax = weightI * w[i + 3] + weightJ * w[j + 3] + weightK * w[k + 3]
  const ay = weightI * w[i + 4] + weightJ * w[j + 4] + weightK * w[k + 4]
  const az = weightI * w[i + 5] + weightJ * w[j + 5] + weightK * w[k + 5]
  const x = ax - (weightI * w[i] + weightJ * w[j] + weightK * w[k]) - p[0]
  const y = ay - (weightI * w[i + 1] + weightJ * w[j + 1] + weightK * w[k + 1]) - p[1]
  const z = az - (weightI * w[i + 2] + weightJ * w[j + 2] + weightK * w[k + 2]) - p[2]
  core[POINT_A] = ax
  core[POINT_A + 1] = ay
  core[POINT_A + 2] = az
  for (let c = 0; c < 3; c++) core[POINT_B + c] = R[c] * x + R[c + 3] * y + R[c + 6] * z
}
