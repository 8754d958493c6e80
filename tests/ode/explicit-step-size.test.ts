/** Explicit methods: sizes of steps, stiffness. */

import type { OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { StepController } from '../../src/ode/explicit-runge-kutta/explicit-control.ts'
import { createTsit5, TSIT5_STABILITY_LIMIT } from '../../src/ode/explicit-runge-kutta/tsit5.ts'
import { createStatistics } from '../../src/ode/stepping/statistics.ts'
import { OK } from '../../src/ode/stepping/status.ts'
import { CLOSED_FORM, createStepper, METHODS, run } from './support/explicit-steppers.ts'

describe.each(METHODS)('%s: step size', (_name, create) => {
  it('meets tStop exactly, and continues with the previous size', () => {
    const stepper = createStepper(create, CLOSED_FORM, [1, 1])
    stepper.start(0, 10, 0)
    for (let k = 0; k < 5; k++) stepper.step(10)
    const h = stepper.h
    const tStop = stepper.t + 1e-3 * h
    expect(stepper.step(tStop)).toBe(OK)
    expect(stepper.t).toBe(tStop)
    expect(stepper.h).toBe(h)
  })

  it('meets a stop that is one ulp away', () => {
    const stepper = createStepper(create, CLOSED_FORM, [1, 1])
    stepper.start(1, 10, 0.1)
    expect(stepper.step(1 + EPS)).toBe(OK)
    expect(stepper.t).toBe(1 + EPS)
    expect(stepper.h).toBe(0.1)
  })

  it('stays unchanged for a stop already reached', () => {
    const stepper = createStepper(create, CLOSED_FORM, [1, 1])
    stepper.start(1, 1, 0)
    expect(stepper.h).toBeGreaterThan(0)
    expect(stepper.step(1)).toBe(OK)
    expect([stepper.t, stepper.tOld, stepper.stats.steps]).toEqual([1, 1, 0])
  })

  it('respects maxStep and the guess', () => {
    const stepper = createStepper(create, CLOSED_FORM, [1, 1], { rtol: 1, atol: 1, maxStep: 0.125 })
    stepper.start(0, 10, 5)
    expect(stepper.h).toBe(0.125)
    stepper.start(0, 10, 0.0625)
    expect(stepper.h).toBe(0.0625)
    for (let k = 0; k < 10; k++) {
      stepper.step(10)
      expect(stepper.t - stepper.tOld).toBeLessThanOrEqual(0.125)
    }
  })

  it('grows by the largest factor for f = 0', () => {
    const stepper = createStepper(create, { n: 0, f: () => {} }, [])
    const growth = create === createTsit5 ? 10 : 6
    run(stepper, 0, 1e3)
    // From 1e-6 to 1e3 by powers of the growth, and two or three steps to end exactly.
    expect(stepper.stats.steps).toBeLessThanOrEqual(Math.log(1e9) / Math.log(growth) + 3)
    stepper.interpolate(1e3, new Float64Array(0))
  })

  it('accepts the tolerance zero for a component that stays zero', () => {
    const problem: OdeProblem = {
      n: 2,
      f: (_t, x, dx) => {
        dx[0] = -x[0]
        dx[1] = 0
      },
    }
    const stepper = createStepper(create, problem, [1, 0], { atol: 0 })
    run(stepper, 0, 1)
    // Damped errors: the global one is below the tolerance per step times a few.
    expect(Math.abs(stepper.x[0] / Math.exp(-1) - 1)).toBeLessThan(1e-5)
    expect(stepper.x[1]).toBe(0)
  })
})

describe('tsit5: stiffness', () => {
  const linear = (lambda: number): OdeProblem => ({
    n: 1,
    f: (t, x, dx) => {
      dx[0] = lambda * (x[0] - Math.cos(t)) - Math.sin(t)
    },
  })

  it('measures h|λ| of a linear problem', () => {
    const stepper = createTsit5(
      linear(-1000),
      {
        rtol: 1e-6,
        rtols: Float64Array.of(1e-6),
        atol: Float64Array.of(1e-6),
        minStep: 0,
        maxStep: Number.POSITIVE_INFINITY,
        lookInterval: Number.POSITIVE_INFINITY,
      },
      createStatistics(),
    )
    stepper.x[0] = 0
    run(stepper, 0, 0.5)
    // Exact but for cancellation in the differences of two stages, which are about 1e-7 of the state here.
    const h = stepper.t - stepper.tOld
    expect(stepper.hLambda / (1000 * h)).toBeCloseTo(1, 5)
    // Stability determined the steps: their mean size is close to the limit.
    const mean = 0.5 / stepper.stats.steps
    expect(1000 * mean).toBeGreaterThan(0.7 * TSIT5_STABILITY_LIMIT)
    expect(1000 * mean).toBeLessThan(1.1 * TSIT5_STABILITY_LIMIT)
  })

  it.each([
    [0.98, true],
    [1.02, false],
  ])('decay with fixed steps of %f of the limit is %s', (share, isStable) => {
    const decay: OdeProblem = {
      n: 1,
      f: (_t, x, dx) => {
        dx[0] = -x[0]
      },
    }
    const h = share * TSIT5_STABILITY_LIMIT
    const stepper = createStepper(createTsit5, decay, [1], { rtol: 1e30, atol: 1e30, maxStep: h })
    stepper.start(0, 1e9, h)
    for (let k = 0; k < 100; k++) stepper.step(1e9)
    expect(Math.abs(stepper.x[0]) < 1).toBe(isStable)
  })
})

describe('StepController', () => {
  const createFresh = (): StepController => new StepController(5, 0.04, 0.2, 10)
  /** After a first step, with the same memory of 1e-4. */
  const create = (): StepController => {
    const controller = createFresh()
    controller.computeNext(1, 1, 1e-4, false)
    return controller
  }
  const hopeless = [Number.NaN, Number.POSITIVE_INFINITY, 1e100]

  it('grows by the limit without error and shrinks by the limit for a huge one', () => {
    expect(create().computeNext(1, 1, 0, false)).toBe(10)
    for (const err of hopeless) expect(create().computeRetry(1, err)).toBe(0.2)
  })

  it('uses wide limits for the first step', () => {
    const controller = createFresh()
    for (const err of hopeless) expect(controller.computeRetry(1, err)).toBe(1e-3)
    expect(controller.computeNext(1, 1, 0, false)).toBe(1e3)
    expect(controller.computeNext(1, 1, 0, false)).toBe(10)
    controller.reset()
    expect(controller.computeNext(1, 1, 0, false)).toBe(1e3)
  })

  it('follows the formulas', () => {
    const controller = create()
    // The first memory is 1e-4. Powers by another route agree to some ulps.
    expect(controller.computeNext(2, 2, 0.5, false)).toBeCloseTo(2 * 0.9 * 0.5 ** -0.17 * 1e-4 ** 0.04, 13)
    expect(controller.computeNext(2, 2, 0.25, false)).toBeCloseTo(2 * 0.9 * 0.25 ** -0.17 * 0.5 ** 0.04, 13)
    controller.reset()
    expect(controller.computeNext(2, 2, 0.5, false)).toBeCloseTo(2 * 0.9 * 0.5 ** -0.17 * 1e-4 ** 0.04, 13)
    expect(controller.computeRetry(2, 32)).toBeCloseTo((2 * 0.9) / 2, 13)
  })

  it('does not grow after a rejection', () => {
    expect(create().computeNext(1, 1, 1e-3, true)).toBe(1)
  })

  it('returns to the size before a shortened step if the error allows it', () => {
    expect(create().computeNext(1e-3, 1, 0, false)).toBe(1)
    expect(create().computeNext(0.5, 1, 0, false)).toBe(5)
    expect(create().computeNext(0.5, 1, 0.8, false)).toBeCloseTo(0.5 * 0.9 * 0.8 ** -0.2, 13)
  })
})
