/** Sequences of events: accumulating impacts, sliding modes, contacts, and the cost of a restart. */
import { type OdeProblem, SolverError } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { ballHertz, mixedError } from '../../benchmarks/ode/problems/index.ts'
import { ALL_METHODS, type AnyMethod, catchError, ONE_STEP_METHODS, solveWith } from './support/methods.ts'

const GRAVITY = 9.81
const RESTITUTION = 0.7
/** Impacts of a ball from 1 m: t1 (1 + 2 Σ e^j), and their accumulation point, t1 (1 + e) / (1 - e). */
const FIRST_IMPACT = Math.sqrt(2 / GRAVITY)
const ACCUMULATION = (FIRST_IMPACT * (1 + RESTITUTION)) / (1 - RESTITUTION)

const createBall = (direction?: number[]): OdeProblem => ({
  n: 2,
  f: (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = -GRAVITY
  },
  roots: {
    n: 1,
    g: (_t, x, z) => {
      z[0] = x[0]
    },
    ...(direction && { direction }),
  },
})

/**
 * Bounces until the run ends in an error. `corrects`: the handler moves the ball back to the ground. `isRobust`: it
 * ignores the sign of the velocity, because in flights lower than the tolerance the errors of x are larger than x.
 */
function bounce(
  method: AnyMethod,
  problem: OdeProblem,
  tolerance: number,
  corrects: boolean,
  isRobust: boolean,
): [number[], SolverError] {
  const times: number[] = []
  const error = catchError(SolverError, () =>
    solveWith(method, problem, {
      t0: 0,
      tEnd: 3,
      x0: [1, 0],
      rtol: tolerance,
      atol: tolerance,
      onEvent: (event) => {
        times.push(event.t)
        if (corrects) event.x[0] = 0
        event.x[1] = RESTITUTION * (isRobust ? Math.abs(event.x[1]) : -event.x[1])
      },
    }),
  )
  return [times, error]
}

describe.each(ALL_METHODS)('%s: bouncing ball', (method) => {
  const isMultistep = !ONE_STEP_METHODS.includes(method)
  /*
   * Parabolas are exact for Runge-Kutta methods: what is left is rounding. BDF has errors in every flight of some
   * tolerances, which the falling speed 4.4 · 0.7^k m/s makes errors of the time; and flights lower than the tolerance, of a speed
   * below √(2 g tol), have errors of their own size.
   */
  const tolerance = isMultistep ? 1e-10 : 1e-6
  const accuracyOf = (k: number): number => (isMultistep ? (20 * tolerance) / RESTITUTION ** k : 1e-12)
  const lastAccuracy = isMultistep ? 10 * Math.sqrt((2 * tolerance) / GRAVITY) : 1e-9

  it.each([
    ['with a direction filter and position correction', [-1], true],
    ['with a direction filter alone', [-1], false],
    ['with position correction alone', undefined, true],
    ['with neither', undefined, false],
  ] as const)('%s finds the impacts and reports their accumulation', (_name, direction, corrects) => {
    const [times, error] = bounce(
      method,
      createBall(direction && [...direction]),
      tolerance,
      corrects,
      isMultistep,
    )

    // The first impacts, as published and by the closed form.
    for (const [k, published] of [0.451523640986, 1.083656738366, 1.526149906532].entries()) {
      expect(Math.abs(times[k] - published)).toBeLessThan(accuracyOf(k) + 5e-13)
    }
    let exact = FIRST_IMPACT
    for (let k = 0; k < 20; k++) {
      expect(Math.abs(times[k] - exact)).toBeLessThan(accuracyOf(k))
      exact += 2 * FIRST_IMPACT * RESTITUTION ** (k + 1)
    }

    // The accumulation point is approached, and then reported.
    expect(Math.abs(ACCUMULATION - 2.558633965586)).toBeLessThan(5e-13)
    expect(Math.abs(times.at(-1)! - ACCUMULATION)).toBeLessThan(lastAccuracy)
    for (let k = 1; k < times.length; k++) expect(times[k]).toBeGreaterThan(times[k - 1])
    expect([error.code, error.component, error.fields['which']]).toEqual(['CHATTERING', 0, [0]])
    expect(error.message).toContain('root function 0')
    const last = error.fields['eventTimes'] as number[]
    expect(last.length).toBe(5)
    // The handler has seen all but the last of them.
    expect(last.slice(0, 4)).toEqual(times.slice(-4))
    expect(error.t).toBeGreaterThanOrEqual(last[4])
  })
})

