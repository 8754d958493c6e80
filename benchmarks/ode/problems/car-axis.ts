/**
 * The car axis of the Test Set for Initial Value Problem Solvers: an axis of length L on two springs, its left wheel on flat
 * ground, its right wheel on a bumpy road (xb, yb) = (√(L² - yb²), r sin ωt). Positions p = (xl, yl, xr, yr), velocities v,
 * multipliers λ1, λ2; with m = M ε²/2:
 *   p' = v,   m v' = f(p, t) + Gᵀ λ
 *   g1 = xb xl + yb yl = 0,   g2 = (xl - xr)² + (yl - yr)² - L² = 0                                     (index 3)
 * Here with both constraints on acceleration level (index 1) and in stabilized form. End values: those of the test set.
 */
import type { DaeTestProblem } from './types.ts'

const L = 1
const L0 = 0.5
const MASS = (10 * 0.01 * 0.01) / 2 // M ε²/2
const WEIGHT = MASS // M ε² g/2 with g = 1
const BUMP = 0.1
const OMEGA = 10

const END_VALUES = [
  0.04934557842755629, 0.4969894602303324, 1.0417425248854, 0.3739110272652214, -0.07705836840321485,
  0.007446866596327776, 0.01755681574942899, 0.7703410437794031, -0.00473688675078463, -0.00110468041134573,
]

/** Road point and its first two time derivatives: xb, yb, xb', yb', xb'', yb''. */
function computeRoad(t: number, out: Float64Array): void {
  const y = BUMP * Math.sin(OMEGA * t)
  const dy = BUMP * OMEGA * Math.cos(OMEGA * t)
  const ddy = -OMEGA * OMEGA * y
  const x = Math.sqrt(L * L - y * y)
  const dx = (-y * dy) / x
  out[0] = x
  out[1] = y
  out[2] = dx
  out[3] = dy
  out[4] = -(dy * dy + y * ddy + dx * dx) / x // from x² + y² = L²
  out[5] = ddy
}

const road = new Float64Array(6)

const force = new Float64Array(4)

/** Writes f + Gᵀλ to `out` (4). Needs `road` at the same time. */
function computeForces(y: Float64Array, out: Float64Array): void {
  const ex = y[0] - y[2]
  const ey = y[1] - y[3]
  const rx = y[2] - road[0]
  const ry = y[3] - road[1]
  const left = L0 / Math.sqrt(y[0] * y[0] + y[1] * y[1]) - 1
  const right = L0 / Math.sqrt(rx * rx + ry * ry) - 1
  out[0] = left * y[0] + y[8] * road[0] + 2 * y[9] * ex
  out[1] = left * y[1] + y[8] * road[1] + 2 * y[9] * ey - WEIGHT
  out[2] = right * rx - 2 * y[9] * ex
  out[3] = right * ry - 2 * y[9] * ey - WEIGHT
}

/** Writes -∂(f + Gᵀλ)/∂y to the rows 4 to 7 of a matrix with `n` columns. Needs `road` at the same time. */
function computeForceJacobian(n: number, y: Float64Array, J: Float64Array): void {
  const ex = y[0] - y[2]
  const ey = y[1] - y[3]
  const row = [4 * n, 5 * n, 6 * n, 7 * n]
  addSpring(J, row[0], row[1], 0, y[0], y[1])
  addSpring(J, row[2], row[3], 2, y[2] - road[0], y[3] - road[1])
  for (let i = 0; i < 4; i++) {
    const other = (i + 2) % 4
    J[row[i] + i] -= 2 * y[9]
    J[row[i] + other] += 2 * y[9]
  }
  J[row[0] + 8] = -road[0]
  J[row[1] + 8] = -road[1]
  J[row[0] + 9] = -2 * ex
  J[row[1] + 9] = -2 * ey
  J[row[2] + 9] = 2 * ex
  J[row[3] + 9] = 2 * ey
}

/** Adds the derivative of -(L0/r - 1) (ex, ey) with respect to the position in the columns `col` and `col + 1`. */
function addSpring(J: Float64Array, rowX: number, rowY: number, col: number, ex: number, ey: number): void {
  const r2 = ex * ex + ey * ey
  const k = L0 / Math.sqrt(r2)
  J[rowX + col] += 1 - k + (k * ex * ex) / r2
  J[rowX + col + 1] += (k * ex * ey) / r2
  J[rowY + col] += (k * ex * ey) / r2
  J[rowY + col + 1] += 1 - k + (k * ey * ey) / r2
}

const Y0 = [0, L0, L, L0, -L0 / L, 0, -L0 / L, 0, 0, 0]
const YP0 = [-L0 / L, 0, -L0 / L, 0, 0, -1, 0, -1, 0, 0]

/**
 * Car axis, index 1 (n = 10): both constraints differentiated twice, with the accelerations (f + Gᵀλ) / m inserted, so
 * that the last two equations are algebraic; they are multiplied by m.
 */
