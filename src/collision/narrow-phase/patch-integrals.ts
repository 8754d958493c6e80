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
import { RESULT_DISTANCE, RESULT_POINT_A } from './write-result.ts'

/** δ_s must be at least this part of the depth that is known: polygons in discs may not have the deepest point [1]. */
const COMPLETE_PART = 0.99

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

/** (1), (2) from the sums. False if there is nothing to integrate over, or if P does not have the deepest point. */
export function computePatchValues(
  { sums, values }: ContactPatch,
  p: number,
  C: number,
  result: Float64Array,
  o: number,
): boolean {
  const D = sums[3]
  if (!(D > 0)) return false
  const mean = sums[6] / D
  const patchDepth = C * mean
  // δ_s is nowhere below the greatest depth in P
  if (!(patchDepth > -COMPLETE_PART * result[o + RESULT_DISTANCE])) return false
  const first = (C * (p + 1)) / D
  const second = (C * p * mean) / D
  const weight = C * (p + 1) - second * sums[0]
  const u = (first * sums[4] - second * sums[1]) / weight
  const v = (first * sums[5] - second * sums[2]) / weight
  values[PATCH_DEPTH] = patchDepth
  values[PATCH_WEIGHT] = weight
  for (let c = 0; c < 3; c++)
    values[PATCH_CENTRE + c] =
      result[o + RESULT_POINT_A + c] + u * values[PATCH_U + c] + v * values[PATCH_V + c]
  const mu = sums[4] / D
  const mv = sums[5] / D
  values[PATCH_MOMENTS] = sums[7] / D - mu * mu
  values[PATCH_MOMENTS + 1] = sums[8] / D - mu * mv
  values[PATCH_MOMENTS + 2] = sums[9] / D - mv * mv
  return true
}
