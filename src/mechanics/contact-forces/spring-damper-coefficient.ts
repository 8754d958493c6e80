/**
 * Contact as a linear spring with a damper (Engelson 2000, 4.5): with the penetration x and its rate ẋ,
 *
 *   F = (1 + k ẋ) K x
 *
 * where k follows from the coefficient of restitution e and the velocity v₀ at the beginning. It depends on u = k v₀
 * alone, and neither on K nor on the mass. The report fits e(u) by a fraction (4.6) or a polynomial (4.7). The first
 * integral of m ẍ = -F is known, and gives it exactly:
 *
 *   -e u - ln(1 - e u) = u - ln(1 + u)                                                                            (1)
 */

/** Relation between damping and restitution: exact, or as published in 2000. */
export type DamperLaw = 'exact' | 'fraction' | 'polynomial'

/** Number of bisections of a bracket: the number of bits of a double. */
const N_HALVING = 60

/** u = k v₀ [1] for a coefficient of restitution 0 < e <= 1. */
export function computeDamperCoefficient(e: number, law: DamperLaw): number {
  if (e >= 1) return 0
  if (law === 'fraction') return (1 - e) / e
  return law === 'polynomial' ? computePolynomialCoefficient(e) : computeExactCoefficient(e)
}

/** The root of (1) between 0 and 1/e, where the left-hand side is infinite. */
function computeExactCoefficient(e: number): number {
  // for small u, (1) is u²/2 (1 - e²) = u³/3 (1 + e³): the root is above a fraction of that, or of 1/e
  let high = 1 / e
  let low = Math.min(high, (1.5 * (1 - e * e)) / (1 + e * e * e)) / 8
  for (let k = 0; k < N_HALVING && high - low > Number.EPSILON * high; k++) {
    const u = 0.5 * (low + high)
    if (u - Math.log1p(u) > -e * u - Math.log1p(-e * u)) low = u
    else high = u
  }
  return 0.5 * (low + high)
}

/** Engelson 2000, 4.7: exp(s(e)) with the root s of a cubic polynomial, in complex numbers as published. */
function computePolynomialCoefficient(e: number): number {
  // √(e - 0.983167) is imaginary up to there; the product with the other root is a i or a
  const a = Math.sqrt(Math.abs(e - 0.983167)) * Math.sqrt(0.121024 + e)
  const isReal = e >= 0.983167
  const re = -0.000833598 + 0.00193378 * e + (isReal ? 0.00193378 * a : 0)
  const im = isReal ? 0 : 0.00193378 * a
  const size = Math.cbrt(Math.hypot(re, im))
  const angle = Math.atan2(im, re) / 3
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  // real part of (-0.163279 + 0.282808 i)/T^(1/3) - (15.6309 + 27.0735 i) T^(1/3); the imaginary one is zero
  const first = (-0.163279 * c + 0.282808 * s) / size
  const second = size * (15.6309 * c - 27.0735 * s)
  return Math.exp(0.620898 + first - second)
}
