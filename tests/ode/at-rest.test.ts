/** Stiff problems at equilibrium, with cancellation of large terms: difference Jacobians and Newton's iteration. */

import type { OdeProblem } from 'vario/ode'
import { integrate } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { computeErrorWeights } from '../../src/math/index.ts'
import { JacobianEvaluator } from '../../src/ode/jacobian/jacobian-evaluator.ts'
import { RightHandSide } from '../../src/ode/stepping/right-hand-side.ts'
import { createStatistics } from '../../src/ode/stepping/statistics.ts'

const G = 9.81

/** A body of 1 kg on a damped spring whose relaxed end is at `place`. */
const createSpring = (k: number, c: number, place: number): OdeProblem => ({
  n: 2,
  f: (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = -k * (x[0] - place) - c * x[1] - G
  },
})

describe('difference Jacobians', () => {
  const PART = 1e-5

  it.each([
    { k: 1e8, c: 1e4, place: 0 },
    { k: 1e8, c: 1e4, place: 1 },
    { k: 1e4, c: 1e2, place: 1 },
    { k: 1e8, c: 1e5, place: 10 },
  ])('contain no noise at rest: k = $k, place = $place', ({ k, c, place }) => {
    const problem = createSpring(k, c, place)
    for (const scale of [1, 1e-3, 1e3]) {
      const tol = 1e-6
      const rhs = new RightHandSide(problem, createStatistics())
      const rtols = new Float64Array(2).fill(tol)
      const matrix = new JacobianEvaluator(problem, rhs, rtols, PART)
      // at rest up to an ulp, in the view of steps of a second
      const x = Float64Array.of(place - G / k, EPS)
      const [fx, weights] = [new Float64Array(2), new Float64Array(2)]
      rhs.evaluate(0, x, fx)
      computeErrorWeights(weights, rtols, new Float64Array(2).fill(tol * scale), x)
      expect(matrix.update(0, x, fx, 1, weights)).toBe(0)
      const exact = [0, 1, -k, -c]
      // The rounding error of k (x - place), eps k place, over the least increment, and that of the sum of the forces.
      const noise = (2 * EPS * (k * place + G)) / (PART * tol * scale)
      exact.forEach((value, i) => {
        expect(Math.abs(matrix.values[i] - value)).toBeLessThanOrEqual(
          1e-6 * Math.abs(value) + (i < 2 ? 1e-6 : noise),
        )
      })
    }
  })
})

describe('runs', () => {
  const RESTARTS = 99
  const eventTimes = Float64Array.from({ length: RESTARTS }, (_, i) => i + 1)

  // 100 restarts, each of which may take a first step, and some more to grow to a second by factors of 10, at most 8.
  // Before, the Jacobian was noise, or Newton's iteration tried to go below the rounding errors of f: 18 000 steps with
  // k = 1e10 at a place of 100.
  it.each(
    (['radau5', 'auto', 'bdf'] as const).flatMap((method) =>
      [
        { k: 1e8, c: 1e4, place: 1 },
        { k: 1e8, c: 1e4, place: 100 },
        { k: 1e10, c: 1e5, place: 100 },
        { k: 1e9, c: 1e6, place: 0 },
      ].map((spring) => ({ method, ...spring })),
    ),
  )('stay at rest over many restarts: $method, k = $k, place = $place', ({ method, k, c, place }) => {
    for (const tol of [1e-4, 1e-6, 1e-8]) {
      const run = integrate(createSpring(k, c, place), {
        method,
        t0: 0,
        tEnd: RESTARTS + 1,
        x0: [place, 0],
        rtol: tol,
        atol: tol,
        eventTimes,
        onEvent: () => {},
        expect: 'stiff',
      })
      expect(run.stats.steps, `steps at ${tol}`).toBeLessThan(16 * (RESTARTS + 1))
      expect(run.stats.rejected, `rejected at ${tol}`).toBeLessThan(RESTARTS)
      expect(Math.abs(run.x[0] - (place - G / k))).toBeLessThan(tol * (1 + place))
      expect(Math.abs(run.x[1])).toBeLessThan(tol)
    }
  })
})
