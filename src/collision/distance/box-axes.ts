/**
 * Separating axes of a box, or a segment, and a box. Their difference is a zonotope, whose face normals are the face
 * normals of both and the cross products of their edges. The largest gap over these axes is the signed distance of
 * overlapping cores, exactly; if it is positive, the cores are separated, and its axis is a good initial direction for
 * the distance.
 */

import { BOX } from '../convex.ts'
import { DISTANCE, type DistanceQuery, NORMAL } from '../distance-query.ts'

/** Edges closer than this to parallel give no separate axis, up to rounding errors [rad²]. */
const PARALLEL_LIMIT_SQUARED = 1e-28
/**
 * Minimum advantage of an axis of edges over one of faces, relative to the size, so that parallel faces meet as faces.
 */
const EDGE_PART = 1e-14

/**
 * Writes the largest gap over the axes and its unit normal from A to B to `query.core`; true if the cores overlap. One
 * function: with the axes of edges in a separate one, two boxes take 440 ns instead of 390 (`npm run bench --
 * collision`).
 */
export function computeBoxAxes(query: DistanceQuery): boolean {
  const { shapeA, shapeB, R_AB: R, p_AB: p, core } = query
  const isBox = shapeA.kind === BOX
  const b0 = shapeB.size[0]
  const b1 = shapeB.size[1]
  const b2 = shapeB.size[2]
  const a0 = isBox ? shapeA.size[0] : shapeA.axis === 0 ? shapeA.size[0] : 0
  const a1 = isBox ? shapeA.size[1] : shapeA.axis === 1 ? shapeA.size[0] : 0
  const a2 = isBox ? shapeA.size[2] : shapeA.axis === 2 ? shapeA.size[0] : 0
  let best = -Infinity
  let nx = 0
  let ny = 0
  let nz = 0

  // faces of A
  if (isBox) {
    for (let i = 0; i < 3; i++) {
      const r = 3 * i
      const half =
        (i === 0 ? a0 : i === 1 ? a1 : a2) +
        b0 * Math.abs(R[r]) +
        b1 * Math.abs(R[r + 1]) +
        b2 * Math.abs(R[r + 2])
      const gap = Math.abs(p[i]) - half
      if (gap <= best) continue
      best = gap
      nx = i === 0 ? 1 : 0
      ny = i === 1 ? 1 : 0
      nz = i === 2 ? 1 : 0
    }
  }
  // faces of B
  for (let j = 0; j < 3; j++) {
    const fx = R[j]
    const fy = R[j + 3]
    const fz = R[j + 6]
    const half =
      a0 * Math.abs(fx) + a1 * Math.abs(fy) + a2 * Math.abs(fz) + (j === 0 ? b0 : j === 1 ? b1 : b2)
    const gap = Math.abs(p[0] * fx + p[1] * fy + p[2] * fz) - half
    if (gap <= best) continue
    best = gap
    nx = fx
    ny = fy
    nz = fz
  }
  // edges of both
  const faceGap = best
  best += EDGE_PART * query.scale[0]
  let isEdge = false
  for (let i = 0; i < 3; i++) {
    if (!isBox && i !== shapeA.axis) continue
    for (let j = 0; j < 3; j++) {
      const fx = R[j]
      const fy = R[j + 3]
      const fz = R[j + 6]
      let cx = i === 0 ? 0 : i === 1 ? fz : -fy
      let cy = i === 0 ? -fz : i === 1 ? 0 : fx
      let cz = i === 0 ? fy : i === 1 ? -fx : 0
      const square = cx * cx + cy * cy + cz * cz
      if (!(square > PARALLEL_LIMIT_SQUARED)) continue
      const f = 1 / Math.sqrt(square)
      cx *= f
      cy *= f
      cz *= f
      const half =
        a0 * Math.abs(cx) +
        a1 * Math.abs(cy) +
        a2 * Math.abs(cz) +
        b0 * Math.abs(cx * R[0] + cy * R[3] + cz * R[6]) +
        b1 * Math.abs(cx * R[1] + cy * R[4] + cz * R[7]) +
        b2 * Math.abs(cx * R[2] + cy * R[5] + cz * R[8])
      const gap = Math.abs(p[0] * cx + p[1] * cy + p[2] * cz) - half
      if (gap <= best) continue
      best = gap
      isEdge = true
      nx = cx
      ny = cy
      nz = cz
    }
  }
  if (!isEdge) best = faceGap
  const sign = p[0] * nx + p[1] * ny + p[2] * nz < 0 ? -1 : 1
  core[DISTANCE] = best
  core[NORMAL] = sign * nx
  core[NORMAL + 1] = sign * ny
  core[NORMAL + 2] = sign * nz
  return best <= 0
}
