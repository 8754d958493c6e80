/** A point, the core of a sphere, inside a convex polyhedron: its depth is the distance to the nearest face plane. */
import { DISTANCE, type DistanceQuery, NORMAL, POINT_A, POINT_B } from '../distance-query.ts'

/**
 * Computes the signed distance of the point (shape A) from the hull B and returns true if it is inside; false if it is
 * outside.
 */
export function computePointInHull(query: DistanceQuery): boolean {
  const { shapeB, R_AB: R, p_AB: p, core } = query
  const planes = shapeB.planes
  const x = -(R[0] * p[0] + R[3] * p[1] + R[6] * p[2])
  const y = -(R[1] * p[0] + R[4] * p[1] + R[7] * p[2])
  const z = -(R[2] * p[0] + R[5] * p[1] + R[8] * p[2])
  let best = 0
  let distance = -Infinity
  for (let o = 0; o < planes.length; o += 4) {
    const value = planes[o] * x + planes[o + 1] * y + planes[o + 2] * z - planes[o + 3]
    if (value > 0) return false
    if (value <= distance) continue
    distance = value
    best = o
  }
  const mx = planes[best]
  const my = planes[best + 1]
  const mz = planes[best + 2]
  core[DISTANCE] = distance
  core[POINT_A] = 0
  core[POINT_A + 1] = 0
  core[POINT_A + 2] = 0
  core[POINT_B] = x - distance * mx
  core[POINT_B + 1] = y - distance * my
  core[POINT_B + 2] = z - distance * mz
  for (let c = 0; c < 3; c++) core[NORMAL + c] = -(R[3 * c] * mx + R[3 * c + 1] * my + R[3 * c + 2] * mz)
  return true
}
