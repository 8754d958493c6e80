/** Integrals over contact patches: equations (1) and (2) of `contact-patch.ts`. */

import { RESULT_DISTANCE, RESULT_NORMAL, RESULT_POINT_A } from '../write-result.ts'
import {
  type ContactPatch,
  PATCH_CENTER,
  PATCH_DEPTH,
  PATCH_MOMENTS,
  PATCH_U,
  PATCH_V,
  PATCH_WEIGHT,
  PATCH_WIDENING,
} from './patch-workspace.ts'

/**
 * δ_s is at least the depth δ_0 of the deepest point if P contains it. Polygons that approximate discs may not: then
 * the patch fades out, down to this fraction of δ_0, where the contact is that of the point [1].
 */
const COMPLETE_FROM = 0.9

/** Areas narrower than this fraction of their length count as zero [1]. */
const MIN_WIDTH = 1e-9
/** Depths that are equal up to this fraction of them are those of one point [1]. */
const POINT_PART = 1e-6

/**
 * Integrals along the line between the places i and j in `patch.cut`, by two Gauss points, exact for the polynomials of
 * degree 3 in (1) and (2).
 */
export function sumOverEdge(patch: ContactPatch, i: number, j: number): void {
  const { cut } = patch
  const du = cut[j] - cut[i]
  const dv = cut[j + 1] - cut[i + 1]
  const length = Math.sqrt(du * du + dv * dv)
  for (let k = -1; k <= 1; k += 2) {
    const t = 0.5 + (k * 0.5) / Math.sqrt(3)
    const depth = cut[i + 2] + t * (cut[j + 2] - cut[i + 2])
    addPoint(patch, cut[i] + t * du, cut[i + 1] + t * dv, 0.5 * length * depth, depth)
  }
}

/**
 * Integrals over a polygon by the midpoints of the sides of triangles, exact for the polynomials of degree 2 in (1) and
 * (2).
 */
export function sumOverPolygon(patch: ContactPatch, n: number): void {
  const { cut } = patch
  for (let k = 2; k < n; k++) {
    const o = 3 * k
    const area =
      0.5 *
      Math.abs((cut[o - 3] - cut[0]) * (cut[o + 1] - cut[1]) - (cut[o] - cut[0]) * (cut[o - 2] - cut[1]))
    addMiddle(patch, area / 3, 0, o - 3)
    addMiddle(patch, area / 3, o - 3, o)
    addMiddle(patch, area / 3, o, 0)
  }
}

function addMiddle(patch: ContactPatch, area: number, i: number, j: number): void {
  const { cut } = patch
  addPoint(
    patch,
    0.5 * (cut[i] + cut[j]),
    0.5 * (cut[i + 1] + cut[j + 1]),
    area,
    0.5 * (cut[i + 2] + cut[j + 2]),
  )
}

/** @param weight weight of the point times δ^(p−1) */
function addPoint({ sums }: ContactPatch, u: number, v: number, weight: number, depth: number): void {
  const next = weight * depth
  sums[0] += weight
  sums[1] += weight * u
  sums[2] += weight * v
  sums[3] += next
  sums[4] += next * u
  sums[5] += next * v
  sums[6] += next * depth
  sums[7] += next * u * u
  sums[8] += next * u * v
  sums[9] += next * v * v
}

/**
 * Computes (1) … (3) from the sums, with ℓ = `fullExtent` [m]. False if the domain of integration is empty, or if P
 * does not contain the deepest point.
 */
export function computePatchValues(
  patch: ContactPatch,
  p: number,
  C: number,
  fullExtent: number,
  result: Float64Array,
  o: number,
): boolean {
  const { sums, values } = patch
  const D = sums[3]
  if (!(D > 0)) return false
  const mean = sums[6] / D
  const patchDepth = C * mean
  const depth = -result[o + RESULT_DISTANCE]
  const complete = smoothStep((patchDepth / depth - COMPLETE_FROM) / (1 - COMPLETE_FROM))
  if (!(complete > 0)) return false
  const first = (C * (p + 1)) / D
  const second = (C * p * mean) / D
  const weight = C * (p + 1) - second * sums[0]
  const u = (complete * (first * sums[4] - second * sums[1])) / weight
  const v = (complete * (first * sums[5] - second * sums[2])) / weight
  for (let c = 0; c < 3; c++) {
    // halfway between both surfaces, as the position of a point contact
    const middle = result[o + RESULT_POINT_A + c] - 0.5 * depth * result[o + RESULT_NORMAL + c]
    values[PATCH_CENTER + c] = middle + u * values[PATCH_U + c] + v * values[PATCH_V + c]
  }
  const mu = sums[4] / D
  const mv = sums[5] / D
  const uu = sums[7] / D - mu * mu
  const vv = sums[9] / D - mv * mv
  values[PATCH_MOMENTS] = complete * uu
  values[PATCH_MOMENTS + 1] = complete * (sums[8] / D - mu * mv)
  values[PATCH_MOMENTS + 2] = complete * vv
  values[PATCH_WIDENING] = p === 1 ? complete * patch.widening : 0
  values[PATCH_WIDENING + 1] = p === 1 ? 0 : complete * patch.widening
  const part = complete * smoothStep((uu + vv) / (fullExtent * fullExtent))
  const isPoint = Math.abs(patchDepth - depth) < POINT_PART * depth
  if (part < 1 && !isPoint) patch.isExact = false
  values[PATCH_DEPTH] = depth + part * (patchDepth - depth)
  values[PATCH_WEIGHT] = 1 + part * (weight - 1)
  return true
}

