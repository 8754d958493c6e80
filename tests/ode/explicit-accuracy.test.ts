/** Explicit methods: measured order, errors against closed forms and published orbits. */

import type { OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { createDop853 } from '../../src/ode/explicit-runge-kutta/dop853.ts'
import { createTsit5 } from '../../src/ode/explicit-runge-kutta/tsit5.ts'
import {
  CLOSED_FORM,
  type Create,
  createStepper,
  errorOfClosedForm,
  KEPLER,
  KEPLER_X0,
  METHODS,
  run,
} from './support/explicit-steppers.ts'

/** Errors of `count` equal steps over [0, 2], a power of two so that all times are exact: at their ends and inside. */
function measureFixedSteps(create: Create, count: number): { atEnds: number; inside: number } {
  const h = 2 / count
  const stepper = createStepper(create, CLOSED_FORM, [1, 1], { rtol: 1e30, atol: 1e30, maxStep: h })
  const out = new Float64Array(2)
  let atEnds = 0
  let inside = 0
  run(stepper, 0, 2, h, () => {
    atEnds = Math.max(atEnds, errorOfClosedForm(stepper.t, stepper.x))
    for (const theta of [0.2, 0.4, 0.7, 0.9]) {
      const t = stepper.tOld + theta * h
      stepper.interpolate(t, out)
      inside = Math.max(inside, errorOfClosedForm(t, out))
    }
  })
  expect(stepper.stats.steps).toBe(count)
  return { atEnds, inside }
}

const keplerEnergy = (x: Float64Array): number =>
  0.5 * (x[2] * x[2] + x[3] * x[3]) - 1 / Math.sqrt(x[0] * x[0] + x[1] * x[1])

/** Restricted three-body problem with a periodic orbit [Hairer, Nørsett & Wanner 1993, II.0, eq. 0.1-0.2]. */
const MU = 0.012277471
const ARENSTORF: OdeProblem = {
  n: 4,
  f: (_t, x, dx) => {
    const r1 = (x[0] + MU) * (x[0] + MU) + x[1] * x[1]
    const r2 = (x[0] - 1 + MU) * (x[0] - 1 + MU) + x[1] * x[1]
    const d1 = r1 * Math.sqrt(r1)
    const d2 = r2 * Math.sqrt(r2)
    dx[0] = x[2]
    dx[1] = x[3]
    dx[2] = x[0] + 2 * x[3] - ((1 - MU) * (x[0] + MU)) / d1 - (MU * (x[0] - 1 + MU)) / d2
    dx[3] = x[1] - 2 * x[2] - ((1 - MU) * x[1]) / d1 - (MU * x[1]) / d2
  },
}
const ARENSTORF_X0 = [0.994, 0, 0, -2.00158510637908252240537862224]
const ARENSTORF_PERIOD = 17.0652165601579625589

describe('convergence with fixed steps', () => {
  // Interior points: the global error of order p plus the local error of order q + 1 of an interpolant of order q.
  it('tsit5 has order 5, with an interpolant of order 4', () => {
    const coarse = measureFixedSteps(createTsit5, 64)
    const fine = measureFixedSteps(createTsit5, 128)
    expect(Math.log2(coarse.atEnds / fine.atEnds)).toBeCloseTo(5, 0)
    expect(Math.log2(coarse.inside / fine.inside)).toBeCloseTo(5, 0)
  })

  it('dop853 has order 8, with an interpolant of order 7', () => {
    const coarse = measureFixedSteps(createDop853, 8)
    const fine = measureFixedSteps(createDop853, 16)
    expect(Math.log2(coarse.atEnds / fine.atEnds)).toBeCloseTo(8, 0)
    expect(Math.log2(coarse.inside / fine.inside)).toBeCloseTo(8, 0)
  })
})

describe.each(METHODS)('%s: accuracy', (_name, create) => {
  it('keeps errors proportional to the tolerance', () => {
    // The problem is benign: the global error stays within 20 times the tolerance, and goes down by at least 10^1.5 when
    // the tolerance goes down by 10^2.
    let last = Number.POSITIVE_INFINITY
    for (const tolerance of [1e-4, 1e-6, 1e-8, 1e-10]) {
      const stepper = createStepper(create, CLOSED_FORM, [1, 1], { rtol: tolerance, atol: tolerance })
      run(stepper, 0, 5)
      const error = errorOfClosedForm(5, stepper.x)
      expect(error).toBeLessThan(20 * tolerance)
      expect(error).toBeLessThan(last / 10 ** 1.5)
      last = error
    }
  })

  it('keeps the energy of a Kepler orbit with e = 0.6 over 10 periods', () => {
    // About 50 steps per period, each with an energy error of at most |v| ≤ 2 times the tolerance, all of one sign.
    const tolerance = 1e-9
    const stepper = createStepper(create, KEPLER, KEPLER_X0, { rtol: tolerance, atol: tolerance })
    run(stepper, 0, 20 * Math.PI)
    expect(Math.abs(keplerEnergy(stepper.x) + 0.5)).toBeLessThan(10 * 50 * 2 * tolerance)
  })

  it('returns to the start of the Arenstorf orbit', () => {
    // Two passages at 0.006 from the moon amplify errors: 7 to 40 times the tolerance was measured, depending on the first step.
    const tolerance = create === createDop853 ? 1e-12 : 1e-9
    const stepper = createStepper(create, ARENSTORF, ARENSTORF_X0, { rtol: tolerance, atol: tolerance })
    run(stepper, 0, ARENSTORF_PERIOD)
    expect(Math.hypot(stepper.x[0] - ARENSTORF_X0[0], stepper.x[1])).toBeLessThan(1e3 * tolerance)
  })

  it('gives identical bytes again', () => {
    const results = [0, 1].map(() => {
      const stepper = createStepper(create, KEPLER, KEPLER_X0)
      run(stepper, 0, 10)
      return [...stepper.x]
    })
    expect(results[0]).toEqual(results[1])
  })
})
