/**
 * Load of a patch in addition to the force W n at its center. Forces are conservative if they are the gradient of
 * an energy, U = 2/5 k δ_s^(5/2): with a displacement t and a rotation θ of B about the center of the patch, force and
 * torque on A are
 *
 *   f = k δ_s^(3/2) ∂δ_s/∂t,    τ = k δ_s^(3/2) ∂δ_s/∂θ.
 *
 * As long as all points of the common part belong to one body and lie over a face of the other, ∂δ_s/∂t = −W n and
 * ∂δ_s/∂θ = 0 (`contact-patch.ts`). At the sides of faces, at rims, and where one kind of contact becomes another, δ_s
 * depends on the pose in other ways too. Without these terms, impacts there gained or lost up to a quarter of the
 * energy; the derivatives are computed by differences.
 */
import { computeSignedDistance, createDistanceQuery } from '../distance/index.ts'
import { NO_SHAPE } from '../distance-query.ts'
import type { PlacedShapes } from '../placed-shapes.ts'
import { RESULT_DISTANCE, RESULT_LENGTH, RESULT_NORMAL } from '../write-result.ts'
import { computeContactPatch } from './contact-patch.ts'
import { ContactPatch, PATCH_CENTER, PATCH_DEPTH, PATCH_REST, PATCH_WEIGHT } from './patch-workspace.ts'

/**
 * Displacements relative to the depth [1]: the error of central differences is its square, plus rounding errors of
 * 1e-16 m/1e-8 m at a depth of 1e-5 m.
 */
const STEP_PART = 1e-3

/** Workspace of `addPatchGradient`. */
export class PatchGradient {
  readonly query = createDistanceQuery()
  readonly patch = new ContactPatch()
  readonly result = new Float64Array(RESULT_LENGTH)
  /** A, and B after the displacement. */
  readonly pair = {
    convex: [NO_SHAPE, NO_SHAPE],
    R_WS: new Float64Array(18),
    p_WS: new Float64Array(6),
  }
}

/** Sets values[PATCH_REST…] of a patch, after `computeContactPatch` with the same arguments. */
export function addPatchGradient(
  work: PatchGradient,
  { values, isExact }: ContactPatch,
  shapes: PlacedShapes,
  a: number,
  b: number,
  answer: Float64Array,
  o: number,
): void {
  for (let i = 0; i < 6; i++) values[PATCH_REST + i] = 0
  if (isExact) return
  const { query, patch, result, pair } = work
  const { convex, R_WS, p_WS } = pair
  const { R_WS: R, p_WS: p } = shapes
  const shapeA = shapes.convex[a]
  const shapeB = shapes.convex[b]
  convex[0] = shapeA
  convex[1] = shapeB
  for (let c = 0; c < 9; c++) R_WS[c] = R[9 * a + c]
  for (let c = 0; c < 3; c++) p_WS[c] = p[3 * a + c]
  const step = STEP_PART * -answer[o + RESULT_DISTANCE]
  const angle = step / Math.min(shapeA.boundingRadius, shapeB.boundingRadius)
  for (let k = 0; k < 12; k++) {
    const i = k >> 1
    const sign = 1 - 2 * (k & 1)
    for (let c = 0; c < 9; c++) R_WS[9 + c] = R[9 * b + c]
    for (let c = 0; c < 3; c++) p_WS[3 + c] = p[3 * b + c]
    if (i < 3) turnSecond(pair, i, sign * angle, values)
    else p_WS[i] += sign * step
    computeSignedDistance(query, pair, 0, 1, result, 0)
    const depth = -result[RESULT_DISTANCE]
    if (!(depth > 0)) continue
    const isPatch = computeContactPatch(patch, pair, 0, 1, result, 0)
    values[PATCH_REST + i] +=
      (sign * (isPatch ? patch.values[PATCH_DEPTH] : depth)) / (2 * (i < 3 ? angle : step))
  }
  for (let c = 0; c < 3; c++)
    values[PATCH_REST + 3 + c] += values[PATCH_WEIGHT] * answer[o + RESULT_NORMAL + c]
}

/** Rotates the second of two shapes about the axis i of the world through the center of a patch. */
function turnSecond(
  { R_WS: R, p_WS: p }: PlacedShapes,
  i: number,
  angle: number,
  values: Float64Array,
): void {
  const j = i === 2 ? 0 : i + 1
  const k = 3 - i - j
  const cosine = Math.cos(angle)
  const sine = Math.sin(angle)
  for (let c = 0; c < 3; c++) {
    const y = R[9 + 3 * j + c]
    const z = R[9 + 3 * k + c]
    R[9 + 3 * j + c] = cosine * y - sine * z
    R[9 + 3 * k + c] = sine * y + cosine * z
  }
  const y = p[3 + j] - values[PATCH_CENTER + j]
  const z = p[3 + k] - values[PATCH_CENTER + k]
  p[3 + j] = values[PATCH_CENTER + j] + cosine * y - sine * z
  p[3 + k] = values[PATCH_CENTER + k] + sine * y + cosine * z
}
