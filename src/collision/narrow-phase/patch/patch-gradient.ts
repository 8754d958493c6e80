/**
 * What the load of a patch has besides the force W n at its centre. Forces are conservative if they are the gradient of an energy, U = 2/5 k δ_s^(5/2): with a
 * displacement t and a rotation θ of B about the centre of the patch, force and torque on A are
 *
 *   f = k δ_s^(3/2) ∂δ_s/∂t,    τ = k δ_s^(3/2) ∂δ_s/∂θ.
 *
 * As long as all points of the common part belong to one body and lie over a face of the other, ∂δ_s/∂t = −W n and ∂δ_s/∂θ = 0 (`contact-patch.ts`). At the sides of faces, at
 * rims, and where one kind of contact becomes another, δ_s depends on the pose in other ways too. Without these, impacts there gained or lost up to a quarter of
 * the energy; the derivatives are found by differences.
 */
import type { ConvexShape } from '../../shapes/index.ts'
import { computeSignedDistance, createDistanceQuery } from '../compute-signed-distance.ts'
import { RESULT_DISTANCE, RESULT_LENGTH, RESULT_NORMAL } from '../query/index.ts'
import { computeContactPatch } from './contact-patch.ts'
import { ContactPatch, PATCH_CENTRE, PATCH_DEPTH, PATCH_REST, PATCH_WEIGHT } from './patch-workspace.ts'

/** Displacements as part of the depth [1]: central differences are right to the square of it, with 1e-16 m/1e-8 m of rounding errors at a depth of 1e-5 m. */
const STEP_PART = 1e-3

/** Memory of `addPatchGradient`. */
export class PatchGradient {
  readonly query = createDistanceQuery()
  readonly patch = new ContactPatch()
  readonly result = new Float64Array(RESULT_LENGTH)
  /** Pose of B after the displacement. */
  readonly R_WB = new Float64Array(9)
  readonly p_WB = new Float64Array(3)
}

/** values[PATCH_REST…] of a patch, after `computeContactPatch` with the same arguments. */
export function addPatchGradient(
  work: PatchGradient,
  { values, isExact }: ContactPatch,
  shapeA: ConvexShape,
  R_WA: Float64Array,
  iRA: number,
  p_WA: Float64Array,
  ipA: number,
  shapeB: ConvexShape,
  R_WB: Float64Array,
  iRB: number,
  p_WB: Float64Array,
  ipB: number,
  answer: Float64Array,
  o: number,
): void {
  for (let i = 0; i < 6; i++) values[PATCH_REST + i] = 0
  if (isExact) return
  const { query, patch, result, R_WB: R, p_WB: p } = work
  const step = STEP_PART * -answer[o + RESULT_DISTANCE]
  const angle = step / Math.min(shapeA.boundingRadius, shapeB.boundingRadius)
  for (let k = 0; k < 12; k++) {
    const i = k >> 1
    const sign = 1 - 2 * (k & 1)
    for (let c = 0; c < 9; c++) R[c] = R_WB[iRB + c]
    for (let c = 0; c < 3; c++) p[c] = p_WB[ipB + c]
    if (i < 3) turn(R, p, i, sign * angle, values)
    else p[i - 3] += sign * step
    computeSignedDistance(query, shapeA, R_WA, iRA, p_WA, ipA, shapeB, R, 0, p, 0, result, 0)
    const depth = -result[RESULT_DISTANCE]
    if (!(depth > 0)) continue
    const isPatch = computeContactPatch(patch, shapeA, R_WA, iRA, p_WA, ipA, shapeB, R, 0, p, 0, result, 0)
    values[PATCH_REST + i] +=
      (sign * (isPatch ? patch.values[PATCH_DEPTH] : depth)) / (2 * (i < 3 ? angle : step))
  }
  for (let c = 0; c < 3; c++)
    values[PATCH_REST + 3 + c] += values[PATCH_WEIGHT] * answer[o + RESULT_NORMAL + c]
}

/** Turns a pose about the axis i of the world through the centre of a patch. */
function turn(R: Float64Array, p: Float64Array, i: number, angle: number, values: Float64Array): void {
  const j = i === 2 ? 0 : i + 1
  const k = 3 - i - j
  const cosine = Math.cos(angle)
  const sine = Math.sin(angle)
  for (let c = 0; c < 3; c++) {
    const y = R[3 * j + c]
    const z = R[3 * k + c]
    R[3 * j + c] = cosine * y - sine * z
    R[3 * k + c] = sine * y + cosine * z
  }
  const y = p[j] - values[PATCH_CENTRE + j]
  const z = p[k] - values[PATCH_CENTRE + k]
  p[j] = values[PATCH_CENTRE + j] + cosine * y - sine * z
  p[k] = values[PATCH_CENTRE + k] + sine * y + cosine * z
}
