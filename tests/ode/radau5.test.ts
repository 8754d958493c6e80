import { describe, expect, it } from 'vitest'
import {
  heatRod,
  hires,
  mixedError,
  type OdeTestProblem,
  oregonator,
  pollution,
  robertson,
  vanDerPol,
  withJacobian,
} from '../../benchmarks/ode/problems/index.ts'
import { EPS } from '../../src/base/index.ts'
import { createDensePattern } from '../../src/math/index.ts'
import type { OdeProblem } from '../../src/ode/problem.ts'
import { ALPHA, BETA, C1, C2, E1, E2, E3, GAMMA, T, T_INVERSE } from '../../src/ode/radau5/constants.ts'
import { createRadau5 } from '../../src/ode/radau5/radau5.ts'
import { createStatistics } from '../../src/ode/statistics.ts'
import {
  ERROR_TEST_FAILED,
  FATAL,
  NEWTON_FAILED,
  NON_FINITE,
  OK,
  RECOVERABLE,
  SINGULAR,
  STEP_TOO_SMALL,
} from '../../src/ode/status.ts'
import type { Stepper, StepperOptions } from '../../src/ode/stepper.ts'

/** More steps than any run here needs: an endless loop fails instead of hanging. */
const MAX_STEPS = 20_000

function create(problem: OdeProblem, tol: number, options: Partial<StepperOptions> = {}): Stepper {
  const atol = new Float64Array(problem.n).fill(tol)
  const all = { rtol: tol, rtols: atol, atol, minStep: 0, maxStep: Infinity, ...options }
  return createRadau5(problem, all, createStatistics())
}

/** Integrates from t0 to tEnd and returns the last status. */
function run(stepper: Stepper, x0: readonly number[], t0: number, tEnd: number, hGuess = 0): number {
  stepper.x.set(x0)
  let status = stepper.start(t0, tEnd, hGuess)
  for (let k = 0; status === OK && stepper.t < tEnd; k++) {
    expect(k).toBeLessThan(MAX_STEPS)
    status = stepper.step(tEnd)
  }
  return status
}

