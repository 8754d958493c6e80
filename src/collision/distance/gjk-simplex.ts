/**
 * The point of a simplex that is closest to the origin, its barycentric coordinates, and the smallest face that
 * contains it: the inner step of the GJK algorithm. Vertices are the w of support points (see distance-query.ts).
 */
import { type DistanceQuery, STRIDE } from '../distance-query.ts'

/** Weights and squared distance of the candidate faces of a tetrahedron: λ (4), |v|². */
const FACES = [0, 1, 2, 3, 0, 3, 1, 2, 0, 2, 3, 1, 1, 3, 2, 0] as const

/**
 * Finds the point `closest` of the simplex of the first k points that is closest to the origin, removes the points
 * without weight, and returns how many remain; 4 means that the origin is inside the tetrahedron.
 */
export function reduceToClosest(query: DistanceQuery, k: number): number {
  const lambda = query.lambda
  lambda[0] = 1
  lambda[1] = 0
  lambda[2] = 0
  lambda[3] = 0
  if (k === 2) closestOnSegment(query, 0, 1)
  else if (k === 3) closestOnTriangle(query, 0, 1, 2)
  else if (k === 4 && closestOnTetrahedron(query)) return 4
  return compress(query, k)
}

function closestOnSegment(query: DistanceQuery, i: number, j: number): void {
  const s = query.simplex
  const lambda = query.lambda
  const a = i * STRIDE
  const b = j * STRIDE
  const ex = s[b] - s[a]
  const ey = s[b + 1] - s[a + 1]
  const ez = s[b + 2] - s[a + 2]
  const square = ex * ex + ey * ey + ez * ez
  const t = square > 0 ? -(s[a] * ex + s[a + 1] * ey + s[a + 2] * ez) / square : 0
  const clamped = t <= 0 ? 0 : Math.min(t, 1)
  lambda[i] = 1 - clamped
  lambda[j] = clamped
}

/** Barycentric coordinates by the regions of vertices, edges and face [Ericson 2005, 5.1.5]. */
function closestOnTriangle(query: DistanceQuery, i: number, j: number, k: number): void {
  const s = query.simplex
  const lambda = query.lambda
  const a = i * STRIDE
  const b = j * STRIDE
  const c = k * STRIDE
  const ax = s[a]
  const ay = s[a + 1]
  const az = s[a + 2]
  const ux = s[b] - ax
  const uy = s[b + 1] - ay
  const uz = s[b + 2] - az
  const vx = s[c] - ax
  const vy = s[c + 1] - ay
  const vz = s[c + 2] - az
  lambda[i] = 0
  lambda[j] = 0
  lambda[k] = 0

  const d1 = -(ux * ax + uy * ay + uz * az)
  const d2 = -(vx * ax + vy * ay + vz * az)
  if (d1 <= 0 && d2 <= 0) {
    lambda[i] = 1
    return
  }
  const d3 = -(ux * s[b] + uy * s[b + 1] + uz * s[b + 2])
  const d4 = -(vx * s[b] + vy * s[b + 1] + vz * s[b + 2])
  if (d3 >= 0 && d4 <= d3) {
    lambda[j] = 1
    return
  }
  const d5 = -(ux * s[c] + uy * s[c + 1] + uz * s[c + 2])
  const d6 = -(vx * s[c] + vy * s[c + 1] + vz * s[c + 2])
  if (d6 >= 0 && d5 <= d6) {
    lambda[k] = 1
    return
  }
  // areas from the normal lose fewer digits than the equal products of dot products
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const square = nx * nx + ny * ny + nz * nz
  const qx = -(uy * az - uz * ay)
  const qy = -(uz * ax - ux * az)
  const qz = -(ux * ay - uy * ax)
  const rx = -(ay * vz - az * vy)
  const ry = -(az * vx - ax * vz)
  const rz = -(ax * vy - ay * vx)
  const weightC = nx * qx + ny * qy + nz * qz
  const weightB = nx * rx + ny * ry + nz * rz
  const weightA = square - weightB - weightC
  if (weightC <= 0 && d1 >= 0 && d3 <= 0) {
    lambda[j] = d1 / (d1 - d3)
    lambda[i] = 1 - lambda[j]
    return
  }
  if (weightB <= 0 && d2 >= 0 && d6 <= 0) {
    lambda[k] = d2 / (d2 - d6)
    lambda[i] = 1 - lambda[k]
    return
  }
  if (weightA <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    lambda[k] = (d4 - d3) / (d4 - d3 + (d5 - d6))
    lambda[j] = 1 - lambda[k]
    return
  }
  lambda[j] = weightB / square
  lambda[k] = weightC / square
  lambda[i] = weightA / square
}

