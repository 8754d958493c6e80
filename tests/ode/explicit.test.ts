import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { createDop853 } from '../../src/ode/explicit/dop853.ts'
import { StepController } from '../../src/ode/explicit/step-controller.ts'
import { createTsit5, TSIT5_STABILITY_LIMIT } from '../../src/ode/explicit/tsit5.ts'
import type { OdeProblem, Outcome } from '../../src/ode/problem.ts'
import { createStatistics } from '../../src/ode/statistics.ts'
import {
  ERROR_TEST_FAILED,
  FATAL,
  NON_FINITE,
  OK,
  RECOVERABLE,
  STEP_TOO_SMALL,
} from '../../src/ode/status.ts'
import type { Stepper, StepperOptions } from '../../src/ode/stepper.ts'

type Create = (problem: OdeProblem, options: StepperOptions, stats: Stepper['stats']) => Stepper
const METHODS: readonly [string, Create][] = [
  ['tsit5', createTsit5],
  ['dop853', createDop853],
]

interface Setting {
  rtol?: number
  atol?: number | number[]
  minStep?: number
  maxStep?: number
}

function createStepper(create: Create, problem: OdeProblem, x0: number[], setting: Setting = {}): Stepper {
  const { rtol = 1e-6, atol = 1e-6, minStep = 0, maxStep = Number.POSITIVE_INFINITY } = setting
  const tolerances = new Float64Array(problem.n)
  for (let i = 0; i < problem.n; i++) tolerances[i] = typeof atol === 'number' ? atol : atol[i]
  const stepper = create(
    problem,
    { rtol, rtols: new Float64Array(problem.n).fill(rtol), atol: tolerances, minStep, maxStep },
    createStatistics(),
  )
  stepper.x.set(x0)
  return stepper
}

/** Steps to tEnd; `onStep` sees every accepted step. */
function run(stepper: Stepper, t0: number, tEnd: number, hGuess = 0, onStep?: () => void): void {
  expect(stepper.start(t0, tEnd, hGuess)).toBe(OK)
  while (stepper.t < tEnd) {
    expect(stepper.step(tEnd)).toBe(OK)
    onStep?.()
  }
  expect(stepper.t).toBe(tEnd)
}

/** Nonlinear, coupled and time-dependent, with the solution (exp(sin t), 1 / (1 + t²)). */
const CLOSED_FORM: OdeProblem = {
  n: 2,
  f: (t, x, dx) => {
    dx[0] = x[0] * Math.cos(t) + (x[1] * (1 + t * t) - 1)
    dx[1] = (-2 * t * x[1] * x[1] * x[0]) / Math.exp(Math.sin(t))
  },
}
const errorOfClosedForm = (t: number, x: Float64Array): number =>
  Math.max(Math.abs(x[0] - Math.exp(Math.sin(t))), Math.abs(x[1] - 1 / (1 + t * t)))

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

/** Kepler's problem with the eccentricity 0.6 from the pericentre: period 2π, energy -1/2. */
const KEPLER: OdeProblem = {
  n: 4,
  f: (_t, x, dx) => {
    const r2 = x[0] * x[0] + x[1] * x[1]
    const r3 = r2 * Math.sqrt(r2)
    dx[0] = x[2]
    dx[1] = x[3]
    dx[2] = -x[0] / r3
    dx[3] = -x[1] / r3
  },
}
const KEPLER_X0 = [0.4, 0, 0, 2]
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
  it('has errors proportional to the tolerance', () => {
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

  it('gives the same bytes again', () => {
    const results = [0, 1].map(() => {
      const stepper = createStepper(create, KEPLER, KEPLER_X0)
      run(stepper, 0, 10)
      return [...stepper.x]
    })
    expect(results[0]).toEqual(results[1])
  })
})

