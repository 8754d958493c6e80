/** Converts the result for the cores to that for the shapes, in world. */
import { DISTANCE, type DistanceQuery, NORMAL, POINT_A, POINT_B } from './distance-query.ts'
import type { PlacedShapes } from './placed-shapes.ts'

/** Place in a result: signed distance [m]. */
export const RESULT_DISTANCE = 0
/** Place in a result: contact point on A, in world [m] (3). */
export const RESULT_POINT_A = 1
/** Place in a result: contact point on B, in world [m] (3). */
export const RESULT_POINT_B = 4
/** Place in a result: unit normal from A to B, in world (3). */
export const RESULT_NORMAL = 7
/** Length of a result. */
export const RESULT_LENGTH = 10

/** Sets the point between the contact points of `query.core`, from which `writeResult` starts. */
export function setMiddle({ core, middle, R_AB: R, p_AB: p }: DistanceQuery): void {
  const bx = core[POINT_B]
  const by = core[POINT_B + 1]
  const bz = core[POINT_B + 2]
  middle[0] = 0.5 * (core[POINT_A] + p[0] + R[0] * bx + R[1] * by + R[2] * bz)
  middle[1] = 0.5 * (core[POINT_A + 1] + p[1] + R[3] * bx + R[4] * by + R[5] * bz)
  middle[2] = 0.5 * (core[POINT_A + 2] + p[2] + R[6] * bx + R[7] * by + R[8] * bz)
}

/**
 * Adds radii [m] to normal and distance of `query.core`, transforms to world with the pose of shape a, the query's A,
 * and sets points on both sides of `query.middle` so that b - a = δ n. `isSwapped`: the query's A is the caller's B.
 */
export function writeResult(
  query: DistanceQuery,
  { R_WS, p_WS }: PlacedShapes,
  a: number,
  radiusA: number,
  radiusB: number,
  isSwapped: boolean,
  out: Float64Array,
  o: number,
): void {
  const { core, middle } = query
  const oRA = 9 * a
  const oPA = 3 * a
  const nx = core[NORMAL]
  const ny = core[NORMAL + 1]
  const nz = core[NORMAL + 2]
  const delta = core[DISTANCE]
  const mx = middle[0]
  const my = middle[1]
  const mz = middle[2]
  const placeA = o + (isSwapped ? RESULT_POINT_B : RESULT_POINT_A)
  const placeB = o + (isSwapped ? RESULT_POINT_A : RESULT_POINT_B)
  const sign = isSwapped ? -1 : 1
  out[o + RESULT_DISTANCE] = delta - radiusA - radiusB
  const toA = radiusA - 0.5 * delta
  const toB = 0.5 * delta - radiusB
  // without a loop over the rows 37 instead of 41 ns
  const r0 = R_WS[oRA]
  const r1 = R_WS[oRA + 1]
  const r2 = R_WS[oRA + 2]
  const r3 = R_WS[oRA + 3]
  const r4 = R_WS[oRA + 4]
  const r5 = R_WS[oRA + 5]
  const r6 = R_WS[oRA + 6]
  const r7 = R_WS[oRA + 7]
  const r8 = R_WS[oRA + 8]
  const middleX = p_WS[oPA] + r0 * mx + r1 * my + r2 * mz
  const middleY = p_WS[oPA + 1] + r3 * mx + r4 * my + r5 * mz
  const middleZ = p_WS[oPA + 2] + r6 * mx + r7 * my + r8 * mz
  const normalX = r0 * nx + r1 * ny + r2 * nz
  const normalY = r3 * nx + r4 * ny + r5 * nz
  const normalZ = r6 * nx + r7 * ny + r8 * nz
  out[o + RESULT_NORMAL] = sign * normalX
  out[o + RESULT_NORMAL + 1] = sign * normalY
  out[o + RESULT_NORMAL + 2] = sign * normalZ
  out[placeA] = middleX + toA * normalX
  out[placeA + 1] = middleY + toA * normalY
  out[placeA + 2] = middleZ + toA * normalZ
  out[placeB] = middleX + toB * normalX
  out[placeB + 1] = middleY + toB * normalY
  out[placeB + 2] = middleZ + toB * normalZ
}
