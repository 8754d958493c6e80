/**
 * A sphere that falls on a plate and bounces: the case simulated by all engines, and the exact times of its impacts.
 */
import { integrate } from 'vario/ode'

/** The case: gravity [m/s2], radius [m], height of the lowest point at the start [m], restitution [1], simulated time [s]. */
export const CASE = { g: 9.81, radius: 0.1, height: 0.5, restitution: 0.8, stopTime: 2 } as const

/** Number of the compared impact. */
export const IMPACT = 5

/** Steel on steel: density [kg/m3], Young's modulus [Pa], Poisson's ratio [1], velocity below which restitution is regularized [m/s]. */
export const STEEL = { density: 8000, E: 2e11, nu: 0.3, vsmall: 0.01 } as const

/** Time of the n-th of instantaneous impacts with restitution e [s]: √(2 h/g) (1 + 2 (e + … + e^(n−1))). */
export function computeIdealImpact(n = IMPACT): number {
  const { g, height, restitution } = CASE
  let sum = 1
  for (let k = 1; k < n; k++) sum += 2 * restitution ** k
  return Math.sqrt((2 * height) / g) * sum
}

/**
 * Time of the n-th impact with the force law of thesis (7.3a), (7.11)-(7.13) [s], independent of the 3D simulation:
 * flights in closed form, and one equation for the height s of the lowest point while it is below zero, m s̈ = −m g + k
 * |s|^(3/2) (1 − d ṡ), solved at 1e-13.
 */
export function computeHertzImpact(n = IMPACT): number {
  const { g, radius, height, restitution } = CASE
  const { density, E, nu, vsmall } = STEEL
  const mass = (density * 4 * Math.PI * radius ** 3) / 3
  const k = ((4 / 3) * E * Math.sqrt(radius)) / (2 * (1 - nu * nu))
  let t = Math.sqrt((2 * height) / g)
  let speed = g * t
  for (let impact = 1; impact < n; impact++) {
    // far above vsmall, |v| needs no regularization; that of the restitution fades with 0.01^(v/vsmall)
    const e = restitution + (0.001 - restitution) * 0.01 ** (speed / vsmall)
    const d = (8 * (1 - e)) / (5 * e * speed)
    const contact = integrate(
      {
        n: 2,
        f: (_t, [s, v], dx) => {
          dx[0] = v
          dx[1] = -g + (k / mass) * Math.max(0, Math.max(0, -s) ** 1.5 * (1 - d * v))
        },
        roots: {
          n: 1,
          g: (_t, x, z) => {
            z[0] = x[0]
          },
          direction: [1],
        },
      },
      // absolute tolerances far below the penetration of 1e-5 m
      {
        method: 'dop853',
        t0: 0,
        x0: [0, -speed],
        tEnd: 0.1,
        rtol: 1e-13,
        atol: [1e-18, 1e-13],
        onEvent: () => 'stop',
      },
    )
    speed = contact.x[1]
    t += contact.t + (2 * speed) / g
  }
  return t
}
