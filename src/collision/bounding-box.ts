import type { ConvexShape } from './convex.ts'
import { computeSupport } from './support.ts'

/** Support point, in the frame of the shape [m] (3). */
const support = new Float64Array(3)

/**
 * out = axis-aligned bounding box in world: smallest x y z, then largest x y z [m] (6), of a shape with orientation
 * `R_WS` (3 × 3, row-major) whose reference frame is at `p_WS` [m] (3). Exact up to rounding.
 */
export function computeBoundingBox(
  shape: ConvexShape,
  R_WS: Float64Array,
  iR: number,
  p_WS: Float64Array,
  ip: number,
  out: Float64Array,
  o: number,
): void {
  for (let k = 0; k < 3; k++) {
    // unit vector of axis k of the world, in the frame of the shape
    const dx = R_WS[iR + 3 * k]
    const dy = R_WS[iR + 3 * k + 1]
    const dz = R_WS[iR + 3 * k + 2]
    const p = p_WS[ip + k]
    computeSupport(shape, dx, dy, dz, support, 0)
    out[o + 3 + k] = p + (dx * support[0] + dy * support[1] + dz * support[2]) + shape.radius
    computeSupport(shape, -dx, -dy, -dz, support, 0)
    out[o + k] = p + (dx * support[0] + dy * support[1] + dz * support[2]) - shape.radius
  }
}