/**
 * Smaller principal second moment of a polygon of n corners about its centroid, per area [m2]; axis = unit vector of
 * the larger one (2), 0 without area.
 */
export function computeMinorMoment({ cut }: ContactPatch, n: number, axis: Float64Array): number {
  let area = 0
  let su = 0
  let sv = 0
  let uu = 0
  let uv = 0
  let vv = 0
  let longest = 0
  // relative to corner 0, triangles with the corners a, b: ∫ x xᵀ = area/12 (a aᵀ + b bᵀ + (a + b)(a + b)ᵀ)
  for (let o = 6; o < 3 * n; o += 3) {
    const au = cut[o - 3] - cut[0]
    const av = cut[o - 2] - cut[1]
    const bu = cut[o] - cut[0]
    const bv = cut[o + 1] - cut[1]
    const f = 0.5 * (au * bv - bu * av)
    longest = Math.max(longest, au * au + av * av, bu * bu + bv * bv)
    area += f
    su += (f / 3) * (au + bu)
    sv += (f / 3) * (av + bv)
    uu += (f / 6) * (au * au + au * bu + bu * bu)
    uv += (f / 12) * (2 * au * av + au * bv + bu * av + 2 * bu * bv)
    vv += (f / 6) * (av * av + av * bv + bv * bv)
  }
  axis[0] = 0
  axis[1] = 0
  // otherwise rounding errors would have a direction too
  if (!(Math.abs(area) > MIN_WIDTH * longest)) return 0
  const cu = su / area
  const cv = sv / area
  const mixed = uv / area - cu * cv
  const half = 0.5 * (uu / area - cu * cu - (vv / area - cv * cv))
  const mean = 0.5 * (uu / area - cu * cu + (vv / area - cv * cv))
  const angle = 0.5 * Math.atan2(mixed, half)
  axis[0] = Math.cos(angle)
  axis[1] = Math.sin(angle)
  return mean - Math.sqrt(half * half + mixed * mixed)
}

/** Sets the values of a contact in a point. */
export function setPointValues({ values }: ContactPatch, result: Float64Array, o: number): void {
  const depth = -result[o + RESULT_DISTANCE]
  values[PATCH_DEPTH] = depth
  values[PATCH_WEIGHT] = 1
  values[PATCH_WIDENING] = 0
  values[PATCH_WIDENING + 1] = 0
  for (let c = 0; c < 3; c++) {
    values[PATCH_CENTER + c] = result[o + RESULT_POINT_A + c] - 0.5 * depth * result[o + RESULT_NORMAL + c]
    values[PATCH_MOMENTS + c] = 0
  }
}

/** values = part · values + (1 − part) · others, where the force acts at the common center. */
export function blendPatchValues(values: Float64Array, others: Float64Array, part: number): void {
  const rest = 1 - part
  const weight = part * values[PATCH_WEIGHT]
  const otherWeight = rest * others[PATCH_WEIGHT]
  for (let c = PATCH_CENTER; c < PATCH_CENTER + 3; c++)
    values[c] = (weight * values[c] + otherWeight * others[c]) / (weight + otherWeight)
  values[PATCH_WEIGHT] = weight + otherWeight
  values[PATCH_DEPTH] = part * values[PATCH_DEPTH] + rest * others[PATCH_DEPTH]
  for (let c = PATCH_MOMENTS; c < PATCH_MOMENTS + 3; c++) values[c] = part * values[c] + rest * others[c]
  for (let c = PATCH_WIDENING; c < PATCH_WIDENING + 2; c++) values[c] = part * values[c] + rest * others[c]
}

/** 0 for x <= 0, 1 for x >= 1, with a continuous derivative. */
export function smoothStep(x: number): number {
  if (!(x > 0)) return 0
  return x < 1 ? x * x * (3 - 2 * x) : 1
}
