import { PATCH_DEPTH, PATCH_LENGTH, PATCH_U, PATCH_V, PATCH_WEIGHT } from '../../collision/index.ts'
import {
  type ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  IS_LINEAR,
  PATCH_CONTACT,
  RADIUS,
  STIFFNESS,
} from './active-contacts.ts'
import { computeSpread, computeTurningArm } from './patch-friction.ts'
import { CONTACT_RESULT_SIZE, NORMAL_VECTOR, PENETRATION } from './result-layout.ts'

/**
 * Poisson's ratio in eq. (2) of `hold-displacement.ts` [1]: that of metals; from 0 to 0.5 the ratio goes from 1 to 2/3.
 */
const POISSON = 0.3
const MINDLIN = (2 * (1 - POISSON)) / (2 - POISSON)

/** Coefficients of friction and of resistance against rotation [1]. */
export interface HoldFriction {
  readonly muK: number
  readonly muR: number
}

/** Stiffness of eq. (1) of `hold-displacement.ts`, and limits of the forces. */
export interface HoldStiffness extends HoldFriction {
  /** k_t [N/m]. */
  readonly sliding: number
  /** k_t P [N.m/rad]. */
  readonly turning: number
  /** k_r [N.m/rad], and the unit vectors about which it acts, in the world (3 each). */
  readonly rolling: number
  readonly axes: readonly Float64Array[]
  /** Torque against rotation per sliding force, of a patch [m]. */
  readonly arm: number
  /** R_geo [m]. */
  readonly radius: number
}

/** Stiffness of contact k, for its present geometry. */
export function computeHoldStiffness(
  { constants, results, patches, patchState }: ActiveContacts,
  k: number,
  { muK, muR }: HoldFriction,
): HoldStiffness {
  const c = CONTACT_CONSTANTS_SIZE * k
  const q = PATCH_LENGTH * k
  const isPatch = patchState[k] === PATCH_CONTACT
  const weight = isPatch ? patches[q + PATCH_WEIGHT] : 1
  const depth = isPatch ? patches[q + PATCH_DEPTH] : results[CONTACT_RESULT_SIZE * k + PENETRATION]
  const radius = constants[c + RADIUS]
  // f = W k δ^p, and the depth of a patch grows by W times the approach of its bodies
  const perDepth = constants[c + IS_LINEAR] === 1 ? 1 : 1.5 * Math.sqrt(Math.max(0, depth))
  const normal = weight * weight * constants[c + STIFFNESS] * perDepth
  const sliding = muK > 0 ? MINDLIN * normal : 0
  const rolling = muR * radius * radius * MINDLIN * normal
  const n = results.slice(
    CONTACT_RESULT_SIZE * k + NORMAL_VECTOR,
    CONTACT_RESULT_SIZE * k + NORMAL_VECTOR + 3,
  )
  if (!isPatch) {
    const axes = [Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0), Float64Array.of(0, 0, 1)]
    return { muK, muR, sliding, turning: 0, rolling, axes, arm: 0, radius }
  }
  const spread = computeSpread(patches, q, { sUU: 0, sUV: 0, sVV: 0 })
  const { sUU, sUV, sVV } = spread
  const polar = sUU * sUU + 2 * sUV * sUV + sVV * sVV
  // principal axes of the patch: extents λ along cos U + sin V, and perpendicular to it
  const angle = 0.5 * Math.atan2(2 * sUV, sUU - sVV)
  const mean = 0.5 * (sUU + sVV)
  const difference = Math.hypot(0.5 * (sUU - sVV), sUV)
  const axes = [n]
  for (const [turn, extent] of [
    // about an axis, pressure has the lever of the extent perpendicular to it
    [angle, mean - difference],
    [angle + Math.PI / 2, mean + difference],
  ] as const) {
    if (normal * extent * extent >= rolling) continue
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    axes.push(
      Float64Array.from([0, 1, 2], (m) => cos * patches[q + PATCH_U + m] + sin * patches[q + PATCH_V + m]),
    )
  }
  return {
    ...{ muK, muR, sliding, turning: sliding * polar },
    ...{ rolling, axes, arm: computeTurningArm(spread), radius },
  }
}
