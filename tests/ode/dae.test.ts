/** Implicit problems: reference problems of index 1 and in stabilized form, constraints, order, Jacobians, events. */
import { type DaeProblem, type DaeRun, type IntegrateDaeOptions, integrate, integrateDae } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import {
  atolFor,
  carAxisGgl,
  carAxisIndex1,
  type DaeTestProblem,
  mixedError,
  pendulumGgl,
  pendulumGglIntegral,
  pendulumIndex1,
  robertsonDae,
  withJacobian,
} from '../../benchmarks/ode/problems/index.ts'
import { createDensePattern } from '../../src/math/index.ts'

const GRAVITY = 9.81

function solve(
  test: DaeTestProblem,
  tolerance: number,
  problem: DaeProblem = test.problem,
  more: Partial<IntegrateDaeOptions> = {},
): DaeRun {
  const { t0, y0, yp0, tEnd, ignoreAlgebraicErrors = false } = test
  const tolerances = { rtol: tolerance, atol: atolFor(test, tolerance) }
  return integrateDae(problem, { t0, y0, yp0, tEnd, ignoreAlgebraicErrors, ...tolerances, ...more })
}

describe('reference problems', () => {
  // Errors of IDA 6.4 at the same tolerance (three times that for Robertson at 1e-8, where it is a thousandth of the tolerance); for
  // the car axis, which was not measured there, a thousand tolerances: it goes through five periods of the road.
  it.each([
    { test: robertsonDae, tolerance: 1e-6, error: 2.1e-9 },
    { test: robertsonDae, tolerance: 1e-8, error: 4.5e-11 },
    { test: pendulumIndex1, tolerance: 1e-6, error: 4.6e-4 },
    { test: pendulumIndex1, tolerance: 1e-8, error: 1.7e-5 },
    { test: pendulumGgl, tolerance: 1e-6, error: 2.8e-4 },
    { test: pendulumGgl, tolerance: 1e-8, error: 8.6e-6 },
    { test: pendulumGglIntegral, tolerance: 1e-6, error: 2.8e-4 },
    { test: pendulumGglIntegral, tolerance: 1e-8, error: 8.6e-6 },
    { test: carAxisIndex1, tolerance: 1e-6, error: 1e-3 },
    { test: carAxisIndex1, tolerance: 1e-8, error: 1e-5 },
    { test: carAxisGgl, tolerance: 1e-6, error: 1e-3 },
    { test: carAxisGgl, tolerance: 1e-8, error: 1e-5 },
  ])('$test.name at $tolerance is within $error', ({ test, tolerance, error }) => {
    expect(mixedError(solve(test, tolerance).y, test.reference)).toBeLessThan(error)
    expect(mixedError(solve(test, tolerance, withJacobian(test)).y, test.reference)).toBeLessThan(error)
  })

  it('the car axis converges to the published digits', () => {
    // Global errors fall with the power 5/6 of the tolerance at least.
    const [loose, tight] = [1e-6, 1e-10].map((tolerance) =>
      mixedError(solve(carAxisIndex1, tolerance, withJacobian(carAxisIndex1)).y, carAxisIndex1.reference),
    )
    expect(tight).toBeLessThan(1e-6)
    expect(Math.log10(loose / tight)).toBeGreaterThan((4 * 5) / 6 - 0.5)
  })

  it('Robertson as a DAE agrees with radau5 on the explicit form, and conserves mass', () => {
    const explicit = integrate(
      {
        n: 3,
        f: (_t, x, dx) => {
          dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2]
          dx[2] = 3e7 * x[1] * x[1]
          dx[1] = -dx[0] - dx[2]
        },
      },
      { method: 'radau5', t0: 0, tEnd: 400, x0: [1, 0, 0], rtol: 1e-10, atol: 1e-14 },
    )
    const run = solve(robertsonDae, 1e-8, robertsonDae.problem, {
      tEnd: 400,
      onStep: (_t, y) => {
        // The Newton iteration ends within a hundredth of the tolerance of the largest species.
        expect(Math.abs(y[0] + y[1] + y[2] - 1)).toBeLessThan(1e-8)
      },
    })
    for (let i = 0; i < 3; i++) expect(Math.abs(run.y[i] / explicit.x[i] - 1)).toBeLessThan(100 * 1e-8)
  })
})

