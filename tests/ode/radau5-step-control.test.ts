/** radau5: step sizes, failing functions and matrices. */

import type { OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { GAMMA } from '../../src/ode/radau5/radau5-tableau.ts'
import {
  ERROR_TEST_FAILED,
  FATAL,
  NEWTON_FAILED,
  NON_FINITE,
  OK,
  RECOVERABLE,
  SINGULAR,
  STEP_TOO_SMALL,
} from '../../src/ode/stepping/status.ts'
import { create, run } from './support/radau5-runs.ts'

describe('step control', () => {
  const decay: OdeProblem = {
    n: 1,
    f: (_t, x, dx) => {
      dx[0] = -x[0]
    },
  }

  it('recovers at once from a step shortened to meet a stop time', () => {
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

  it('restarts with the given size, one evaluation, one Jacobian and one pair of factorizations', () => {
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
  it('end the run at the time at which f becomes NaN', () => {
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

  it('lead to a smaller step if f cannot be evaluated far away', () => {
    // x' = -√x reaches 0 at t = 2; f fails for negative x, into which large steps lead.
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

  it('appear as an error if f can no longer be evaluated', () => {
    const f: OdeProblem['f'] = (t, x, dx) => {
      dx[0] = x[0]
      return t > 1 ? 'retry' : undefined
    }
    const stepper = create({ n: 1, f }, 1e-6)
    expect(run(stepper, [1], 0, 2)).toBe(STEP_TOO_SMALL)
    expect(stepper.failure).toBe(RECOVERABLE)
    expect(run(create({ n: 1, f }, 1e-6), [1], 1.5, 2)).toBe(RECOVERABLE)
  })

  it('end the run at once if f reports a fatal one', () => {
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

  it('halve the step at a singular matrix', () => {
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
  ] as const)('name the reason: %s', (_name, reason, { jacobian, minStep, tol }) => {
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
