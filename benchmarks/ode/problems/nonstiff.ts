/**
 * Small smooth problems without stiffness. Equations: [Hairer, Nørsett, Wanner 1993, section II]; the two orbits end where
 * they began, the end value of the double pendulum was computed with CVODE at tolerance 1e-13.
 */
import type { OdeTestProblem } from './types.ts'

const MOON = 0.012277471
const EARTH = 1 - MOON

/** Arenstorf's periodic orbit in the restricted three body problem, passing close to the moon. */
export const arenstorf: OdeTestProblem = {
  name: 'arenstorf',
  stiff: false,
  problem: {
    n: 4,
    f: (_t, x, dx) => {
      const xe = x[0] + MOON
      const xm = x[0] - EARTH
      const yy = x[1] * x[1]
      const re2 = xe * xe + yy
      const rm2 = xm * xm + yy
      const ke = EARTH / (re2 * Math.sqrt(re2))
      const km = MOON / (rm2 * Math.sqrt(rm2))
      dx[0] = x[2]
      dx[1] = x[3]
      dx[2] = x[0] + 2 * x[3] - ke * xe - km * xm
      dx[3] = x[1] - 2 * x[2] - (ke + km) * x[1]
    },
  },
  jacobian: (_t, x, J) => {
    const xe = x[0] + MOON
    const xm = x[0] - EARTH
    const y = x[1]
    const re2 = xe * xe + y * y
    const rm2 = xm * xm + y * y
    const ke = EARTH / (re2 * Math.sqrt(re2))
    const km = MOON / (rm2 * Math.sqrt(rm2))
    const ge = (3 * ke) / re2
    const gm = (3 * km) / rm2
    J[2] = 1
    J[7] = 1
    J[8] = 1 - ke - km + ge * xe * xe + gm * xm * xm
    J[9] = (ge * xe + gm * xm) * y
    J[11] = 2
    J[12] = J[9]
    J[13] = 1 - ke - km + (ge + gm) * y * y
    J[14] = -2
  },
  t0: 0,
  x0: [0.994, 0, 0, -2.0015851063790825224],
  tEnd: 17.0652165601579625589,
  reference: [0.994, 0, 0, -2.0015851063790825224],
}

/** Ten revolutions on a Kepler ellipse of eccentricity 0.6, started at the pericenter. */
export const kepler: OdeTestProblem = {
  name: 'kepler',
  stiff: false,
  problem: {
    n: 4,
    f: (_t, x, dx) => {
      const r2 = x[0] * x[0] + x[1] * x[1]
      const k = -1 / (r2 * Math.sqrt(r2))
      dx[0] = x[2]
      dx[1] = x[3]
      dx[2] = k * x[0]
      dx[3] = k * x[1]
    },
  },
  jacobian: (_t, x, J) => {
    const r2 = x[0] * x[0] + x[1] * x[1]
    const k = -1 / (r2 * Math.sqrt(r2))
    const h = (-3 * k) / r2
    J[2] = 1
    J[7] = 1
    J[8] = k + h * x[0] * x[0]
    J[9] = h * x[0] * x[1]
    J[12] = J[9]
    J[13] = k + h * x[1] * x[1]
  },
  t0: 0,
  x0: [0.4, 0, 0, 2],
  tEnd: 20 * Math.PI,
  reference: [0.4, 0, 0, 2],
}

const GRAVITY = 9.81

/**
 * Planar double pendulum of unit masses and lengths; absolute angles from the vertical, then their rates. With Δ = θ1 - θ2:
 *   2 a1 + cos Δ a2 = -sin Δ ω2² - 2 g sin θ1      (1)
 *   cos Δ a1 + a2   =  sin Δ ω1² -   g sin θ2      (2)
 */
export const doublePendulum: OdeTestProblem = {
  name: 'double-pendulum',
  stiff: false,
  problem: {
    n: 4,
    f: (_t, x, dx) => {
      const c = Math.cos(x[0] - x[1])
      const s = Math.sin(x[0] - x[1])
      const b1 = -s * x[3] * x[3] - 2 * GRAVITY * Math.sin(x[0]) // (1)
      const b2 = s * x[2] * x[2] - GRAVITY * Math.sin(x[1]) // (2)
      const det = 2 - c * c
      dx[0] = x[2]
      dx[1] = x[3]
      dx[2] = (b1 - c * b2) / det
      dx[3] = (2 * b2 - c * b1) / det
    },
  },
  jacobian: (_t, x, J) => {
    const c = Math.cos(x[0] - x[1])
    const s = Math.sin(x[0] - x[1])
    const det = 2 - c * c
    const b1 = -s * x[3] * x[3] - 2 * GRAVITY * Math.sin(x[0])
    const b2 = s * x[2] * x[2] - GRAVITY * Math.sin(x[1])
    const a1 = (b1 - c * b2) / det
    const a2 = (2 * b2 - c * b1) / det
    // Derivatives of (1) and (2) with the accelerations fixed, with respect to θ1, θ2, ω1, ω2.
    const dw2 = -c * x[3] * x[3] + s * a2
    const dw1 = c * x[2] * x[2] + s * a1
    const r1 = [dw2 - 2 * GRAVITY * Math.cos(x[0]), -dw2, 0, -2 * s * x[3]]
    const r2 = [dw1, -dw1 - GRAVITY * Math.cos(x[1]), 2 * s * x[2], 0]
    J[2] = 1
    J[7] = 1
    for (let j = 0; j < 4; j++) {
      J[8 + j] = (r1[j] - c * r2[j]) / det
      J[12 + j] = (2 * r2[j] - c * r1[j]) / det
    }
  },
  t0: 0,
  x0: [1.5, 1.5, 0, 0],
  tEnd: 5,
  reference: [-0.4704151415322273, -0.86736915381989288, 2.2068436653806915, 4.121618653541816],
}
