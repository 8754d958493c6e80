/**
 * Response of elastic contacts (thesis 7.1), as functions of numbers. The normal force is Hertz' law with the damping
 * of Flores:
 *
 *   f   = k max(0, δ^(3/2) (1 + d δ̇)),   k = k_red 4/3 E* √R_geo                                              (7.3a)
 *   f_t = −μ_k f v_t/reg(|v_t|)                                                                         (7.3c), (7.8)
 *   τ   = −μ_r R_geo f ω/reg(|ω|)                                                                       (7.3d), (7.10)
 *
 * δ is the penetration depth, δ̇ its rate (positive: compression), v_t and ω the tangential and the angular velocity of
 * one body relative to the other; f_t and τ act on the former.
 */
import { regularize, regularizeRestitution } from './regularization.ts'

/** Default limit of damping coefficients (thesis 7.1.4) [s/m]. */
export const DEFAULT_MAXIMUM_DAMPING = 2000

/**
 * E* of two materials (7.2): 1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂.
 *
 * @param E1 Young's modulus [Pa]
 * @param nu1 Poisson's ratio [1]
 * @returns combined modulus [Pa]
 */
export function combineYoungsModuli(E1: number, nu1: number, E2: number, nu2: number): number {
  return 1 / ((1 - nu1 * nu1) / E1 + (1 - nu2 * nu2) / E2)
}

/** R_geo of two shapes from their contact radii (thesis table 7.2) [m]. */
export function combineContactRadii(rc1: number, isFlat1: boolean, rc2: number, isFlat2: boolean): number {
  if (isFlat1 !== isFlat2) return isFlat1 ? rc2 : rc1
  return (rc1 * rc2) / (rc1 + rc2)
}

/** k of (7.3a) [N/m^1.5]: k_red 4/3 E* √R_geo. */
export function computeStiffness(modulus: number, radius: number, reductionFactor: number): number {
  return reductionFactor * (4 / 3) * modulus * Math.sqrt(radius)
}

/**
 * Damping coefficient d of a contact [s/m] (7.13), (7.11).
 *
 * @param cor coefficient of restitution of the pair of materials, 0 <= cor <= 1
 * @param startVelocity δ̇⁻, rate of penetration when the contact starts [m/s]
 * @param vMin threshold of regularization [m/s]
 */
export function computeDampingCoefficient(
  cor: number,
  startVelocity: number,
  vMin: number,
  maximum: number,
): number {
  const speed = Math.abs(startVelocity)
  const restitution = regularizeRestitution(cor, speed, vMin)
  return Math.min(maximum, (8 * (1 - restitution)) / (5 * restitution * regularize(speed, vMin)))
}

/**
 * Normal force f [N] of (7.3a) for the penetration depth δ [m] and its rate δ̇ [m/s]; 0 without penetration. A linear
 * spring has δ instead of δ^(3/2).
 */
export function computeNormalForce(
  stiffness: number,
  damping: number,
  penetration: number,
  rate: number,
  isLinear = false,
): number {
  if (!(penetration > 0)) return 0
  const power = isLinear ? penetration : penetration * Math.sqrt(penetration)
  return stiffness * Math.max(0, power * (1 + damping * rate))
}