/** True if the origin is inside; otherwise sets λ of the closest point on the closest face. */
function closestOnTetrahedron(query: DistanceQuery): boolean {
  const s = query.simplex
  const lambda = query.lambda
  let best = Infinity
  let b0 = 0
  let b1 = 0
  let b2 = 0
  let b3 = 0
  for (let f = 0; f < 16; f += 4) {
    const a = FACES[f] * STRIDE
    const b = FACES[f + 1] * STRIDE
    const c = FACES[f + 2] * STRIDE
    const d = FACES[f + 3] * STRIDE
    const ux = s[b] - s[a]
    const uy = s[b + 1] - s[a + 1]
    const uz = s[b + 2] - s[a + 2]
    const vx = s[c] - s[a]
    const vy = s[c + 1] - s[a + 1]
    const vz = s[c + 2] - s[a + 2]
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const toOrigin = -(nx * s[a] + ny * s[a + 1] + nz * s[a + 2])
    const toFourth = nx * (s[d] - s[a]) + ny * (s[d + 1] - s[a + 1]) + nz * (s[d + 2] - s[a + 2])
    // the origin is beyond this face, or the tetrahedron is flat
    if (toOrigin * toFourth > 0) continue
    lambda[FACES[f + 3]] = 0
    closestOnTriangle(query, FACES[f], FACES[f + 1], FACES[f + 2])
    const x = lambda[0] * s[0] + lambda[1] * s[STRIDE] + lambda[2] * s[2 * STRIDE] + lambda[3] * s[3 * STRIDE]
    const y =
      lambda[0] * s[1] +
      lambda[1] * s[STRIDE + 1] +
      lambda[2] * s[2 * STRIDE + 1] +
      lambda[3] * s[3 * STRIDE + 1]
    const z =
      lambda[0] * s[2] +
      lambda[1] * s[STRIDE + 2] +
      lambda[2] * s[2 * STRIDE + 2] +
      lambda[3] * s[3 * STRIDE + 2]
    const square = x * x + y * y + z * z
    if (square < best) {
      best = square
      b0 = lambda[0]
      b1 = lambda[1]
      b2 = lambda[2]
      b3 = lambda[3]
    }
  }
  if (best === Infinity) return true
  lambda[0] = b0
  lambda[1] = b1
  lambda[2] = b2
  lambda[3] = b3
  return false
}

/** Keeps the points with a weight, in order, and computes the closest point. */
function compress(query: DistanceQuery, k: number): number {
  const s = query.simplex
  const lambda = query.lambda
  let count = 0
  for (let i = 0; i < k; i++) {
    if (!(lambda[i] > 0)) continue
    if (count < i) {
      lambda[count] = lambda[i]
      for (let c = 0; c < STRIDE; c++) s[count * STRIDE + c] = s[i * STRIDE + c]
    }
    count++
  }
  const closest = query.closest
  if (count === 3) {
    projectOnPlane(query)
    return 3
  }
  for (let c = 0; c < 3; c++) {
    let sum = 0
    for (let i = 0; i < count; i++) sum += lambda[i] * s[i * STRIDE + c]
    closest[c] = sum
  }
  return count
}

/** Foot of the origin on the plane of the triangle: its direction is that of the normal, however close the plane is. */
function projectOnPlane(query: DistanceQuery): void {
  const s = query.simplex
  const closest = query.closest
  const ux = s[STRIDE] - s[0]
  const uy = s[STRIDE + 1] - s[1]
  const uz = s[STRIDE + 2] - s[2]
  const vx = s[2 * STRIDE] - s[0]
  const vy = s[2 * STRIDE + 1] - s[1]
  const vz = s[2 * STRIDE + 2] - s[2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const f = (nx * s[0] + ny * s[1] + nz * s[2]) / (nx * nx + ny * ny + nz * nz)
  closest[0] = f * nx
  closest[1] = f * ny
  closest[2] = f * nz
}