describe('pendulum in stabilized form', () => {
  // Residuals of IDA 6.4 without those for the matrix, and its error.
  it.each([
    { tolerance: 1e-6, residuals: 3175, error: 2.8e-4 },
    { tolerance: 1e-8, residuals: 6096, error: 8.6e-6 },
  ])('keeps both constraints to 1e-12 at $tolerance, with at most $residuals residuals', (row) => {
    const { tolerance, residuals, error } = row
    let position = 0
    let velocity = 0
    let energy = 0
    const run = solve(pendulumGgl, tolerance, withJacobian(pendulumGgl), {
      constraintTolerance: 1e-12,
      onStep: (_t, y) => {
        position = Math.max(position, Math.abs(0.5 * (y[0] * y[0] + y[1] * y[1] - 1)))
        velocity = Math.max(velocity, Math.abs(y[0] * y[2] + y[1] * y[3]))
        energy = Math.max(energy, Math.abs(0.5 * (y[2] * y[2] + y[3] * y[3]) + GRAVITY * y[1]))
      },
    })
    expect(position).toBeLessThanOrEqual(1e-12)
    expect(velocity).toBeLessThanOrEqual(1e-12)
    expect(run.stats.f).toBeLessThanOrEqual(residuals)
    expect(mixedError(run.y, pendulumGgl.reference)).toBeLessThanOrEqual(error)
    // Of speeds up to 4.4: an error of the mixed size above in the velocity.
    expect(energy).toBeLessThan(4.43 * 5.43 * error)
    expect(energy).toBeGreaterThan(tolerance)
  })

  it('drifts off the circle without stabilization', () => {
    const lengths: number[] = []
    for (const tEnd of [2, 10]) {
      const { y } = solve(pendulumIndex1, 1e-6, withJacobian(pendulumIndex1), { tEnd })
      lengths.push(Math.abs(y[0] * y[0] + y[1] * y[1] - 1))
    }
    // The constraint on acceleration level allows errors of the position to grow; it is not kept to the Newton
    // tolerance.
    expect(lengths[1]).toBeGreaterThan(1e-6)
    expect(lengths[1]).toBeGreaterThan(2 * lengths[0])
    // Over ten seconds with errors of some tolerances per step, quadratically growing, still below a percent.
    expect(lengths[1]).toBeLessThan(1e-2)
  })

  it('keeps constraints without a separate tolerance to the Newton tolerance', () => {
    let largest = 0
    solve(pendulumGgl, 1e-6, pendulumGgl.problem, {
      onStep: (_t, y) => {
        largest = Math.max(largest, Math.abs(0.5 * (y[0] * y[0] + y[1] * y[1] - 1)))
      },
    })
    expect(largest).toBeLessThan(1e-6)
    expect(largest).toBeGreaterThan(1e-12)
  })
})

