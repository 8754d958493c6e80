/** radau5: coefficients, and measured orders. */

import type { OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { ALPHA, BETA, C1, C2, E1, E2, E3, GAMMA, T, T_INVERSE } from '../../src/ode/radau5/radau5-tableau.ts'
import { OK } from '../../src/ode/stepping/status.ts'
import type { Stepper } from '../../src/ode/stepping/stepper.ts'
import { create, run } from './support/radau5-runs.ts'

/**
 * A run with `count` equal steps over [0, tEnd], count and tEnd powers of two so that no step is rounded: with a tolerance
 * of 1 for values of size 1 `maxStep` alone limits the steps. The problems are linear in x with their exact Jacobian, so
 * that the Newton iteration is exact in spite of the tolerance.
 */
function runFixed(problem: OdeProblem, x0: readonly number[], tEnd: number, count: number): Stepper {
  const h = tEnd / count
  const stepper = create(problem, 1, { maxStep: h })
  expect(run(stepper, x0, 0, tEnd, h)).toBe(OK)
  expect(stepper.stats.steps).toBe(count)
  return stepper
}

describe('coefficients', () => {
  const s6 = Math.sqrt(6)
  // Runge-Kutta matrix [Hairer & Wanner 1996, table IV.5.6]
  const A = [
    [(88 - 7 * s6) / 360, (296 - 169 * s6) / 1800, (-2 + 3 * s6) / 225],
    [(296 + 169 * s6) / 1800, (88 + 7 * s6) / 360, (-2 - 3 * s6) / 225],
    [(16 - s6) / 36, (16 + s6) / 36, 1 / 9],
  ]
  const nodes = [C1, C2, 1]
  const rows = (m: Float64Array): number[][] => [0, 1, 2].map((i) => Array.from(m.slice(3 * i, 3 * i + 3)))
  const multiply = (a: number[][], b: number[][]): number[][] =>
    a.map((row) => [0, 1, 2].map((j) => row[0] * b[0][j] + row[1] * b[1][j] + row[2] * b[2][j]))
  const distanceFromIdentity = (m: number[][]): number =>
    Math.max(...m.flatMap((row, i) => row.map((v, j) => Math.abs(v - (i === j ? 1 : 0)))))

  it('integrates polynomials of degree 0 to 2 exactly up to every node', () => {
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) {
        const sum = A[i].reduce((s, a, j) => s + a * nodes[j] ** k, 0)
        expect(Math.abs(sum - nodes[i] ** (k + 1) / (k + 1))).toBeLessThan(4 * EPS)
      }
    }
  })

  it('satisfies T Λ T⁻¹ A = I and T T⁻¹ = I up to rounding', () => {
    const lambda = [
      [GAMMA, 0, 0],
      [0, ALPHA, -BETA],
      [0, BETA, ALPHA],
    ]
    expect(distanceFromIdentity(multiply(rows(T), rows(T_INVERSE)))).toBeLessThan(1e-14)
    expect(
      distanceFromIdentity(multiply(multiply(multiply(rows(T), lambda), rows(T_INVERSE)), A)),
    ).toBeLessThan(1e-14)
    expect(T[6]).toBe(1)
    expect(T[7]).toBe(1)
    expect(T[8]).toBe(0)
  })

  it('gives an error estimate of order 3: zero for cubic increments u with f = u′(0), not for quartic ones', () => {
    const estimate = (k: number): number => (k === 1 ? 1 : 0) + E1 * C1 ** k + E2 * C2 ** k + E3
    expect(Math.abs(estimate(1))).toBeLessThan(20 * EPS)
    expect(Math.abs(estimate(2))).toBeLessThan(20 * EPS)
    expect(Math.abs(estimate(3))).toBeLessThan(20 * EPS)
    expect(Math.abs(estimate(4))).toBeGreaterThan(0.01)
  })
})

