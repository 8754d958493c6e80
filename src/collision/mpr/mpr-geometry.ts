/** Lengths and areas that the search for a portal needs once per call. */
import { BOX, type ConvexShape, CYLINDER, SEGMENT } from '../convex.ts'

/** Half length of a box, segment, cylinder or point along coordinate i, without that of the disc [m]. */
export function getHalfLength({ kind, axis, size }: ConvexShape, i: number): number {
  if (kind === BOX) return size[i]
  if (axis !== i) return 0
  if (kind === SEGMENT) return size[0]
  return kind === CYLINDER ? size[1] : 0
}

/** Radius of a cylinder, which is the sum of a segment and a disc [m]; 0 for other shapes. */
export function getDiscRadius({ kind, size }: ConvexShape): number {
  return kind === CYLINDER ? size[0] : 0
}

/** 1 for the coordinates i in the plane of the disc of a cylinder, otherwise 0. */
export function getDiscPart({ kind, axis }: ConvexShape, i: number): number {
  return kind === CYLINDER && axis !== i ? 1 : 0
}

/** True if the vectors u and v are parallel: the square of the area between them is below `limit` [m⁴]. */
export function isParallel(
  ux: number,
  uy: number,
  uz: number,
  vx: number,
  vy: number,
  vz: number,
  limit: number,
): boolean {
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  return nx * nx + ny * ny + nz * nz < limit
}