describe('convergence', () => {
  /** Index 1: x' = -x + z + cos t, 0 = z³ + z - x³ - x with the solution x = z = sin t. */
  const problem: DaeProblem = {
    n: 2,
    differential: [true, false],
    residual: (t, y, yp, res) => {
      res[0] = yp[0] + y[0] - y[1] - Math.cos(t)
      res[1] = y[1] ** 3 + y[1] - y[0] ** 3 - y[0]
    },
  }

  it('follows the tolerance in proportion, also between the steps and for derivatives', () => {
    const outputTimes = Array.from({ length: 201 }, (_, k) => k / 50)
    const errors = [1e-4, 1e-6, 1e-8, 1e-10].map((tolerance) => {
      const options = { t0: 0, tEnd: 4, y0: [0, 0], rtol: tolerance, atol: tolerance, outputTimes }
      const { output, y, yp } = integrateDae(problem, options)
      expect(Math.abs(y[0] - y[1])).toBeLessThan(tolerance)
      // Derivative of the interpolating polynomial: less accurate by 1/h, h > 1e-3.
      expect(Math.abs(yp[0] - Math.cos(4))).toBeLessThan(1e3 * tolerance)
      let largest = 0
      for (const [k, t] of outputTimes.entries()) {
        for (const i of [0, 1]) largest = Math.max(largest, Math.abs(output.x[2 * k + i] - Math.sin(t)))
      }
      return largest / tolerance
    })
    // Neither damped nor amplified: the sum of the errors of the steps.
    for (const error of errors) expect(error).toBeLessThan(100)
    expect(errors[3] / errors[0]).toBeLessThan(100)
  })

  it('raises the order', () => {
    const count = (tolerance: number): number =>
      integrateDae(problem, { t0: 0, tEnd: 40, y0: [0, 0], rtol: tolerance, atol: tolerance }).stats.steps
    // As for bdf: 1e6 in the tolerance is a factor of 10 in the steps at order 5, of 100 at order 2.
    expect(count(1e-11) / count(1e-5)).toBeLessThan(20)
  })
})

describe('Jacobians', () => {
  it.each([robertsonDae, pendulumIndex1, carAxisIndex1, pendulumGgl])(
    'agree in all forms for $name',
    (test) => {
      const tolerance = 1e-7
      const { n } = test.problem
      const exact = solve(test, tolerance, withJacobian(test))
      const differences = solve(test, tolerance)
      const sparse = solve(test, tolerance, { ...test.problem, sparsity: createDensePattern(n, n) })
      expect(exact.stats.fJacobian).toBe(0)
      expect(differences.stats.fJacobian).toBe(n * differences.stats.jacobians)
      expect(sparse.stats.fJacobian).toBe(n * sparse.stats.jacobians)
      // Each is within the error that IDA leaves at this tolerance, about 500 times it on the pendulum.
      for (const run of [exact, differences, sparse]) {
        expect(mixedError(run.y, test.reference)).toBeLessThan(1000 * tolerance)
      }
    },
  )

  it('need only as many evaluations as colors with an exact pattern', () => {
    // A chain y_i' = y_{i-1} - y_i with an algebraic copy at its end: column i meets the rows i and i + 1.
    const n = 20
    const colPtr = Int32Array.from({ length: n + 1 }, (_, j) => Math.min(2 * j, 2 * n - 1))
    const rowIdx = Int32Array.from({ length: 2 * n - 1 }, (_, p) => (p + 1) >> 1)
    const problem: DaeProblem = {
      n,
      sparsity: { nRows: n, nCols: n, colPtr, rowIdx },
      differential: Array.from({ length: n }, (_, i) => i < n - 1),
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] + y[0]
        for (let i = 1; i < n - 1; i++) res[i] = yp[i] + y[i] - y[i - 1]
        res[n - 1] = y[n - 1] - y[n - 2]
      },
    }
    const y0 = Array.from({ length: n }, (_, i) => (i === 0 ? 1 : 0))
    const run = integrateDae(problem, { t0: 0, tEnd: 3, y0, rtol: 1e-8, atol: 1e-8 })
    expect(run.stats.fJacobian).toBe(2 * run.stats.jacobians)
    // y_i = t^i exp(-t) / i!
    let factorial = 1
    for (let i = 0; i < n - 1; i++) {
      if (i > 0) factorial *= i
      expect(Math.abs(run.y[i] - (3 ** i * Math.exp(-3)) / factorial)).toBeLessThan(100 * 1e-8)
    }
    expect(Math.abs(run.y[n - 1] - run.y[n - 2])).toBeLessThan(1e-8)
  })
})

