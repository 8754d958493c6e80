/** Explicit methods: functions that fail. */

import type { OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import {
  ERROR_TEST_FAILED,
  FATAL,
  NON_FINITE,
  OK,
  RECOVERABLE,
  STEP_TOO_SMALL,
} from '../../src/ode/stepping/status.ts'
import { createStepper, METHODS } from './support/explicit-steppers.ts'

describe.each(METHODS)('%s: failures', (_name, create) => {
  it('stop before NaN, and report the component', () => {
    const problem: OdeProblem = {
      n: 3,
      f: (t, _x, dx) => {
        dx[0] = 1
        dx[1] = t > 0.5 ? Number.NaN : 1
        dx[2] = 1
      },
    }
    const stepper = createStepper(create, problem, [0, 0, 0])
    expect(stepper.start(0, 1, 0)).toBe(OK)
    let status = OK
    for (let k = 0; k < 1000 && status === OK; k++) status = stepper.step(1)
    expect(status).toBe(STEP_TOO_SMALL)
    expect([stepper.failure, stepper.worst]).toEqual([NON_FINITE, 1])
    expect(stepper.t).toBeLessThanOrEqual(0.5)
    // The smallest step is 4 EPS |t|, and its last stages are at its end.
    expect(0.5 - stepper.t).toBeLessThan(8 * EPS)
    expect(stepper.x[0]).toBeCloseTo(stepper.t, 14)
  })

  it('end the run at t = 0, where the time has no smallest step', () => {
    const problem: OdeProblem = {
      n: 1,
      f: (t, _x, dx) => {
        dx[0] = t > 0 ? Number.POSITIVE_INFINITY : 1
      },
    }
    const stepper = createStepper(create, problem, [0])
    expect(stepper.start(0, 1, 0.1)).toBe(OK)
    expect(stepper.step(1)).toBe(STEP_TOO_SMALL)
    expect([stepper.failure, stepper.worst, stepper.t]).toEqual([NON_FINITE, 0, 0])
    // From 0.1 to the smallest double, 5e-324, by factors of 4.
    expect(stepper.stats.rejected).toBeLessThan(Math.log2(0.1 / 5e-324) / 2 + 2)
  })

  it('end the run at an overflow of the solution', () => {
    const problem: OdeProblem = {
      n: 1,
      f: (_t, _x, dx) => {
        dx[0] = 1e308
      },
    }
    const stepper = createStepper(create, problem, [0])
    expect(stepper.start(0, 10, 1)).toBe(OK)
    let status = OK
    for (let k = 0; k < 10000 && status === OK; k++) status = stepper.step(10)
    expect(status).toBe(STEP_TOO_SMALL)
    expect(stepper.worst).toBe(0)
    expect(Number.isFinite(stepper.x[0])).toBe(true)
  })

  it('cause a retry with a quarter of the step if they are recoverable', () => {
    let failures = 3
    const problem: OdeProblem = {
      n: 1,
      f: (t, _x, dx) => {
        dx[0] = 1
        return t > 0 && failures-- > 0 ? 'retry' : undefined
      },
    }
    const stepper = createStepper(create, problem, [0])
    expect(stepper.start(0, 1, 0.5)).toBe(OK)
    expect(stepper.step(1)).toBe(OK)
    expect(stepper.stats.rejected).toBe(3)
    expect(stepper.t).toBe(0.5 / 64)
    expect(stepper.failure).toBe(RECOVERABLE)
    // The step does not grow directly after a rejection, but later.
    expect(stepper.h).toBe(0.5 / 64)
    expect(stepper.step(1)).toBe(OK)
    expect(stepper.h).toBeGreaterThan(0.5 / 64)
  })

  it('appear as errors if they are recoverable but persist', () => {
    const problem: OdeProblem = {
      n: 1,
      f: (t, _x, dx) => {
        dx[0] = 1
        return t > 1 ? 'retry' : undefined
      },
    }
    const stepper = createStepper(create, problem, [0])
    expect(stepper.start(1, 2, 0)).toBe(OK)
    expect(stepper.step(2)).toBe(STEP_TOO_SMALL)
    expect([stepper.failure, stepper.worst]).toEqual([RECOVERABLE, -1])
  })

  it('end the run at once if they are fatal', () => {
    const problem: OdeProblem = {
      n: 1,
      f: (t, _x, dx) => {
        dx[0] = 1
        return t > 0.5 ? 'abort' : undefined
      },
    }
    const stepper = createStepper(create, problem, [0])
    expect(stepper.start(0, 1, 0.4)).toBe(OK)
    expect(stepper.step(1)).toBe(OK)
    expect(stepper.step(1)).toBe(FATAL)
    expect([stepper.failure, stepper.stats.rejected, stepper.t]).toEqual([FATAL, 0, 0.4])
  })

  it('prevent the start if f fails there', () => {
    const problem: OdeProblem = {
      n: 2,
      f: (_t, _x, dx) => {
        dx[0] = 1
        dx[1] = Number.NaN
      },
    }
    const stepper = createStepper(create, problem, [0, 0])
    expect(stepper.start(0, 1, 0)).toBe(NON_FINITE)
    expect([stepper.failure, stepper.worst]).toEqual([NON_FINITE, 1])
  })

  it('include an error that minStep does not allow to reduce', () => {
    const problem: OdeProblem = {
      n: 2,
      f: (t, _x, dx) => {
        dx[0] = 1
        dx[1] = Math.cos(100 * t)
      },
    }
    const stepper = createStepper(create, problem, [0, 0], { rtol: 1e-10, atol: 1e-10, minStep: 0.5 })
    expect(stepper.start(0, 10, 0)).toBe(OK)
    expect(stepper.step(10)).toBe(STEP_TOO_SMALL)
    expect([stepper.failure, stepper.worst, stepper.h]).toEqual([ERROR_TEST_FAILED, 1, 0.5])
  })
})
