/**
 * Sizes of penetrations under f = k δ^(3/2), for tolerances of solvers (thesis 7.1.5: penetrations of hard materials
 * are
 * 1e-5 … 1e-6 m, differences of positions of the size of meters, which a relative tolerance of 1e-6 does not resolve).
 */

/** Penetration [m] that carries a force [N]: (f/k)^(2/3). */
export function computeStaticPenetration(stiffness: number, force: number): number {
  return (force / stiffness) ** (2 / 3)
}

/** Largest penetration [m] of a mass [kg] that arrives with a speed [m/s]: 2/5 k δ^(5/2) = m v²/2. */
export function computeImpactPenetration(stiffness: number, mass: number, speed: number): number {
  return ((5 * mass * speed * speed) / (4 * stiffness)) ** (2 / 5)
}
