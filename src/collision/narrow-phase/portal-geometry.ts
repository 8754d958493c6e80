/** Lengths and areas that the search for a portal asks for once per call. */
import { BOX, type ConvexShape, SEGMENT } from '../shapes/convex.ts'

/** Half length of a box, segment or point along coordinate i [m]. */
export function getHalfLength({ kind, axis, size }: ConvexShape, i: number): number {
  if (kind === BOX) return size[i]
  return kind === SEGMENT && axis === i ? size[0] : 0
}

/** Whether three points are on a line: the square of the area is below `limit` [m⁴]. */
export function isLine(
  x1: number,
  y1: number,
  z1: number,
  x2: number,
  y2: number,
  z2: number,
  x3: number,
  y3: number,
  z3: number,
  limit: number,
): boolean {
  const ux = x2 - x1
  const uy = y2 - y1
  const uz = z2 - z1
  const vx = x3 - x1
  const vy = y3 - y1
  const vz = z3 - z1
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  return nx * nx + ny * ny + nz * nz < limit
}
