/** radau5: stiff problems with published solutions; dense, sparse, exact Jacobians. */
import { describe, expect, it } from 'vitest'
import {
  heatRod,
  hires,
  mixedError,
  oregonator,
  pollution,
  robertson,
  vanDerPol,
  withJacobian,
} from '../../benchmarks/ode/problems/index.ts'
import { EPS } from '../../src/base/index.ts'
import { createDensePattern } from '../../src/math/index.ts'
import { OK } from '../../src/ode/stepping/status.ts'
import { create, solve } from './support/radau5-runs.ts'

describe('stiff reference problems', () => {
  // The estimate of order 3 meets the tolerance and the solution is two orders better, which allows for the sum of the
  // local errors and for the phase error of the oscillators: the end value meets the tolerance itself. Steps: at most
  // those of scipy's Radau at the same tolerances.
  it.each([
    { test: robertson, tol: 1e-6, maxSteps: 84 },
    { test: vanDerPol, tol: 1e-6, maxSteps: 616 },
    { test: hires, tol: 1e-6, maxSteps: 81 },
    { test: oregonator, tol: 1e-6, maxSteps: 963 },
    { test: heatRod(100, false), tol: 1e-6, maxSteps: 66 },
    { test: robertson, tol: 1e-8, maxSteps: 243 },
    { test: hires, tol: 1e-8, maxSteps: 240 },
    { test: heatRod(100), tol: 1e-8, maxSteps: 206 },
  ])('$test.name is solved at $tol', ({ test, tol, maxSteps }) => {
    const stepper = solve(test, tol)
    expect(mixedError(stepper.x, test.reference)).toBeLessThan(tol)
    expect(stepper.stats.steps).toBeLessThanOrEqual(maxSteps)
  })

  it('meet loose and tight tolerances', () => {
    expect(mixedError(solve(pollution, 1e-4).x, pollution.reference)).toBeLessThan(1e-4)
    expect(mixedError(solve(robertson, 1e-10).x, robertson.reference)).toBeLessThan(1e-10)
    expect(mixedError(solve(hires, 1e-10).x, hires.reference)).toBeLessThan(1e-10)
  })

  it('keep the dense output within the tolerance if the estimate is not filtered out', () => {
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

  it('give deterministic results', () => {
    const a = solve(hires, 1e-6)
    const b = solve(hires, 1e-6)
    expect(a.x).toEqual(b.x)
    expect(a.stats).toEqual(b.stats)
  })
})

describe('Jacobians', () => {
  it('lead to the same solution if they are exact, by differences or sparse', () => {
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