describe('order', () => {
  // Forced oscillator x'' = -4x + 3 sin t with the solution x = cos 2t + sin t
  const oscillator: OdeProblem = {
    n: 2,
    f: (t, x, dx) => {
      dx[0] = x[1]
      dx[1] = -4 * x[0] + 3 * Math.sin(t)
    },
    jacobian: (_t, _x, J) => {
      J[1] = 1
      J[2] = -4
    },
  }
  const exact = (t: number): number => Math.cos(2 * t) + Math.sin(t)

  it('equals 5 at the end of the steps', () => {
    const errors = [8, 16, 32].map((count) => {
      const stepper = runFixed(oscillator, [1, 1], 2, count)
      return Math.abs(stepper.x[0] - exact(2)) + Math.abs(stepper.x[1] + 2 * Math.sin(4) - Math.cos(2))
    })
    // Halving h divides the error by 2⁵ up to a term of order h⁶.
    expect(Math.log2(errors[0] / errors[1])).toBeCloseTo(5, 0)
    expect(Math.log2(errors[1] / errors[2])).toBeGreaterThan(4.8)
    expect(Math.log2(errors[1] / errors[2])).toBeLessThan(5.2)
  })

  it('equals 5 everywhere for one step of the dense output', () => {
    // The collocation polynomial alone has an error of O(h⁴); its estimate, added to it, is exact up to a factor 1 + O(h).
    const out = new Float64Array(2)
    const errors = [1 / 8, 1 / 16, 1 / 32].map((h) => {
      const stepper = runFixed(oscillator, [1, 1], h, 1)
      let largest = 0
      for (let s = 0; s <= 1.01; s += 0.01) {
        stepper.interpolate(s * h, out)
        const slope = Math.cos(s * h) - 2 * Math.sin(2 * s * h)
        largest = Math.max(largest, Math.abs(out[0] - exact(s * h)), Math.abs(out[1] - slope))
      }
      return largest
    })
    for (let k = 0; k < 2; k++) expect(Math.abs(Math.log2(errors[k] / errors[k + 1]) - 5)).toBeLessThan(0.2)
  })

  it('equals 5 for one step of the dense output of an extremely stiff component too', () => {
    // The quartic through five points of φ: its error is φ⁽⁵⁾ h⁵ / 120 times a product of distances, for any λ.
    const phase = 0.3
    const out = new Float64Array(1)
    const errors = [1 / 2, 1 / 4, 1 / 8].map((h) => {
      const problem: OdeProblem = {
        n: 1,
        f: (t, x, dx) => {
          dx[0] = -1e9 * (x[0] - Math.sin(t + phase)) + Math.cos(t + phase)
        },
        jacobian: (_t, _x, J) => {
          J[0] = -1e9
        },
      }
      const stepper = runFixed(problem, [Math.sin(phase)], h, 1)
      let largest = 0
      for (let s = 0; s <= 1; s += 0.01) {
        stepper.interpolate(s * h, out)
        largest = Math.max(largest, Math.abs(out[0] - Math.sin(s * h + phase)))
      }
      return largest
    })
    for (let k = 0; k < 2; k++) expect(Math.abs(Math.log2(errors[k] / errors[k + 1]) - 5)).toBeLessThan(0.2)
  })

  it('falls to 3, divided by λ, for very stiff components', () => {
    // Prothero & Robinson: x' = λ (x - φ) + φ', φ = sin(t + 1/2); global error O(h³ / |λ|) for h |λ| → ∞
    // [Hairer & Wanner 1996, table IV.15.1: z⁻¹ h^{s+1} with z = hλ, s = 3]
    const error = (lambda: number, count: number): number => {
      const problem: OdeProblem = {
        n: 1,
        f: (t, x, dx) => {
          dx[0] = lambda * (x[0] - Math.sin(t + 0.5)) + Math.cos(t + 0.5)
        },
        jacobian: (_t, _x, J) => {
          J[0] = lambda
        },
      }
      const stepper = runFixed(problem, [Math.sin(0.5)], 1, count)
      return Math.abs(stepper.x[0] - Math.sin(1.5))
    }
    expect(Math.log2(error(-1e5, 4) / error(-1e5, 8))).toBeCloseTo(3, 0)
    expect(Math.log2(error(-1e5, 8) / error(-1e5, 16))).toBeCloseTo(3, 0)
    expect(error(-1e4, 8) / error(-1e5, 8)).toBeGreaterThan(9)
    expect(error(-1e4, 8) / error(-1e5, 8)).toBeLessThan(11)
  })
})
