/**
 * Small stiff problems. Equations and initial values: Test Set for Initial Value Problem Solvers (Mazzia, Magherini) and
 * [Hairer, Wanner 1996, section IV.10]; end values: CVODE at tolerance 1e-13, in agreement with the published digits.
 */
import type { OdeTestProblem } from './types.ts'

function robertsonRates(_t: number, x: Float64Array, dx: Float64Array): void {
  const slow = 0.04 * x[0]
  const catalysed = 1e4 * x[1] * x[2]
  const fast = 3e7 * x[1] * x[1]
  dx[0] = catalysed - slow
  dx[1] = slow - catalysed - fast
  dx[2] = fast
}

function robertsonJacobian(_t: number, x: Float64Array, J: Float64Array): void {
  J[0] = -0.04
  J[1] = 1e4 * x[2]
  J[2] = 1e4 * x[1]
  J[3] = 0.04
  J[4] = -1e4 * x[2] - 6e7 * x[1]
  J[5] = -1e4 * x[1]
  J[7] = 6e7 * x[1]
}

/** Robertson's chemical reaction with rates 0.04, 1e4 and 3e7. */
export const robertson: OdeTestProblem = {
  name: 'robertson',
  stiff: true,
  problem: { n: 3, f: robertsonRates },
  jacobian: robertsonJacobian,
  t0: 0,
  x0: [1, 0, 0],
  tEnd: 1e4,
  reference: [0.10730042853832675, 4.8001669725978359e-7, 0.89269909144497661],
}

/**
 * Robertson's reaction up to the time at which almost everything is the third species; weights are of the size of the
 * amounts.
 */
export const robertsonLong: OdeTestProblem = {
  ...robertson,
  name: 'robertson-long',
  tEnd: 4e10,
  atolScale: [1e-2, 1e-8, 1],
  reference: [5.2083451768521681e-8, 2.0833381779466101e-13, 0.99999994791636393],
}

/** Van der Pol's oscillator in unscaled time with mu = 1000: two relaxation jumps. */
export const vanDerPol: OdeTestProblem = {
  name: 'vdpol-mu1000',
  stiff: true,
  problem: {
    n: 2,
    f: (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = 1000 * (1 - x[0] * x[0]) * x[1] - x[0]
    },
  },
  jacobian: (_t, x, J) => {
    J[1] = 1
    J[2] = -2000 * x[0] * x[1] - 1
    J[3] = 1000 * (1 - x[0] * x[0])
  },
  t0: 0,
  x0: [2, 0],
  tEnd: 2000,
  reference: [1.7061677321561055, -0.00089280970104020695],
}

/** HIRES: growth of plant tissue under high irradiance, eight reactants. */
export const hires: OdeTestProblem = {
  name: 'hires',
  stiff: true,
  problem: {
    n: 8,
    f: (_t, x, dx) => {
      const bound = 280 * x[5] * x[7]
      dx[0] = -1.71 * x[0] + 0.43 * x[1] + 8.32 * x[2] + 0.0007
      dx[1] = 1.71 * x[0] - 8.75 * x[1]
      dx[2] = -10.03 * x[2] + 0.43 * x[3] + 0.035 * x[4]
      dx[3] = 8.32 * x[1] + 1.71 * x[2] - 1.12 * x[3]
      dx[4] = -1.745 * x[4] + 0.43 * x[5] + 0.43 * x[6]
      dx[5] = -bound + 0.69 * x[3] + 1.71 * x[4] - 0.43 * x[5] + 0.69 * x[6]
      dx[6] = bound - 1.81 * x[6]
      dx[7] = -bound + 1.81 * x[6]
    },
  },
  jacobian: (_t, x, J) => {
    J[0] = -1.71
    J[1] = 0.43
    J[2] = 8.32
    J[8] = 1.71
    J[9] = -8.75
    J[18] = -10.03
    J[19] = 0.43
    J[20] = 0.035
    J[25] = 8.32
    J[26] = 1.71
    J[27] = -1.12
    J[36] = -1.745
    J[37] = 0.43
    J[38] = 0.43
    J[43] = 0.69
    J[44] = 1.71
    J[45] = -280 * x[7] - 0.43
    J[46] = 0.69
    J[47] = -280 * x[5]
    J[53] = 280 * x[7]
    J[54] = -1.81
    J[55] = 280 * x[5]
    J[61] = -280 * x[7]
    J[62] = 1.81
    J[63] = -280 * x[5]
  },
  t0: 0,
  x0: [1, 0, 0, 0, 0, 0, 0, 0.0057],
  tEnd: 321.8122,
  reference: [
    0.00073713125733439232, 0.00014424857263197754, 5.8887297410019586e-5, 0.0011756513432864938,
    0.0023863561988881031, 0.0062389682529235876, 0.0028499983952244281, 0.0028500016047757026,
  ],
}

const OREGO_S = 77.27
const OREGO_Q = 8.375e-6
const OREGO_W = 0.161

/** The Oregonator model of the Belousov-Zhabotinskii reaction: a limit cycle with very fast phases. */
export const oregonator: OdeTestProblem = {
  name: 'orego',
  stiff: true,
  problem: {
    n: 3,
    f: (_t, x, dx) => {
      dx[0] = OREGO_S * (x[1] + x[0] * (1 - OREGO_Q * x[0] - x[1]))
      dx[1] = (x[2] - (1 + x[0]) * x[1]) / OREGO_S
      dx[2] = OREGO_W * (x[0] - x[2])
    },
  },
  jacobian: (_t, x, J) => {
    J[0] = OREGO_S * (1 - 2 * OREGO_Q * x[0] - x[1])
    J[1] = OREGO_S * (1 - x[0])
    J[3] = -x[1] / OREGO_S
    J[4] = -(1 + x[0]) / OREGO_S
    J[5] = 1 / OREGO_S
    J[6] = OREGO_W
    J[8] = -OREGO_W
  },
  t0: 0,
  x0: [1, 2, 3],
  tEnd: 360,
  reference: [1.000814870318536, 1228.1785215298044, 132.0554942789866],
}
