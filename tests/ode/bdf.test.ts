/** The method `bdf` as a whole: accuracy, dense output, efficiency. */
import { integrate, type OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import {
  atolFor,
  heatRod,
  hires,
  mixedError,
  oregonator,
  pollution,
  robertson,
  robertsonLong,
  vanDerPol,
} from '../../benchmarks/ode/problems/index.ts'

/** x = exp(sin t), with a nonlinear and time-dependent right-hand side. */
const SMOOTH: OdeProblem = {
  n: 1,
  f: (t, x, dx) => {
    dx[0] = x[0] * Math.cos(t) - 20 * (x[0] - Math.exp(Math.sin(t)))
  },
}

describe('accuracy', () => {
  it('follows the tolerance in proportion, at the steps and between them', () => {
    const outputTimes = Array.from({ length: 501 }, (_, k) => k / 100)
    const errors = [1e-4, 1e-6, 1e-8, 1e-10].map((tolerance) => {
      const options = { t0: 0, tEnd: 5, x0: [1], rtol: tolerance, atol: tolerance, outputTimes }
      const { output } = integrate(SMOOTH, { ...options, method: 'bdf' })
      const error = Math.max(...outputTimes.map((t, k) => Math.abs(output.x[k] - Math.exp(Math.sin(t)))))
      // Damped: the errors of several past steps together, of solutions up to e, are within ten tolerances.
      expect(error).toBeLessThan(10 * tolerance)
      return error
    })
    // In proportion from 1e-4 to 1e-10 except for a power of 1/6 at the highest order, and one decade of luck.
    expect(Math.log10(errors[0] / errors[3])).toBeGreaterThan(4)
    expect(Math.log10(errors[0] / errors[3])).toBeLessThan(7)
  })

  it('benefits from higher order: steps grow with the power 1/6 of the tolerance, not 1/2', () => {
    const count = (tolerance: number): number =>
      integrate(SMOOTH, { method: 'bdf', t0: 0, tEnd: 20, x0: [1], rtol: tolerance, atol: tolerance }).stats
        .steps
    // With order 5 a factor of 1e6 in the tolerance costs 10 times as many steps; with order 2 it would be 100.
    expect(count(1e-11) / count(1e-5)).toBeLessThan(20)
  })

  it('does not need a Jacobian for a problem that is almost independent of x', () => {
    const run = integrate(
      {
        n: 1,
        f: (t, _x, dx) => {
          dx[0] = 3 * t * t
        },
      },
      { method: 'bdf', t0: 0, tEnd: 2, x0: [0], rtol: 1e-8, atol: 1e-8 },
    )
    // Polynomials of degree 3 are exact from order 3 on; before, errors of some tolerances.
    expect(Math.abs(run.x[0] - 8)).toBeLessThan(100 * 1e-8)
    expect(run.stats.newton).toBeLessThan(1.5 * run.stats.steps)
  })

  it('survives a jump of f without a root function', () => {
    const run = integrate(
      {
        n: 1,
        f: (t, x, dx) => {
          dx[0] = t < 1 ? -x[0] : 10 - x[0]
        },
      },
      { method: 'bdf', t0: 0, tEnd: 2, x0: [1], rtol: 1e-8, atol: 1e-8 },
    )
    expect(run.stats.rejected).toBeGreaterThan(3)
    const exact = 10 + (Math.exp(-1) - 10) * Math.exp(-1)
    // The step over the jump is accepted with an error of the order of the tolerance.
    expect(Math.abs(run.x[0] - exact)).toBeLessThan(1e3 * 1e-8)
  })
})

describe('efficiency', () => {
  // Evaluations of f except for Jacobians, and mixed error of CVODE 6.4 at rtol = atol = tolerance; the counts of two
  // deterministic programs do not depend on the machine.
  it.each([
    { test: robertson, tolerance: 1e-6, f: 504, error: 3.5e-6 },
    { test: robertson, tolerance: 1e-8, f: 1104, error: 3.1e-8 },
    { test: robertsonLong, tolerance: 1e-6, f: 1350, error: 1e-9 },
    { test: robertsonLong, tolerance: 1e-8, f: 2368, error: 2.2e-11 },
    { test: vanDerPol, tolerance: 1e-6, f: 1302, error: 7.2e-5 },
    { test: vanDerPol, tolerance: 1e-8, f: 2871, error: 9.7e-7 },
    { test: hires, tolerance: 1e-6, f: 539, error: 7.6e-6 },
    { test: hires, tolerance: 1e-8, f: 796, error: 3.6e-7 },
    { test: oregonator, tolerance: 1e-6, f: 3350, error: 4.8e-5 },
    { test: oregonator, tolerance: 1e-8, f: 5803, error: 9.7e-7 },
    { test: pollution, tolerance: 1e-6, f: 239, error: 1.7e-5 },
    { test: pollution, tolerance: 1e-8, f: 287, error: 3.6e-7 },
    { test: heatRod(100), tolerance: 1e-6, f: 166, error: 8e-7 },
    { test: heatRod(100), tolerance: 1e-8, f: 321, error: 1.3e-8 },
  ])(
    '$test.name at $tolerance needs at most 1.15 × $f evaluations, with an error of at most $error',
    (row) => {
      const { test, tolerance, f, error } = row
      const { t0, x0, tEnd } = test
      const atol = atolFor(test, tolerance)
      const run = integrate(test.problem, { method: 'bdf', t0, x0, tEnd, rtol: tolerance, atol })
      expect(run.stats.f).toBeLessThanOrEqual(1.15 * f)
      expect(mixedError(run.x, test.reference)).toBeLessThanOrEqual(error)
    },
  )

  it('reuses Jacobians and factorizations', () => {
    const { stats } = integrate(hires.problem, {
      method: 'bdf',
      t0: 0,
      x0: hires.x0,
      tEnd: hires.tEnd,
      rtol: 1e-8,
      atol: 1e-8,
    })
    expect(stats.jacobians).toBeLessThan(0.2 * stats.steps)
    expect(stats.lu).toBeLessThan(0.4 * stats.steps)
    expect(stats.newton).toBeLessThan(1.6 * stats.steps)
  })
})
