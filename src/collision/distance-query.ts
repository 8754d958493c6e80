/**
 * The workspace of distance queries, and the Minkowski difference A ⊖ B of two cores, on which they all work.
 *
 * All computations use the frame of shape A, so that numbers are as large as the bodies and their distance, independent
 * of their position in the world. Directions n point from A to B. The support point of A ⊖ B in direction n is w = a -
 * b with the point a of A farthest in direction n and the point b of B farthest in direction -n; g(n) = -n·w is a lower
 * bound of the signed distance of the cores, which is the maximum of g over all unit vectors (definitions 4.8, 4.9 of
 * the thesis).
 */
import { type ConvexShape, POINT } from './convex.ts'
import { NO_CELLS } from './hull-cells.ts'
import type { PlacedShapes } from './placed-shapes.ts'
import { computeSupportAlong } from './support.ts'

/** Numbers per support point: w in A, a in A, b in B [m]. */
export const STRIDE = 9

/** Places in `DistanceQuery.core`, the answer for the cores: signed distance, normal in A, point in A, point in B. */
export const DISTANCE = 0
export const NORMAL = 1
export const POINT_A = 4
export const POINT_B = 7

/**
 * Termination of an algorithm: contact points are certified and unique; or they are those of the simplex, one choice of
 * possibly many; or A ⊖ B is planar, without a solution; or another one was not found.
 */
export const CERTIFIED = -1
export const FROM_SIMPLEX = 0
export const PLANAR = -2
export const NOT_FOUND = -3

/**
 * Overlapping cores, with certified contact points whose depth is not necessarily the smallest; 1 … 4: a simplex around
 * the origin.
 */
export const CANDIDATE = 5

/** The shape of a query without a pair. */
export const NO_SHAPE: ConvexShape = {
  kind: POINT,
  axis: 2,
  size: new Float64Array(4),
  radius: 0,
  center: new Float64Array(3),
  vertices: new Float64Array(0),
  neighborStart: new Int32Array(0),
  neighbors: new Int32Array(0),
  ...NO_CELLS,
  planes: new Float64Array(0),
  boundingRadius: 0,
  minDimension: 0,
  contactRadius: 0,
  isFlat: false,
}

/** Workspace of distance queries; one serves any number of pairs in sequence. */
export class DistanceQuery {
  shapeA: ConvexShape = NO_SHAPE
  shapeB: ConvexShape = NO_SHAPE
  /** Orientation of B in A (9). */
  readonly R_AB = new Float64Array(9)
  /** Position of B in A [m] (3). */
  readonly p_AB = new Float64Array(3)
  /** Sum of the bounding radii, which scales tolerances [m] (1). */
  readonly scale = new Float64Array(1)
  /** Up to four support points, and a fifth as scratch [m] (5 × STRIDE). */
  readonly simplex = new Float64Array(5 * STRIDE)
  /** Weights of the points of the simplex in its point closest to the origin (4). */
  readonly lambda = new Float64Array(4)
  /** The point of the simplex closest to the origin [m] (3). */
  readonly closest = new Float64Array(3)
  /** Result for the cores, see DISTANCE, NORMAL, POINT_A, POINT_B (10). */
  readonly core = new Float64Array(10)
  /** The point between both contact points, in A [m] (3). */
  readonly middle = new Float64Array(3)
  /** Directions of support points: n in A, -n in B (6). */
  readonly direction = new Float64Array(6)
}