describe.each(ALL_METHODS)('%s: chattering', (method) => {
  it('gives an error with both functions of the relay of a sliding mode', () => {
    // x' = ∓1 with a relay that switches at ±3e-14: the solution slides approximately along x = 0 from t = 1 on.
    const width = 3e-14
    let mode = -1
    const problem: OdeProblem = {
      n: 1,
      f: (_t, _x, dx) => {
        dx[0] = mode
      },
      roots: {
        n: 2,
        direction: [-1, 1],
        g: (_t, x, z) => {
          z[0] = x[0] + width
          z[1] = x[0] - width
        },
      },
    }
    const seen = new Set<number>()
    const error = catchError(SolverError, () =>
      solveWith(method, problem, {
        t0: 0,
        tEnd: 2,
        x0: [1],
        onEvent: ({ which }) => {
          for (const i of which) seen.add(i)
          mode = which[0] === 0 ? 1 : -1
        },
      }),
    )
    expect(error.code).toBe('CHATTERING')
    expect([...seen]).toEqual([0, 1])
    // 20 events, each after at most a crossing of the relay and two locations.
    expect(Math.abs(error.t - 1)).toBeLessThan(20 * (2 * width + 1e-13))
  })

  it('does not follow from many events that are far apart', () => {
    const problem: OdeProblem = {
      n: 1,
      f: (_t, _x, dx) => {
        dx[0] = 1
      },
      roots: {
        n: 1,
        g: (t, _x, z) => {
          z[0] = Math.sin(Math.PI * 1e3 * t)
        },
      },
    }
    const run = solveWith(method, problem, { t0: 0, tEnd: 0.1005, x0: [0], maxStep: 5e-4, onEvent: () => {} })
    expect(run.events.length).toBe(100)
  })
})

describe('cost of a restart', () => {
  const EVENTS = 50
  const oscillator: OdeProblem = {
    n: 2,
    f: (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = -x[0]
    },
  }
  const disturbed: OdeProblem = {
    ...oscillator,
    roots: {
      n: 1,
      g: (t, _x, z) => {
        z[0] = Math.sin(t + 1)
      },
    },
  }
  const measure = (method: AnyMethod): { steps: number; f: number } => {
    const options = { t0: 0, tEnd: EVENTS * Math.PI, x0: [1, 0], rtol: 1e-7, atol: 1e-7 }
    const calm = solveWith(method, oscillator, options)
    const run = solveWith(method, disturbed, { ...options, onEvent: () => {} })
    expect(run.stats.events).toBe(EVENTS)
    return {
      steps: (run.stats.steps - calm.stats.steps) / EVENTS,
      f: (run.stats.f - calm.stats.f) / EVENTS,
    }
  }

  // Nothing has changed at the events. A one-step method makes up to three short steps more: the one that ends at the event, the
  // rest of the step that the event has cut, and one more where the first after a restart has to be shorter. Evaluations: two for
  // the restart, and for these steps and the one that went beyond the event 6 or 12 stages (with 3 for the dense output of dop853),
  // or 3 stages in about 3 iterations.
  it.each([
    ['tsit5', 2 + 4 * 6],
    ['dop853', 2 + 4 * 15],
    ['radau5', 2 + 4 * 9],
    ['auto', 2 + 4 * 6],
  ] as const)('%s keeps its step size', (method, evaluations) => {
    const extra = measure(method)
    expect(extra.steps).toBeLessThan(3)
    expect(extra.f).toBeLessThanOrEqual(evaluations)
  })

  it.each(['tsit5', 'dop853', 'radau5', 'auto'] as const)('%s does not try far too large steps', (method) => {
    // An oscillator becomes 1e5 times as fast, or slow, at t = 1.
    for (const [before, after] of [
      [1, 1e5],
      [1e5, 1],
    ]) {
      let w = before
      const problem: OdeProblem = {
        n: 2,
        f: (_t, x, dx) => {
          dx[0] = w * x[1]
          dx[1] = -w * x[0]
        },
        roots: {
          n: 1,
          g: (t, _x, z) => {
            z[0] = t - 1
          },
        },
      }
      const x0 = [1, 0]
      const onEvent = (): void => {
        w = after
      }
      // a period before the event, and one after it
      const options = { t0: 1 - 6 / before, tEnd: 1 + 6 / after, x0, rtol: 1e-6, atol: 1e-6, onEvent }
      const run = solveWith(method, problem, options)
      expect(run.stats.events).toBe(1)
      expect(run.stats.rejected).toBeLessThan(5)
      expect(run.stats.steps).toBeLessThan(200)
      // 12 rad in all
      expect(Math.abs(run.x[0] - Math.cos(12))).toBeLessThan(1e-4)
    }
  })

  it.each(['bdf', 'daeBdf'] as const)('%s climbs from order 1 again', (method) => {
    // At least order + 1 steps at each of the orders 1 to 3 before the next one is considered.
    expect(measure(method).steps).toBeGreaterThan(9)
  })
})