describe('events', () => {
  /** A point on a line with the algebraic force 0 = F + 4 x of a spring: x = cos 2t. */
  const spring: DaeProblem = {
    n: 3,
    differential: [true, true, false],
    residual: (_t, y, yp, res) => {
      res[0] = yp[0] - y[1]
      res[1] = yp[1] - y[2]
      res[2] = y[2] + 4 * y[0]
    },
    roots: {
      n: 1,
      g: (_t, y, _yp, z) => {
        z[0] = y[0]
      },
    },
  }

  it('can change y: algebraic variables and derivatives follow', () => {
    // At x = 0 the point is moved to x = 1/2 at half its speed.
    const seen: number[][] = []
    const run = integrateDae(spring, {
      t0: 0,
      tEnd: 1.1,
      y0: [1, 0, -4],
      rtol: 1e-9,
      atol: 1e-9,
      onEvent: (event) => {
        seen.push([event.t, ...event.y, ...event.yp])
        event.y[0] = 0.5
        event.y[1] = -1
      },
    })
    expect(seen.length).toBe(1)
    const [t, x, v, force, xp, vp] = seen[0]
    const accuracy = 200 * 1e-9
    for (const [found, exact] of [
      [t, Math.PI / 4],
      [x, 0],
      [v, -2],
      [force, 0],
      [xp, -2],
      // The derivative of the velocity is less accurate by 1/h.
    ]) {
      expect(Math.abs(found - exact)).toBeLessThan(accuracy)
    }
    expect(Math.abs(vp)).toBeLessThan(1e-5)
    // x = ½ cos 2s - ½ sin 2s from there, and the force is -4 x.
    const s = 2 * (1.1 - Math.PI / 4)
    expect(Math.abs(run.y[0] - 0.5 * (Math.cos(s) - Math.sin(s)))).toBeLessThan(accuracy)
    expect(Math.abs(run.y[2] + 4 * run.y[0])).toBeLessThan(accuracy)
  })

  it('can depend on derivatives by root functions', () => {
    const problem: DaeProblem = {
      ...spring,
      roots: {
        n: 1,
        g: (_t, _y, yp, z) => {
          z[0] = yp[1] - 2
        },
      },
    }
    const run = integrateDae(problem, { t0: 0, tEnd: 2.5, y0: [1, 0, -4], rtol: 1e-9, atol: 1e-9 })
    // x'' = -4 cos 2t = 2 at cos 2t = -1/2: 2t = 2π/3 and 4π/3; derivatives are less accurate by 1/h.
    expect(run.events.length).toBe(2)
    expect(Math.abs(run.events[0].t - Math.PI / 3)).toBeLessThan(1e-5)
    expect(Math.abs(run.events[1].t - (2 * Math.PI) / 3)).toBeLessThan(1e-5)
  })

  it('reflect a pendulum in stabilized form at a wall', () => {
    // Reflected at the lowest point without loss: back at the start after twice the quarter period.
    const quarter = 1.31102877714606 * Math.sqrt(1 / GRAVITY) * Math.SQRT2 // K(1/√2) √(L/g)
    let hits = 0
    const { y } = integrateDae(
      {
        ...withJacobian(pendulumGgl),
        roots: {
          n: 1,
          direction: [-1],
          g: (_t, x, _yp, z) => {
            z[0] = x[0]
          },
        },
      },
      {
        t0: 0,
        tEnd: 2 * quarter,
        y0: pendulumGgl.y0,
        yp0: pendulumGgl.yp0,
        ignoreAlgebraicErrors: true,
        rtol: 1e-8,
        atol: 1e-8,
        onEvent: (event) => {
          hits++
          expect(Math.abs(event.t - quarter)).toBeLessThan(1e-5)
          event.y[2] *= -1
          event.yp[0] *= -1
          event.yp[1] *= -1
        },
      },
    )
    expect(hits).toBe(1)
    expect(Math.abs(y[0] - 1)).toBeLessThan(1e-5)
    expect(Math.abs(y[1])).toBeLessThan(1e-4)
  })
})
