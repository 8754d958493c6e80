/** Explicit methods: values inside steps. */

import type { OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { createDop853 } from '../../src/ode/explicit-runge-kutta/dop853.ts'
import type { Outcome } from '../../src/ode/stepping/problem.ts'
import { FATAL, OK } from '../../src/ode/stepping/status.ts'
import { createStepper, KEPLER, KEPLER_X0, METHODS, run } from './support/explicit-steppers.ts'

describe.each(METHODS)('%s: dense output', (_name, create) => {
  it('meets both ends of every step exactly and continues slightly outside', () => {
    const stepper = createStepper(create, KEPLER, KEPLER_X0, { rtol: 1e-8, atol: 1e-8 })
    const before = Float64Array.from(KEPLER_X0)
    const out = new Float64Array(4)
    const slope = new Float64Array(4)
    run(stepper, 0, 7, 0, () => {
      stepper.interpolate(stepper.tOld, out)
      expect([...out]).toEqual([...before])
      stepper.interpolate(stepper.t, out)
      expect([...out]).toEqual([...stepper.x])
      // Outside by δ the value moves by f δ, up to rounding of values of at most 2.
      const delta = 100 * EPS * Math.max(1, stepper.t)
      stepper.interpolate(stepper.t + delta, out)
      KEPLER.f(stepper.t, stepper.x, slope)
      for (let i = 0; i < 4; i++) {
        const moved = Math.abs(out[i] - stepper.x[i])
        expect(moved).toBeLessThanOrEqual(2 * Math.abs(slope[i]) * delta + 4 * EPS)
      }
      before.set(stepper.x)
    })
  })

  it('does not depend on values that the caller writes to x', () => {
    const stepper = createStepper(create, KEPLER, KEPLER_X0)
    stepper.start(0, 10, 0.1)
    stepper.step(10)
    const t = 0.5 * (stepper.tOld + stepper.t)
    const out = new Float64Array(4)
    stepper.interpolate(t, out)
    stepper.interpolate(t, stepper.x)
    expect([...stepper.x]).toEqual([...out])
    stepper.interpolate(t, stepper.x)
    expect([...stepper.x]).toEqual([...out])
  })

  it('gives x before the first step', () => {
    const stepper = createStepper(create, KEPLER, KEPLER_X0)
    const out = new Float64Array(4)
    stepper.start(3, 10, 0)
    stepper.interpolate(3, out)
    expect([...out]).toEqual(KEPLER_X0)
  })
})

describe('dop853: extra stages', () => {
  it('cost 12 evaluations per step, and 3 more once in an interpolated step', () => {
    const stepper = createStepper(createDop853, KEPLER, KEPLER_X0)
    stepper.start(0, 10, 0.01)
    expect(stepper.stats.f).toBe(1)
    stepper.step(10)
    expect(stepper.stats.f).toBe(13)
    const out = new Float64Array(4)
    for (const theta of [0.3, 0.6, 0.9]) stepper.interpolate(theta * stepper.t, out)
    expect(stepper.stats.f).toBe(16)
    stepper.step(10)
    expect(stepper.stats.f).toBe(28)
  })

  it('fall back to the cubic interpolant if f fails there, and report a fatal failure in the next step', () => {
    let answer: Outcome
    const problem: OdeProblem = {
      n: 1,
      f: (t, _x, dx) => {
        dx[0] = Math.cos(t)
        return answer
      },
    }
    for (const [outcome, next] of [
      ['retry', OK],
      ['abort', FATAL],
    ] as const) {
      answer = undefined
      const stepper = createStepper(createDop853, problem, [0], { maxStep: 0.25 })
      stepper.start(0, 10, 0.25)
      stepper.step(10)
      expect(stepper.t).toBe(0.25)
      answer = outcome
      const out = new Float64Array(1)
      stepper.interpolate(0.125, out)
      // Cubic Hermite interpolation of sin: at most h⁴/384 max|sin''''| = 0.25⁴/384 · 0.25, and certainly not exact.
      const error = Math.abs(out[0] - Math.sin(0.125))
      expect(error).toBeLessThan((0.25 ** 4 / 384) * 0.25)
      expect(error).toBeGreaterThan(1e-8)
      answer = undefined
      expect(stepper.step(10)).toBe(next)
    }
  })
})