function solve(test: OdeTestProblem, tol: number, problem: OdeProblem = test.problem): Stepper {
  const stepper = create(problem, tol)
  expect(run(stepper, test.x0, test.t0, test.tEnd)).toBe(OK)
  expect(stepper.t).toBe(test.tEnd)
  return stepper
}

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

  it('has T Λ T⁻¹ A = I and T T⁻¹ = I up to rounding', () => {
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

  it('has an error estimate of order 3: zero for cubic increments u with f = u′(0), not for quartic ones', () => {
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

  it('is 5 at the end of the steps', () => {
    const errors = [8, 16, 32].map((count) => {
      const stepper = runFixed(oscillator, [1, 1], 2, count)
      return Math.abs(stepper.x[0] - exact(2)) + Math.abs(stepper.x[1] + 2 * Math.sin(4) - Math.cos(2))
    })
    // Halving h divides the error by 2⁵ up to a term of order h⁶.
    expect(Math.log2(errors[0] / errors[1])).toBeCloseTo(5, 0)
    expect(Math.log2(errors[1] / errors[2])).toBeGreaterThan(4.8)
    expect(Math.log2(errors[1] / errors[2])).toBeLessThan(5.2)
  })

  it('is 4 everywhere for one step of the dense output', () => {
    const out = new Float64Array(2)
    const errors = [1 / 8, 1 / 16, 1 / 32].map((h) => {
      const stepper = runFixed(oscillator, [1, 1], h, 1)
      let largest = 0
      for (let s = 0; s <= 1.01; s += 0.01) {
        stepper.interpolate(s * h, out)
        largest = Math.max(largest, Math.abs(out[0] - exact(s * h)))
      }
      return largest
    })
    for (let k = 0; k < 2; k++) expect(Math.abs(Math.log2(errors[k] / errors[k + 1]) - 4)).toBeLessThan(0.2)
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

describe('stiff reference problems', () => {
  // The estimate of order 3 is held to the tolerance and the solution is two orders better, which leaves room for the sum
  // of the local errors and for the phase error of the oscillators: the end value meets the tolerance itself.
  // Steps: at most those of scipy's Radau at the same tolerances.
  it.each([
    { test: robertson, tol: 1e-6, maxSteps: 84 },
    { test: vanDerPol, tol: 1e-6, maxSteps: 616 },
    { test: hires, tol: 1e-6, maxSteps: 81 },
    { test: oregonator, tol: 1e-6, maxSteps: 963 },
    { test: heatRod(100, false), tol: 1e-6, maxSteps: 66 },
    { test: robertson, tol: 1e-8, maxSteps: 243 },
    { test: hires, tol: 1e-8, maxSteps: 240 },
    { test: heatRod(100), tol: 1e-8, maxSteps: 206 },
  ])('$test.name at $tol', ({ test, tol, maxSteps }) => {
    const stepper = solve(test, tol)
    expect(mixedError(stepper.x, test.reference)).toBeLessThan(tol)
    expect(stepper.stats.steps).toBeLessThanOrEqual(maxSteps)
  })

  it('meets loose and tight tolerances', () => {
    expect(mixedError(solve(pollution, 1e-4).x, pollution.reference)).toBeLessThan(1e-4)
    expect(mixedError(solve(robertson, 1e-10).x, robertson.reference)).toBeLessThan(1e-10)
    expect(mixedError(solve(hires, 1e-10).x, hires.reference)).toBeLessThan(1e-10)
  })

  it('keeps its dense output within the tolerance where the estimate is not filtered away', () => {
    // A fast and a slow decay: during the fast one h |λ| is about 1, and it ends before the slow motion takes over.
    const stepper = create(
      {
        n: 2,
        f: (_t, x, dx) => {
          dx[0] = -1000 * x[0]
          dx[1] = -x[1]
        },
      },
      1e-6,
    )
    const out = new Float64Array(2)
    stepper.x.set([1, 1])
    stepper.start(0, 3, 0)
    let largest = 0
    while (stepper.t < 3) {
      expect(stepper.step(3)).toBe(OK)
      for (let s = 0; s <= 1; s += 0.125) {
        const t = stepper.tOld + s * (stepper.t - stepper.tOld)
        stepper.interpolate(t, out)
        largest = Math.max(largest, Math.abs(out[0] - Math.exp(-1000 * t)), Math.abs(out[1] - Math.exp(-t)))
      }
    }
    expect(largest).toBeLessThan(1e-6)
  })

  it('is deterministic', () => {
    const a = solve(hires, 1e-6)
    const b = solve(hires, 1e-6)
    expect(a.x).toEqual(b.x)
    expect(a.stats).toEqual(b.stats)
  })
})

describe('Jacobians', () => {
  it('exact, by differences and sparse lead to the same solution', () => {
    const tol = 1e-8
    const differences = solve(hires, tol)
    const exact = solve(hires, tol, withJacobian(hires))
    const sparse = solve(hires, tol, { ...hires.problem, sparsity: createDensePattern(8, 8) })
    // Each is within the tolerance of the solution.
    expect(mixedError(differences.x, Array.from(exact.x))).toBeLessThan(2 * tol)
    expect(mixedError(sparse.x, Array.from(exact.x))).toBeLessThan(2 * tol)
    expect(exact.stats.fJacobian).toBe(0)
    expect(differences.stats.fJacobian).toBe(8 * differences.stats.jacobians)
    expect(sparse.stats.fJacobian).toBe(8 * sparse.stats.jacobians)
  })

  it('sparse and dense linear algebra agree up to rounding', () => {
    const dense = heatRod(40, false)
    const sparse = heatRod(40, true)
    const a = solve(dense, 1e-6, withJacobian(dense))
    const b = solve(sparse, 1e-6, withJacobian(sparse))
    const c = solve(sparse, 1e-6)
    expect(b.stats).toEqual(a.stats)
    // Rounding errors of x of size 1 times the few dozens of steps
    expect(mixedError(b.x, Array.from(a.x))).toBeLessThan(1000 * EPS)
    expect(c.stats.fJacobian).toBe(3 * c.stats.jacobians)
    expect(mixedError(c.x, Array.from(a.x))).toBeLessThan(1e-6)
  })
})

describe('step control', () => {
  const decay: OdeProblem = {
    n: 1,
    f: (_t, x, dx) => {
      dx[0] = -x[0]
    },
  }

  it('is not slowed down by a step that is cut to meet a stop time', () => {
    const stepper = create(decay, 1e-6)
    stepper.x[0] = 1
    stepper.start(0, 10, 0)
    while (stepper.t < 1) stepper.step(10)
    const h = stepper.h
    const tStop = stepper.t + 1e-7
    expect(stepper.step(tStop)).toBe(OK)
    expect(stepper.t).toBe(tStop)
    expect(stepper.h).toBeGreaterThanOrEqual(h)
  })

  it('stays below maxStep and ends exactly', () => {
    const stepper = create(decay, 1e-3, { maxStep: 0.3 })
    stepper.x[0] = 1
    stepper.start(0, 2, 0)
    while (stepper.t < 2) {
      expect(stepper.step(2)).toBe(OK)
      expect(stepper.t - stepper.tOld).toBeLessThanOrEqual(0.3 * (1 + 4 * EPS))
    }
    expect(stepper.t).toBe(2)
  })

  it('restarts with the given size, one evaluation, one Jacobian and one pair of factorisations', () => {
    const stepper = create(decay, 1e-6)
    run(stepper, [1], 0, 1)
    const before = { ...stepper.stats }
    const h = stepper.h
    stepper.x[0] *= -0.9
    expect(stepper.start(1, 100, h)).toBe(OK)
    expect(stepper.h).toBe(h)
    expect(stepper.stats.f - before.f).toBe(1)
    expect(stepper.step(100)).toBe(OK)
    expect(stepper.stats.jacobians - before.jacobians).toBe(1)
    expect(stepper.stats.lu - before.lu).toBe(2)
  })

  it('interpolates the start value before the first step and x at the end of a step', () => {
    const out = new Float64Array(1)
    const stepper = create(decay, 1e-6)
    stepper.x[0] = 1
    stepper.start(0, 1, 0)
    stepper.interpolate(0, out)
    expect(out[0]).toBe(1)
    stepper.step(1)
    stepper.interpolate(stepper.t, out)
    expect(out[0]).toBe(stepper.x[0])
    stepper.interpolate(stepper.tOld, out)
    expect(Math.abs(out[0] - 1)).toBeLessThan(8 * EPS)
  })

  it('does nothing over an empty interval', () => {
    const stepper = create(decay, 1e-6)
    stepper.x[0] = 1
    expect(stepper.start(0, 0, 0)).toBe(OK)
    expect(stepper.step(0)).toBe(OK)
    expect(stepper.x[0]).toBe(1)
    expect(stepper.h).toBeGreaterThan(0)
  })

  it('runs without states', () => {
    const stepper = create({ n: 0, f: () => {} }, 1e-6)
    expect(run(stepper, [], 0, 10)).toBe(OK)
    expect(stepper.t).toBe(10)
    expect(stepper.stats.steps).toBeLessThan(20)
  })
})

describe('failures', () => {
  it('ends at the time where f becomes NaN', () => {
    const problem: OdeProblem = {
      n: 2,
      f: (t, x, dx) => {
        dx[0] = -x[0]
        dx[1] = t > 0.7 ? NaN : x[0]
      },
    }
    const stepper = create(problem, 1e-6)
    expect(run(stepper, [1, 0], 0, 2)).toBe(STEP_TOO_SMALL)
    expect(stepper.failure).toBe(NON_FINITE)
    expect(stepper.worst).toBe(1)
    expect(Math.abs(stepper.t - 0.7)).toBeLessThan(1e-12)
    expect(Math.abs(stepper.x[0] - Math.exp(-0.7))).toBeLessThan(1e-6)
    expect(stepper.stats.rejected).toBeGreaterThan(0)
  })

  it('goes on with a smaller step where f cannot be evaluated too far away', () => {
    // x' = -√x reaches 0 at t = 2; f refuses negative x, into which large steps lead.
    const problem: OdeProblem = {
      n: 1,
      f: (_t, x, dx) => {
        if (x[0] < 0) return 'retry'
        dx[0] = -Math.sqrt(x[0])
      },
    }
    const stepper = create(problem, 1e-6)
    expect(run(stepper, [1], 0, 1.99, 1.99)).toBe(OK)
    expect(Math.abs(stepper.x[0] - 0.25 * 0.01 ** 2)).toBeLessThan(1e-6)
    expect(stepper.stats.rejected).toBeGreaterThan(0)
  })

  it('says so where f can no longer be evaluated', () => {
    const f: OdeProblem['f'] = (t, x, dx) => {
      dx[0] = x[0]
      return t > 1 ? 'retry' : undefined
    }
    const stepper = create({ n: 1, f }, 1e-6)
    expect(run(stepper, [1], 0, 2)).toBe(STEP_TOO_SMALL)
    expect(stepper.failure).toBe(RECOVERABLE)
    expect(run(create({ n: 1, f }, 1e-6), [1], 1.5, 2)).toBe(RECOVERABLE)
  })

  it('ends at once when f says that the run is over', () => {
    const stepper = create(
      {
        n: 1,
        f: (t, _x, dx) => {
          dx[0] = 1
          return t > 0.5 ? 'abort' : undefined
        },
      },
      1e-6,
    )
    expect(run(stepper, [0], 0, 1)).toBe(FATAL)
    expect(stepper.failure).toBe(FATAL)
    expect(stepper.t).toBeLessThanOrEqual(0.5)
    expect(stepper.stats.rejected).toBe(0)
  })

  it('halves the step at a singular matrix', () => {
    // J = γ/h makes γ/h I - J zero in the first attempt.
    const problem: OdeProblem = {
      n: 1,
      f: (_t, x, dx) => {
        dx[0] = GAMMA * x[0]
      },
      jacobian: (_t, _x, J) => {
        J[0] = GAMMA
      },
    }
    const stepper = create(problem, 1e-3)
    stepper.x[0] = 1
    stepper.start(0, 16, 1)
    expect(stepper.step(16)).toBe(OK)
    expect(stepper.stats.rejected).toBeGreaterThanOrEqual(1)
    expect(Math.abs(stepper.x[0] / Math.exp(GAMMA * stepper.t) - 1)).toBeLessThan(1e-3)
  })

  it.each([
    ['a Jacobian that is not a number', SINGULAR, { jacobian: NaN, minStep: 0, tol: 1e-3 }],
    ['a wrong Jacobian', NEWTON_FAILED, { jacobian: 0, minStep: 1e-3, tol: 1e-3 }],
    ['steps that must not be small enough', ERROR_TEST_FAILED, { jacobian: -1e6, minStep: 0.4, tol: 1e-12 }],
  ] as const)('names the reason: %s', (_name, reason, { jacobian, minStep, tol }) => {
    const problem: OdeProblem = {
      n: 2,
      f: (t, x, dx) => {
        dx[0] = 0
        dx[1] = -1e6 * (x[1] - Math.sin(5 * t))
      },
      jacobian: (_t, _x, J) => {
        J[3] = jacobian
      },
    }
    const stepper = create(problem, tol, { minStep })
    expect(run(stepper, [1, 1], 0, 2, 0.5)).toBe(STEP_TOO_SMALL)
    expect(stepper.failure).toBe(reason)
    expect(stepper.worst).toBe(1)
  })
})
