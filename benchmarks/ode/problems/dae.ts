/** Small differential-algebraic problems of index 1 and of index 2 in stabilized form. */
import type { DaeTestProblem } from './types.ts'

/** Robertson's reaction with the conservation of mass instead of its third equation. End values: as robertson-long. */
export const robertsonDae: DaeTestProblem = {
  name: 'robertson-dae',
  problem: {
    n: 3,
    residual: (_t, y, yp, res) => {
      const slow = 0.04 * y[0]
      const catalysed = 1e4 * y[1] * y[2]
      res[0] = catalysed - slow - yp[0]
      res[1] = slow - catalysed - 3e7 * y[1] * y[1] - yp[1]
      res[2] = y[0] + y[1] + y[2] - 1
    },
    differential: [true, true, false],
  },
  jacobian: (_t, y, _yp, c, J) => {
    J[0] = -0.04 - c
    J[1] = 1e4 * y[2]
    J[2] = 1e4 * y[1]
    J[3] = 0.04
    J[4] = -1e4 * y[2] - 6e7 * y[1] - c
    J[5] = -1e4 * y[1]
    J[6] = 1
    J[7] = 1
    J[8] = 1
  },
  t0: 0,
  y0: [1, 0, 0],
  yp0: [-0.04, 0.04, 0],
  tEnd: 4e10,
  atolScale: [1e-2, 1e-8, 1],
  reference: [5.2083451768521681e-8, 2.0833381779466101e-13, 0.99999994791636393],
}

const GRAVITY = 9.81

/** Position and velocity of the pendulum after 10 s: CVODE at tolerance 1e-13 in the angle. */
const PENDULUM_END = [0.27508746256946437, -0.96141920510102852, -4.175598100963704, -1.1947490545326434]

/**
 * Cartesian pendulum, m = L = 1, with the constraint on acceleration level: index 1. Unknowns x, y, vx, vy, λ:
 *   x' = vx,  y' = vy,  vx' = -λ x,  vy' = -λ y - g,  0 = vx² + vy² - λ (x² + y²) - g y
 */
export const pendulumIndex1: DaeTestProblem = {
  name: 'pendulum-index1',
  problem: {
    n: 5,
    residual: (_t, y, yp, res) => {
      res[0] = yp[0] - y[2]
      res[1] = yp[1] - y[3]
      res[2] = yp[2] + y[4] * y[0]
      res[3] = yp[3] + y[4] * y[1] + GRAVITY
      res[4] = y[2] * y[2] + y[3] * y[3] - y[4] * (y[0] * y[0] + y[1] * y[1]) - GRAVITY * y[1]
    },
    differential: [true, true, true, true, false],
  },
  jacobian: (_t, y, _yp, c, J) => {
    J[0] = c
    J[2] = -1
    J[6] = c
    J[8] = -1
    J[10] = y[4]
    J[12] = c
    J[14] = y[0]
    J[16] = y[4]
    J[18] = c
    J[19] = y[1]
    J[20] = -2 * y[4] * y[0]
    J[21] = -2 * y[4] * y[1] - GRAVITY
    J[22] = 2 * y[2]
    J[23] = 2 * y[3]
    J[24] = -(y[0] * y[0] + y[1] * y[1])
  },
  t0: 0,
  y0: [1, 0, 0, 0, 0],
  yp0: [0, 0, 0, -GRAVITY, 0],
  tEnd: 10,
  reference: PENDULUM_END,
}

/**
 * Cartesian pendulum, m = L = 1, in the stabilized form of Gear, Gupta and Leimkuhler with algebraic multipliers (index 2).
 * Unknowns x, y, vx, vy, λ, μ; G = (x, y):
 *   q' = v - Gᵀ μ,  v' = -Gᵀ λ - (0, g),  0 = (x² + y² - 1) / 2,  0 = G v
 */
export const pendulumGgl: DaeTestProblem = {
  name: 'pendulum-ggl',
  problem: {
    n: 6,
    residual: (_t, y, yp, res) => {
      res[0] = yp[0] - y[2] + y[5] * y[0]
      res[1] = yp[1] - y[3] + y[5] * y[1]
      res[2] = yp[2] + y[4] * y[0]
      res[3] = yp[3] + y[4] * y[1] + GRAVITY
      res[4] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1)
      res[5] = y[0] * y[2] + y[1] * y[3]
    },
    differential: [true, true, true, true, false, false],
  },
  jacobian: (_t, y, _yp, c, J) => {
    J[0] = c + y[5]
    J[2] = -1
    J[5] = y[0]
    J[7] = c + y[5]
    J[9] = -1
    J[11] = y[1]
    J[12] = y[4]
    J[14] = c
    J[16] = y[0]
    J[19] = y[4]
    J[21] = c
    J[22] = y[1]
    J[24] = y[0]
    J[25] = y[1]
    J[30] = y[2]
    J[31] = y[3]
    J[32] = y[0]
    J[33] = y[1]
  },
  ignoreAlgebraicErrors: true,
  t0: 0,
  y0: [1, 0, 0, 0, 0, 0],
  yp0: [0, 0, 0, -GRAVITY, 0, 0],
  tEnd: 10,
  reference: PENDULUM_END,
}

/**
 * The same pendulum with the integrals of both multipliers as unknowns, so that all six derivatives appear and the index
 * is 1 (thesis eq. 2.4): q' = v - Gᵀ μint',  v' = -Gᵀ λint' - (0, g),  0 = (x² + y² - 1) / 2,  0 = G v.
 */
export const pendulumGglIntegral: DaeTestProblem = {
  name: 'pendulum-ggl-integral',
  problem: {
    n: 6,
    residual: (_t, y, yp, res) => {
      res[0] = yp[0] - y[2] + yp[5] * y[0]
      res[1] = yp[1] - y[3] + yp[5] * y[1]
      res[2] = yp[2] + yp[4] * y[0]
      res[3] = yp[3] + yp[4] * y[1] + GRAVITY
      res[4] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1)
      res[5] = y[0] * y[2] + y[1] * y[3]
    },
  },
  jacobian: (_t, y, yp, c, J) => {
    J[0] = c + yp[5]
    J[2] = -1
    J[5] = c * y[0]
    J[7] = c + yp[5]
    J[9] = -1
    J[11] = c * y[1]
    J[12] = yp[4]
    J[14] = c
    J[16] = c * y[0]
    J[19] = yp[4]
    J[21] = c
    J[22] = c * y[1]
    J[24] = y[0]
    J[25] = y[1]
    J[30] = y[2]
    J[31] = y[3]
    J[32] = y[0]
    J[33] = y[1]
  },
  t0: 0,
  y0: [1, 0, 0, 0, 0, 0],
  yp0: [0, 0, 0, -GRAVITY, 0, 0],
  tEnd: 10,
  reference: PENDULUM_END,
}
