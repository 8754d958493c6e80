/** Regularization of friction, damping and restitution at small velocities (thesis 7.1). */

/** Smallest coefficient of restitution for which the damping is computed (thesis 7.1.3) [1]. */
const COR_MIN = 0.001

/**
 * Relative deviation of the coefficient of restitution from its value at a contact-start velocity of v_min (eq. 7.12)
 * [1].
 */
const LOG_COR_DEVIATION = Math.log(0.01)

/**
 * |v| with a lower limit of v_min/3, so that v/reg(|v|) is a direction that fades to zero with v (7.4). First and second
 * derivatives are continuous.
 *
 * @param v length of a vector, >= 0
 */
export function regularize(v: number, vMin: number): number {
  if (v >= vMin) return v
  return ((v * v) / vMin) * (1 - v / (3 * vMin)) + vMin / 3
}

/**
 * Coefficient of restitution of a contact that starts with |δ̇⁻| = `startSpeed` (7.12): small at small speeds, so that
 * bouncing ends.
 */
export function regularizeRestitution(cor: number, startSpeed: number, vMin: number): number {
  return cor + (COR_MIN - cor) * Math.exp((LOG_COR_DEVIATION * startSpeed) / vMin)
}
