/** The support points of the MPR algorithm (mpr.ts), and what it computes from them. A point is named by its place in the array `w`. */
import { computeCenterOffset, type DistanceQuery } from './distance-query.ts'
import { computeSupportAlong } from './support-along.ts'

/** Numbers per point: w = a - b, a, both in the frame of A [m]. */
const POINT_STRIDE = 6

export class PortalPoints {
  /** Support points; none is overwritten, so that portals can be kept by their places (nPoint × POINT_STRIDE). */
  readonly w: Float64Array
  /** Inner point of A ⊖ B [m] (3). */
  readonly r0 = new Float64Array(3)
  /** Unit normal of a portal, on the side of the origin as seen from r0 (3). */
  readonly normal = new Float64Array(3)
  /** Weights of the points of a portal in its point closest to the origin (3). */
  readonly weights = new Float64Array(3)
  /** Point b in the frame of B (3). */
  private readonly b = new Float64Array(3)
  private end = 0

  constructor(nPoint: number) {
    this.w = new Float64Array(nPoint * POINT_STRIDE)
  }

  /** No points, and the inner point r0 = centre of A - centre of B. */
  start(query: DistanceQuery): void {
    this.end = 0
    computeCenterOffset(query, this.r0, 0)
    this.r0[0] = -this.r0[0]
    this.r0[1] = -this.r0[1]
    this.r0[2] = -this.r0[2]
  }

  /** Adds the support point in direction (x, y, z), of any length but zero, and returns its place. */
  add(query: DistanceQuery, x: number, y: number, z: number): number {
    const d = query.direction
    d[0] = x
    d[1] = y
    d[2] = z
    return this.addAlong(query)
  }

  /** The same in the direction `query.direction`. */
  addAlong(query: DistanceQuery): number {
    const { w, b } = this
    const { shapeA, shapeB, R_AB: R, p_AB: p, direction: d } = query
    const o = this.end
    this.end += POINT_STRIDE
    const nx = d[0]
    const ny = d[1]
    const nz = d[2]
    const r0 = R[0]
    const r1 = R[1]
    const r2 = R[2]
    const r3 = R[3]
    const r4 = R[4]
    const r5 = R[5]
    const r6 = R[6]
    const r7 = R[7]
    const r8 = R[8]
    d[3] = -(r0 * nx + r3 * ny + r6 * nz)
    d[4] = -(r1 * nx + r4 * ny + r7 * nz)
    d[5] = -(r2 * nx + r5 * ny + r8 * nz)
    computeSupportAlong(shapeA, d, 0, w, o + 3)
    computeSupportAlong(shapeB, d, 3, b, 0)
    const bx = b[0]
    const by = b[1]
    const bz = b[2]
    w[o] = w[o + 3] - (p[0] + r0 * bx + r1 * by + r2 * bz)
    w[o + 1] = w[o + 4] - (p[1] + r3 * bx + r4 * by + r5 * bz)
    w[o + 2] = w[o + 5] - (p[2] + r6 * bx + r7 * by + r8 * bz)
    const radiusA = shapeA.radius
    const radius = radiusA + shapeB.radius
    if (radius > 0) {
      const f = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
      for (let c = 0; c < 3; c++) {
        w[o + c] += radius * f * d[c]
        w[o + 3 + c] += radiusA * f * d[c]
      }
    }
    return o
  }

  /** Adds the support point orthogonal to the plane of r0, i and j, to the side of (i - r0) × (j - r0), and returns its place. */
  addBeside(query: DistanceQuery, i: number, j: number): number {
    const { w, r0 } = this
    const d = query.direction
    const x0 = r0[0]
    const y0 = r0[1]
    const z0 = r0[2]
    const ux = w[i] - x0
    const uy = w[i + 1] - y0
    const uz = w[i + 2] - z0
    const vx = w[j] - x0
    const vy = w[j + 1] - y0
    const vz = w[j + 2] - z0
    d[0] = uy * vz - uz * vy
    d[1] = uz * vx - ux * vz
    d[2] = ux * vy - uy * vx
    return this.addAlong(query)
  }

  /** ((i - r0) × (j - r0))·r0 = (i × j)·r0: negative if the normal of the plane of r0, i, j points to the side of the origin [m³]. */
  computeSide(i: number, j: number): number {
    const { w, r0 } = this
    return (
      (w[i + 1] * w[j + 2] - w[i + 2] * w[j + 1]) * r0[0] +
      (w[i + 2] * w[j] - w[i] * w[j + 2]) * r0[1] +
      (w[i] * w[j + 1] - w[i + 1] * w[j]) * r0[2]
    )
  }

  /** Whether r0, i and j are on a line: the area is below `limit` [m²]. */
  isLine(i: number, j: number, limit: number): boolean {
    const { w, r0 } = this
    return isAreaBelow(
      w[i] - r0[0],
      w[i + 1] - r0[1],
      w[i + 2] - r0[2],
      w[j] - r0[0],
      w[j + 1] - r0[1],
      w[j + 2] - r0[2],
      limit,
    )
  }

  /** Whether the points i, j, k are on a line: the area is below `limit` [m²]. */
  isFlat(i: number, j: number, k: number, limit: number): boolean {
    const w = this.w
    return isAreaBelow(
      w[j] - w[i],
      w[j + 1] - w[i + 1],
      w[j + 2] - w[i + 2],
      w[k] - w[i],
      w[k + 1] - w[i + 1],
      w[k + 2] - w[i + 2],
      limit,
    )
  }

  /** The normal of the portal i, j, k; false if its area is below `limit` [m²]. */
  computePortalNormal(i: number, j: number, k: number, limit: number): boolean {
    const { w, r0, normal } = this
    const ux = w[j] - w[i]
    const uy = w[j + 1] - w[i + 1]
    const uz = w[j + 2] - w[i + 2]
    const vx = w[k] - w[i]
    const vy = w[k + 1] - w[i + 1]
    const vz = w[k + 2] - w[i + 2]
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const norm = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (!(norm > limit)) return false
    const f = (r0[0] * nx + r0[1] * ny + r0[2] * nz > 0 ? -1 : 1) / norm
    normal[0] = nx * f
    normal[1] = ny * f
    normal[2] = nz * f
    return true
  }
}

function isAreaBelow(
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
  return nx * nx + ny * ny + nz * nz < limit * limit
}