export const carAxisIndex1: DaeTestProblem = {
  name: 'car-axis-index1',
  problem: {
    n: 10,
    residual: (t, y, yp, res) => {
      computeRoad(t, road)
      computeForces(y, force)
      for (let i = 0; i < 4; i++) {
        res[i] = yp[i] - y[4 + i]
        res[4 + i] = MASS * yp[4 + i] - force[i]
      }
      const ux = y[4] - y[6]
      const uy = y[5] - y[7]
      const moving = 2 * (road[2] * y[4] + road[3] * y[5]) + road[4] * y[0] + road[5] * y[1]
      res[8] = road[0] * force[0] + road[1] * force[1] + MASS * moving
      res[9] =
        (y[0] - y[2]) * (force[0] - force[2]) +
        (y[1] - y[3]) * (force[1] - force[3]) +
        MASS * (ux * ux + uy * uy)
    },
    differential: [true, true, true, true, true, true, true, true, false, false],
  },
  jacobian: (t, y, _yp, c, J) => {
    computeRoad(t, road)
    computeForces(y, force)
    computeForceJacobian(10, y, J)
    // Derivatives of both constraints with respect to positions and multipliers, through the forces.
    const ex = y[0] - y[2]
    const ey = y[1] - y[3]
    for (let j = 0; j < 10; j++) {
      J[80 + j] = -road[0] * J[40 + j] - road[1] * J[50 + j]
      J[90 + j] = -ex * (J[40 + j] - J[60 + j]) - ey * (J[50 + j] - J[70 + j])
    }
    // Their other terms.
    for (let k = 0; k < 2; k++) {
      const u = 2 * MASS * (y[4 + k] - y[6 + k])
      const pull = force[k] - force[2 + k]
      J[80 + k] += MASS * road[4 + k]
      J[84 + k] += 2 * MASS * road[2 + k]
      J[90 + k] += pull
      J[92 + k] -= pull
      J[94 + k] += u
      J[96 + k] -= u
    }
    for (let i = 0; i < 4; i++) {
      J[i * 10 + i] = c
      J[i * 10 + 4 + i] = -1
      J[(4 + i) * 10 + 4 + i] = MASS * c
    }
  },
  t0: 0,
  y0: Y0,
  yp0: YP0,
  tEnd: 3,
  reference: END_VALUES,
}

/**
 * Car axis in the stabilized form of Gear, Gupta and Leimkuhler with algebraic multipliers (index 2, n = 12):
 * p' = v - Gᵀ μ, and both constraints on position and on velocity level. λ is not compared: it is one order less accurate.
 */
export const carAxisGgl: DaeTestProblem = {
  name: 'car-axis-ggl',
  problem: {
    n: 12,
    residual: (t, y, yp, res) => {
      computeRoad(t, road)
      computeForces(y, force)
      const ex = y[0] - y[2]
      const ey = y[1] - y[3]
      res[0] = yp[0] - y[4] + y[10] * road[0] + 2 * y[11] * ex
      res[1] = yp[1] - y[5] + y[10] * road[1] + 2 * y[11] * ey
      res[2] = yp[2] - y[6] - 2 * y[11] * ex
      res[3] = yp[3] - y[7] - 2 * y[11] * ey
      for (let i = 0; i < 4; i++) res[4 + i] = MASS * yp[4 + i] - force[i]
      res[8] = road[0] * y[0] + road[1] * y[1]
      res[9] = ex * ex + ey * ey - L * L
      res[10] = road[2] * y[0] + road[3] * y[1] + road[0] * y[4] + road[1] * y[5]
      res[11] = 2 * (ex * (y[4] - y[6]) + ey * (y[5] - y[7]))
    },
    differential: [true, true, true, true, true, true, true, true, false, false, false, false],
  },
  jacobian: (t, y, _yp, c, J) => {
    computeRoad(t, road)
    computeForceJacobian(12, y, J)
    for (let i = 0; i < 4; i++) {
      J[i * 12 + i] = c + 2 * y[11]
      J[i * 12 + ((i + 2) % 4)] = -2 * y[11]
      J[i * 12 + 4 + i] = -1
      J[(4 + i) * 12 + 4 + i] = MASS * c
    }
    for (let k = 0; k < 2; k++) {
      const e = y[k] - y[2 + k]
      const u = y[4 + k] - y[6 + k]
      J[k * 12 + 10] = road[k]
      J[k * 12 + 11] = 2 * e
      J[(2 + k) * 12 + 11] = -2 * e
      J[96 + k] = road[k]
      J[108 + k] = 2 * e
      J[110 + k] = -2 * e
      J[120 + k] = road[2 + k]
      J[124 + k] = road[k]
      J[132 + k] = 2 * u
      J[134 + k] = -2 * u
      J[136 + k] = 2 * e
      J[138 + k] = -2 * e
    }
  },
  t0: 0,
  ignoreAlgebraicErrors: true,
  y0: [...Y0, 0, 0],
  yp0: [...YP0, 0, 0],
  tEnd: 3,
  reference: END_VALUES.slice(0, 8),
}
