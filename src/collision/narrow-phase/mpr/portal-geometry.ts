/** Lengths and areas that the search for a portal asks for once per call. */
import { BOX, type ConvexShape, CYLINDER, SEGMENT } from '../../shapes/index.ts'

/** Half length of a box, segment, cylinder or point along coordinate i, without that of the disc [m]. */
export function getHalfLength({ kind, axis, size }: ConvexShape, i: number): number {
  if (kind === BOX) return size[i]
  if (axis !== i) return 0
  if (kind === SEGMENT) return size[0]
  return kind === CYLINDER ? size[1] : 0
}

/** Radius of a cylinder, which is the sum of a segment and a disc [m]; 0 for others. */
export function getDiscRadius({ kind, size }: ConvexShape): number {
  return kind === CYLINDER ? size[0] : 0
}

/** 1 for the coordinates i in the plane of the disc of a cylinder, otherwise 0. */
export function getDiscPart({ kind, axis }: ConvexShape, i: number): number {
  return kind === CYLINDER && axis !== i ? 1 : 0
}

/** Whether the points at the places i, j, k of w are on a line: the square of the area is below `limit` [m⁴]. */
export function isLine(w: Float64Array, i: number, j: number, k: number, limit: number): boolean {
  const ux = w[j] - w[i]
  const uy = w[j + 1] - w[i + 1]
  const uz = w[j + 2] - w[i + 2]
  const vx = w[k] - w[i]
  const vy = w[k + 1] - w[i + 1]
  const vz = w[k + 2] - w[i + 2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  return nx * nx + ny * ny + nz * nz < limit
}