describe('steel ball on a steel plate', () => {
  // Ten impacts: each makes of an error δ in the velocity one of 2δ/g in the time of the next, and with it of the phase. For the
  // absolute tolerance 1e-4 of the relative one, CVODE leaves up to 120 times the tolerance at 1e-6, and 810 at 1e-8.
  it.each([
    ['tsit5', 120],
    ['auto', 120],
    ['radau5', 10],
    ['bdf', 810],
  ] as const)('%s ends within %d times the tolerance', (method, factor) => {
    for (const mass of [0.001, 0.1, 1] as const) {
      const test = ballHertz(mass)
      for (const tolerance of [1e-6, 1e-8]) {
        test.reset?.()
        const run = solveWith(method, test.problem, {
          t0: test.t0,
          tEnd: test.tEnd,
          x0: test.x0,
          rtol: tolerance,
          atol: 1e-4 * tolerance,
          onEvent: test.onEvent!,
        })
        expect(run.stats.events).toBe(20)
        expect(mixedError(run.x, test.reference)).toBeLessThan(factor * tolerance)
      }
    }
  })

  it('needs fewer steps of auto and radau5 than of CVODE', () => {
    // CVODE-BDF with roots, tolerances 1e-6 and 1e-10: 918, 970 and 1018 steps, errors 1.8e-5, 1.2e-4 and 1.2e-4.
    for (const [mass, steps] of [
      [0.001, 918],
      [0.1, 970],
      [1, 1018],
    ] as const) {
      const test = ballHertz(mass)
      for (const method of ['auto', 'radau5'] as const) {
        test.reset?.()
        const run = solveWith(method, test.problem, {
          t0: 0,
          tEnd: test.tEnd,
          x0: test.x0,
          rtol: 1e-6,
          atol: 1e-10,
          onEvent: test.onEvent!,
        })
        expect(run.stats.steps).toBeLessThan(steps)
        // The error that CVODE leaves on two of the three.
        expect(mixedError(run.x, test.reference)).toBeLessThan(1.2e-4)
      }
    }
  })
})

describe('a ball that comes to rest on a floor away from zero', () => {
  // Rounding errors of x, 1e-16, keep the last impacts some 5e-9 s apart, far beyond the tolerance of their location.
  it.each(['tsit5', 'dop853', 'radau5', 'auto'] as const)(
    '%s reports the accumulation of events',
    (method) => {
      const error = catchError(SolverError, () =>
        solveWith(
          method,
          {
            n: 2,
            f: createBall().f,
            roots: {
              n: 1,
              g: (_t, x, z) => {
                z[0] = x[0] - 1
              },
              direction: [-1],
            },
          },
          {
            t0: 0,
            tEnd: 3,
            x0: [2, 0],
            rtol: 1e-8,
            atol: 1e-8,
            onEvent: (event) => {
              event.x[0] = 1
              event.x[1] *= -0.3
            },
          },
        ),
      )
      expect(error.code).toBe('CHATTERING')
      // t1 (1 + e) / (1 - e) is the accumulation point; the guard allows for 1e-5 of the time and 1000 events.
      expect(Math.abs(error.t - (FIRST_IMPACT * 1.3) / 0.7)).toBeLessThan(1e-4)
    },
  )
})
