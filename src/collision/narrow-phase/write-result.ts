/** From the answer for the cores to that for the shapes, in world. */
import { DISTANCE, type DistanceQuery, NORMAL, POINT_A, POINT_B } from './distance-query.ts'

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

/**
 * Adds radii [m] to the points of `query.core`, turns into world with the pose of the query's shape A, and moves both points to b - a = δ n, each by half of what is
 * missing. `isSwapped`: the query's shape A is the caller's B.
 */
export function writeResult(
  query: DistanceQuery,
  radiusA: number,
  radiusB: number,
  R_WA: Float64Array,
  oRA: number,
  p_WA: Float64Array,
  oPA: number,
  isSwapped: boolean,
  out: Float64Array,
  o: number,
): void {
  const core = query.core
  const R = query.R_AB
  const p = query.p_AB
  const nx = core[NORMAL]
  const ny = core[NORMAL + 1]
  const nz = core[NORMAL + 2]
  const delta = core[DISTANCE]
  const bx = core[POINT_B]
  const by = core[POINT_B + 1]
  const bz = core[POINT_B + 2]
  const mx = 0.5 * (core[POINT_A] + p[0] + R[0] * bx + R[1] * by + R[2] * bz)
  const my = 0.5 * (core[POINT_A + 1] + p[1] + R[3] * bx + R[4] * by + R[5] * bz)
  const mz = 0.5 * (core[POINT_A + 2] + p[2] + R[6] * bx + R[7] * by + R[8] * bz)
  const placeA = o + (isSwapped ? RESULT_POINT_B : RESULT_POINT_A)
  const placeB = o + (isSwapped ? RESULT_POINT_A : RESULT_POINT_B)
  const sign = isSwapped ? -1 : 1
  out[o + RESULT_DISTANCE] = delta - radiusA - radiusB
  const toA = radiusA - 0.5 * delta
  const toB = 0.5 * delta - radiusB
  for (let i = 0; i < 3; i++) {
    const r = oRA + 3 * i
    const m = p_WA[oPA + i] + R_WA[r] * mx + R_WA[r + 1] * my + R_WA[r + 2] * mz
    const n = R_WA[r] * nx + R_WA[r + 1] * ny + R_WA[r + 2] * nz
    out[o + RESULT_NORMAL + i] = sign * n
    out[placeA + i] = m + toA * n
    out[placeB + i] = m + toB * n
  }
}