describe.each(METHODS)('%s: dense output', (_name, create) => {
  it('meets both ends of every step exactly and goes on a hair outside', () => {
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

  it('does not depend on what the caller writes to x', () => {
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
  it('costs 12 evaluations per step, and 3 more once in an interpolated step', () => {
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

  it('falls back to the cubic interpolant if f fails there, and reports a fatal failure in the next step', () => {
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
      // Cubic Hermite interpolation of sin: h⁴/384 max|sin''''| = 0.25⁴/384 · 0.25 at most, and certainly not exact.
      const error = Math.abs(out[0] - Math.sin(0.125))
      expect(error).toBeLessThan((0.25 ** 4 / 384) * 0.25)
      expect(error).toBeGreaterThan(1e-8)
      answer = undefined
      expect(stepper.step(10)).toBe(next)
    }
  })
})

describe.each(METHODS)('%s: step size', (_name, create) => {
  it('ends exactly at tStop, and goes on with the size before', () => {
    const stepper = createStepper(create, CLOSED_FORM, [1, 1])
    stepper.start(0, 10, 0)
    for (let k = 0; k < 5; k++) stepper.step(10)
    const h = stepper.h
    const tStop = stepper.t + 1e-3 * h
    expect(stepper.step(tStop)).toBe(OK)
    expect(stepper.t).toBe(tStop)
    expect(stepper.h).toBe(h)
  })

  it('takes a stop that is one ulp away', () => {
    const stepper = createStepper(create, CLOSED_FORM, [1, 1])
    stepper.start(1, 10, 0.1)
    expect(stepper.step(1 + EPS)).toBe(OK)
    expect(stepper.t).toBe(1 + EPS)
    expect(stepper.h).toBe(0.1)
  })

  it('stays where it is for a stop that is reached', () => {
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

  it('integrates nothing, with the largest growth', () => {
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

describe.each(METHODS)('%s: failures', (_name, create) => {
  it('stops before NaN, and tells the component', () => {
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

  it('gives up at t = 0, where the time has no smallest step', () => {
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

  it('gives up at an overflow of the solution', () => {
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

  it('tries again with a quarter of the step after a recoverable failure', () => {
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
    // No growth directly after a rejection, but later.
    expect(stepper.h).toBe(0.5 / 64)
    expect(stepper.step(1)).toBe(OK)
    expect(stepper.h).toBeGreaterThan(0.5 / 64)
  })

  it('reports a recoverable failure that does not go away', () => {
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

  it('returns fatal failures at once', () => {
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

  it('cannot start where f fails', () => {
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

  it('reports an error that minStep does not allow to remove', () => {
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
      },
      createStatistics(),
    )
    stepper.x[0] = 0
    run(stepper, 0, 0.5)
    // Exact but for cancellation in the differences of two stages, which are about 1e-7 of the state here.
    const h = stepper.t - stepper.tOld
    expect(stepper.hLambda / (1000 * h)).toBeCloseTo(1, 5)
    // Stability has determined the steps: their mean size is close to the limit.
    const mean = 0.5 / stepper.stats.steps
    expect(1000 * mean).toBeGreaterThan(0.7 * TSIT5_STABILITY_LIMIT)
    expect(1000 * mean).toBeLessThan(1.1 * TSIT5_STABILITY_LIMIT)
  })

  it.each([
    [0.98, true],
    [1.02, false],
  ])('with fixed steps of %f of the limit, decay is %s', (share, isStable) => {
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

  it('grows by the limit without error and shrinks by the limit with a hopeless one', () => {
    expect(create().computeNext(1, 1, 0, false)).toBe(10)
    for (const err of hopeless) expect(create().computeRetry(1, err)).toBe(0.2)
  })

  it('has wide limits for the first step', () => {
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

  it('returns to the size before a shortened step as far as the error allows', () => {
    expect(create().computeNext(1e-3, 1, 0, false)).toBe(1)
    expect(create().computeNext(0.5, 1, 0, false)).toBe(5)
    expect(create().computeNext(0.5, 1, 0.8, false)).toBeCloseTo(0.5 * 0.9 * 0.8 ** -0.2, 13)
  })
})
