/** Integrals over contact patches: equations (1) and (2) of `contact-patch.ts`. */
import {
  type ContactPatch,
  PATCH_CENTRE,
  PATCH_DEPTH,
  PATCH_MOMENTS,
  PATCH_U,
  PATCH_V,
  PATCH_WEIGHT,
} from './patch-workspace.ts'
import { RESULT_DISTANCE, RESULT_NORMAL, RESULT_POINT_A } from './write-result.ts'

/**
 * δ_s is at least the depth δ_0 of the deepest point if P has it. Polygons in place of discs may not: then the patch fades away, down to this part
 * of δ_0, where the contact is that of the point [1].
 */
const COMPLETE_FROM = 0.9

/** Two points of Gauss, exact for the polynomials of degree 3 in (1) and (2). */
export function sumOverEdge(patch: ContactPatch): void {
  const { cut } = patch
  const length = Math.sqrt((cut[3] - cut[0]) ** 2 + (cut[4] - cut[1]) ** 2)
  for (let k = -1; k <= 1; k += 2) {
    const t = 0.5 + (k * 0.5) / Math.sqrt(3)
    const depth = cut[2] + t * (cut[5] - cut[2])
    addPoint(
      patch,
      cut[0] + t * (cut[3] - cut[0]),
      cut[1] + t * (cut[4] - cut[1]),
      0.5 * length * depth,
      depth,
    )
  }
}

/** Middles of the sides of triangles, exact for the polynomials of degree 2 in (1) and (2). */
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

/** @param weight of the point times δ^(p−1) */
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

/** (1) … (3) from the sums, with ℓ = `fullExtent` [m]. False if there is nothing to integrate over, or if P does not have the deepest point. */
export function computePatchValues(
  { sums, values }: ContactPatch,
  p: number,
  C: number,
  fullExtent: number,
  result: Float64Array,
  o: number,
): boolean {
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
    // halfway between both surfaces, as the place of a point contact
    const middle = result[o + RESULT_POINT_A + c] - 0.5 * depth * result[o + RESULT_NORMAL + c]
    values[PATCH_CENTRE + c] = middle + u * values[PATCH_U + c] + v * values[PATCH_V + c]
  }
  const mu = sums[4] / D
  const mv = sums[5] / D
  values[PATCH_MOMENTS] = sums[7] / D - mu * mu
  values[PATCH_MOMENTS + 1] = sums[8] / D - mu * mv
  values[PATCH_MOMENTS + 2] = sums[9] / D - mv * mv
  const square = (values[PATCH_MOMENTS] + values[PATCH_MOMENTS + 2]) / (fullExtent * fullExtent)
  const part = complete * smoothStep(square)
  values[PATCH_DEPTH] = depth + part * (patchDepth - depth)
  values[PATCH_WEIGHT] = 1 + part * (weight - 1)
  return true
}

/** 0 for x <= 0, 1 for x >= 1, with a continuous derivative. */
function smoothStep(x: number): number {
  if (!(x > 0)) return 0
  return x < 1 ? x * x * (3 - 2 * x) : 1
}
