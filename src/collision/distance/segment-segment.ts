/**
 * Two segments, or points, which are segments of length zero: the cores of spheres and capsules. Their difference has
 * no volume, so that the distance of the cores is never negative; overlaps of the bodies come from the radii.
 */

import { type ConvexShape, SEGMENT } from '../convex.ts'
import { DISTANCE, type DistanceQuery, NORMAL, POINT_A, POINT_B } from '../distance-query.ts'

/**
 * Segments closer than this to parallel count as parallel: the ends of a segment of 1 m then move only by rounding
 * errors [rad²].
 */
const PARALLEL_LIMIT_SQUARED = 1e-26
/** Cores closer than this fraction of the size touch: their normal is orthogonal to both. */
const TOUCHING_PART = 1e-14

function getHalfLength(shape: ConvexShape): number {
  return shape.kind === SEGMENT ? shape.size[0] : 0
}

function clamp(value: number, limit: number): number {
  return value > limit ? limit : Math.max(value, -limit)
}

/** Distance of the segments a = s e_A and b = p + t e_B with |s| ≤ half length of A, |t| ≤ half length of B. */
export function computeSegmentSegment(query: DistanceQuery): void {
  const { shapeA, shapeB, R_AB: R, p_AB: p, core } = query
  const halfA = getHalfLength(shapeA)
  const halfB = getHalfLength(shapeB)
  const i = shapeA.axis
  const fx = R[shapeB.axis]
  const fy = R[3 + shapeB.axis]
  const fz = R[6 + shapeB.axis]
  const ex = i === 0 ? 1 : 0
  const ey = i === 1 ? 1 : 0
  const ez = i === 2 ? 1 : 0
  const cosine = ex * fx + ey * fy + ez * fz
  // c = e × f determines the angle even if the cosine is one
  const cx = ey * fz - ez * fy
  const cy = ez * fx - ex * fz
  const cz = ex * fy - ey * fx
  const square = cx * cx + cy * cy + cz * cz
  const pe = p[i]
  const pf = p[0] * fx + p[1] * fy + p[2] * fz

  let s: number
  if (square > PARALLEL_LIMIT_SQUARED) {
    // foot of the common normal: s = (p × f)·c / |c|²
    s = ((p[1] * fz - p[2] * fy) * cx + (p[2] * fx - p[0] * fz) * cy + (p[0] * fy - p[1] * fx) * cz) / square
  } else {
    // middle of the common part
    s = 0.5 * (Math.max(-halfA, pe - halfB) + Math.min(halfA, pe + halfB))
  }
  s = clamp(s, halfA)
  let t = s * cosine - pf
  if (t > halfB || t < -halfB) {
    t = clamp(t, halfB)
    s = clamp(pe + t * cosine, halfA)
  }

  const wx = p[0] + t * fx - s * ex
  const wy = p[1] + t * fy - s * ey
  const wz = p[2] + t * fz - s * ez
  const distance = Math.sqrt(wx * wx + wy * wy + wz * wz)
  let nx = wx
  let ny = wy
  let nz = wz
  let norm = distance
  if (distance <= TOUCHING_PART * query.scale[0]) {
    nx = cx
    ny = cy
    nz = cz
    norm = Math.sqrt(square)
    if (!(square > PARALLEL_LIMIT_SQUARED)) {
      // orthogonal to both axes: the unit vector that follows the axis of A, or of B if A is a point
      const isSegmentA = halfA > 0
      const x = isSegmentA ? ex : fx
      const y = isSegmentA ? ey : fy
      const z = isSegmentA ? ez : fz
      const useX = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)
      const useY = !useX && Math.abs(y) <= Math.abs(z)
      const along = useX ? x : useY ? y : z
      nx = (useX ? 1 : 0) - along * x
      ny = (useY ? 1 : 0) - along * y
      nz = (useX || useY ? 0 : 1) - along * z
      norm = Math.sqrt(nx * nx + ny * ny + nz * nz)
    }
  }
  core[DISTANCE] = distance
  core[NORMAL] = nx / norm
  core[NORMAL + 1] = ny / norm
  core[NORMAL + 2] = nz / norm
  for (let c = 0; c < 3; c++) {
    core[POINT_A + c] = c === i ? s : 0
    core[POINT_B + c] = c === shapeB.axis ? t : 0
  }
}