/** Sets shapes a and b and their relative pose R_AB = R_WAᵀ R_WB, p_AB = R_WAᵀ (p_WB - p_WA). */
export function setPair(query: DistanceQuery, shapes: PlacedShapes, a: number, b: number): void {
  const { convex, R_WS, p_WS } = shapes
  const shapeA = convex[a]
  const shapeB = convex[b]
  const oRA = 9 * a
  const oPA = 3 * a
  const oRB = 9 * b
  const oPB = 3 * b
  query.shapeA = shapeA
  query.shapeB = shapeB
  query.scale[0] = shapeA.boundingRadius + shapeB.boundingRadius
  const { R_AB: R, p_AB: p } = query
  const dx = p_WS[oPB] - p_WS[oPA]
  const dy = p_WS[oPB + 1] - p_WS[oPA + 1]
  const dz = p_WS[oPB + 2] - p_WS[oPA + 2]
  const b0 = R_WS[oRB]
  const b1 = R_WS[oRB + 1]
  const b2 = R_WS[oRB + 2]
  const b3 = R_WS[oRB + 3]
  const b4 = R_WS[oRB + 4]
  const b5 = R_WS[oRB + 5]
  const b6 = R_WS[oRB + 6]
  const b7 = R_WS[oRB + 7]
  const b8 = R_WS[oRB + 8]
  for (let i = 0; i < 3; i++) {
    const x = R_WS[oRA + i]
    const y = R_WS[oRA + i + 3]
    const z = R_WS[oRA + i + 6]
    const r = 3 * i
    R[r] = x * b0 + y * b3 + z * b6
    R[r + 1] = x * b1 + y * b4 + z * b7
    R[r + 2] = x * b2 + y * b5 + z * b8
    p[i] = x * dx + y * dy + z * dz
  }
}

/** out[o…] = support point (w, a, b) of A ⊖ B in direction (nx, ny, nz), which need not be a unit vector. */
export function computeDifferenceSupport(
  query: DistanceQuery,
  nx: number,
  ny: number,
  nz: number,
  out: Float64Array,
  o: number,
): void {
  const { direction } = query
  direction[0] = nx
  direction[1] = ny
  direction[2] = nz
  computeDifferenceSupportAlong(query, out, o)
}

/** The same in the direction in `query.direction`: a call with numbers may allocate. */
export function computeDifferenceSupportAlong(query: DistanceQuery, out: Float64Array, o: number): void {
  const { R_AB: R, p_AB: p, direction } = query
  const nx = direction[0]
  const ny = direction[1]
  const nz = direction[2]
  direction[3] = -(R[0] * nx + R[3] * ny + R[6] * nz)
  direction[4] = -(R[1] * nx + R[4] * ny + R[7] * nz)
  direction[5] = -(R[2] * nx + R[5] * ny + R[8] * nz)
  computeSupportAlong(query.shapeA, direction, 0, out, o + 3)
  computeSupportAlong(query.shapeB, direction, 3, out, o + 6)
  const bx = out[o + 6]
  const by = out[o + 7]
  const bz = out[o + 8]
  out[o] = out[o + 3] - (p[0] + R[0] * bx + R[1] * by + R[2] * bz)
  out[o + 1] = out[o + 4] - (p[1] + R[3] * bx + R[4] * by + R[5] * bz)
  out[o + 2] = out[o + 5] - (p[2] + R[6] * bx + R[7] * by + R[8] * bz)
}

/** out[o…] = vector from the center of A to the center of B, in A [m]. */
export function computeCenterOffset(query: DistanceQuery, out: Float64Array, o: number): void {
  const R = query.R_AB
  const p = query.p_AB
  const a = query.shapeA.center
  const b = query.shapeB.center
  for (let i = 0; i < 3; i++)
    out[o + i] = p[i] + R[3 * i] * b[0] + R[3 * i + 1] * b[1] + R[3 * i + 2] * b[2] - a[i]
}

/**
 * Sets the normal and the signed distance of the cores, and as points the combination λ of the first k points of the
 * simplex.
 */
export function setCoreFromSimplex(
  query: DistanceQuery,
  k: number,
  nx: number,
  ny: number,
  nz: number,
  distance: number,
): void {
  const core = query.core
  const simplex = query.simplex
  core[DISTANCE] = distance
  core[NORMAL] = nx
  core[NORMAL + 1] = ny
  core[NORMAL + 2] = nz
  for (let c = 0; c < 6; c++) {
    let sum = 0
    for (let i = 0; i < k; i++) sum += query.lambda[i] * simplex[i * STRIDE + 3 + c]
    core[POINT_A + c] = sum
  }
}
