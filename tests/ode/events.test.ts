/** Location of events against closed forms, for every method. */
import type { OdeProblem, RootFunctions, SolverEvent } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { ALL_METHODS, type AnyMethod, type SolveOptions, solveWith } from './support/methods.ts'

/** x = t from 0: exact with every method except for rounding, so that errors are those of the location alone. */
const CLOCK: OdeProblem = {
  n: 1,
  f: (_t, _x, dx) => {
    dx[0] = 1
  },
}
/** Rounding of x after a few dozen steps, in units of eps |t|. */
const ROUNDING = 40

/** The clock with one root function of t or x, which are equal up to rounding. */
function watch(value: (x: number, t: number) => number, more: Partial<RootFunctions> = {}): OdeProblem {
  return {
    ...CLOCK,
    roots: {
      n: 1,
      g: (t, x, z) => {
        z[0] = value(x[0], t)
      },
      ...more,
    },
  }
}

function collectEvents(
  method: AnyMethod,
  problem: OdeProblem,
  options: Partial<SolveOptions>,
): SolverEvent[] {
  const events: SolverEvent[] = []
  const { onEvent } = options
  solveWith(method, problem, {
    t0: 0,
    tEnd: 1,
    x0: [0],
    ...options,
    onEvent: (event) => {
      events.push({ ...event, x: event.x.slice(), xBefore: event.xBefore.slice() })
      return onEvent?.(event)
    },
  })
  return events
}

describe.each(ALL_METHODS)('%s: location', (method) => {
  it.each([
    ['x² - 2', Math.SQRT2, (x: number) => x * x - 2],
    ['exp x - 10', Math.LN10, (x: number) => Math.exp(x) - 10],
    ['1 - x³/8 (flat start)', 2, (x: number) => 1 - (x * x * x) / 8],
    ['atan(1e6 (x - e)) (steep)', Math.E, (x: number) => Math.atan(1e6 * (x - Math.E))],
    ['(x - 1.2)³ (flat root)', 1.2, (x: number) => (x - 1.2) ** 3],
    ['(x - 0.1)⁹ (very flat)', 0.1, (x: number) => (x - 0.1) ** 9],
    ['sign of x - 2.5 (jump)', 2.5, (x: number) => (x > 2.5 ? 1 : -1)],
    ['1e-200 (x - 0.7) (tiny)', 0.7, (x: number) => 1e-200 * (x - 0.7)],
    ['1e200 (x - 0.7) (huge)', 0.7, (x: number) => 1e200 * (x - 0.7)],
  ])('finds %s', (_name, root, g) => {
    // Steps up to 3 long: max(|t|, |h|) is at most 3.
    const events = collectEvents(method, watch(g), { tEnd: 3 })
    expect(events.length).toBe(1)
    const [{ t, tBefore, x, xBefore, directions }] = events
    expect(t - tBefore).toBeLessThanOrEqual(100 * EPS * 3)
    // The root lies between both sides, up to the rounding of x.
    expect(tBefore).toBeLessThanOrEqual(root * (1 + ROUNDING * EPS))
    expect(t).toBeGreaterThanOrEqual(root * (1 - ROUNDING * EPS))
    // The signs on both sides are those before and after, with a possible exact zero of the state before.
    expect(Math.sign(g(x[0]))).toBe(directions[0])
    expect(g(xBefore[0]) * directions[0]).toBeLessThanOrEqual(0)
  })

  it('needs few evaluations', () => {
    let count = 0
    const problem = watch((x) => {
      count++
      return Math.exp(x) - 10
    })
    const run = solveWith(method, problem, { t0: 0, tEnd: 3, x0: [0] })
    // One per step, and for the location less than a bisection of the largest step down to the tolerance, log2(1 / (25 eps)).
    expect(count).toBe(run.stats.roots)
    expect(count - run.stats.steps).toBeLessThan(0.5 * Math.log2(1 / (25 * EPS)))
  })

  it('finds many roots in one run', () => {
    const events = collectEvents(
      method,
      watch((_x, t) => Math.sin(50 * t)),
      {
        tEnd: 10,
        maxStep: 0.02,
      },
    )
    expect(events.length).toBe(Math.floor((50 * 10) / Math.PI))
    for (const [k, { t, directions }] of events.entries()) {
      const root = ((k + 1) * Math.PI) / 50
      expect(Math.abs(t - root)).toBeLessThanOrEqual(100 * EPS * Math.max(root, 0.02))
      expect(directions).toEqual([k % 2 === 0 ? -1 : 1])
    }
  })
})

describe('polynomial solutions, for which the dense output is exact', () => {
  // x = t^p: the dense outputs of tsit5, dop853 and radau5 are exact for these degrees.
  it.each([
    ['tsit5', 4],
    ['dop853', 7],
    ['radau5', 3],
  ] as const)('%s locates t^%d = 2', (method, degree) => {
    const problem: OdeProblem = {
      n: 1,
      f: (t, _x, dx) => {
        dx[0] = degree * t ** (degree - 1)
      },
      roots: {
        n: 1,
        g: (_t, x, z) => {
          z[0] = x[0] - 2
        },
      },
    }
    const root = 2 ** (1 / degree)
    const events = collectEvents(method, problem, { tEnd: 2, rtol: 1e-10, atol: 1e-10 })
    expect(events.length).toBe(1)
    // Rounding of x = 2 over its slope is smaller than that of t.
    expect(Math.abs(events[0].t - root)).toBeLessThanOrEqual(100 * EPS * 2)
    expect(events[0].tBefore).toBeLessThanOrEqual(root + ROUNDING * EPS)
  })
})

describe.each(ALL_METHODS)('%s: signs', (method) => {
  it('touching zero without a change of sign is not an event', () => {
    // Exactly at a step end (stop time), and inside a step.
    for (const eventTimes of [[0.5], []]) {
      const events = collectEvents(
        method,
        watch((x) => (x - 0.5) ** 2),
        { eventTimes },
      )
      expect(events.map(({ t, which }) => [t, which.length])).toEqual(eventTimes.map((t) => [t, 0]))
    }
  })

  it('staying at zero and returning is not an event, passing is one', () => {
    // Zero between 0.25 and 0.5, evaluated there in several steps.
    const plateau = (sign: number) => (x: number) => (x < 0.25 ? x - 0.25 : x > 0.5 ? sign * (x - 0.5) : 0)
    const back = collectEvents(method, watch(plateau(-1)), { maxStep: 0.1 })
    expect(back).toEqual([])
    const through = collectEvents(method, watch(plateau(1)), { maxStep: 0.1 })
    expect(through.map(({ directions }) => directions)).toEqual([[1]])
    // The instant at which it leaves zero.
    expect(Math.abs(through[0].t - 0.5)).toBeLessThanOrEqual(100 * EPS)
  })

  it('an exact zero at the end of a step is one event', () => {
    // Times, and sums of the steps of 1/8, are exact.
    const events = collectEvents(
      method,
      watch((x) => x - 0.5),
      {
        initialStep: 0.125,
        maxStep: 0.125,
      },
    )
    expect(events.length).toBe(1)
    expect(events[0].tBefore).toBeLessThanOrEqual(0.5)
    expect(events[0].t).toBeGreaterThanOrEqual(0.5)
    expect(events[0].t - events[0].tBefore).toBeLessThanOrEqual(100 * EPS)
  })

  it('a function that is exactly zero at a restart is reported again only when it returns', () => {
    // x is set back to 0 at 1, five times; the second function is zero after each restart.
    const problem: OdeProblem = {
      ...CLOCK,
      roots: {
        n: 2,
        g: (_t, x, z) => {
          z[0] = x[0] - 1
          z[1] = x[0]
        },
      },
    }
    const events = collectEvents(method, problem, {
      tEnd: 5.5,
      onEvent: (event) => {
        event.x[0] = 0
      },
    })
    expect(events.map(({ which }) => which)).toEqual([[0], [0], [0], [0], [0]])
    for (const [k, { t }] of events.entries())
      expect(Math.abs(t - k - 1)).toBeLessThanOrEqual((k + 1) * 1200 * EPS)
  })

  it('a function that a handler moves to the other side is not reported', () => {
    const events = collectEvents(
      method,
      watch((x) => x - 0.75),
      {
        eventTimes: [0.5],
        onEvent: (event) => {
          event.x[0] = 2
        },
      },
    )
    expect(events.map(({ t, which }) => [t, which.length])).toEqual([[0.5, 0]])
  })

  it('two crossings inside one step need check points', () => {
    // Roots at 0.49 and 0.51 in one step of size 1.
    const g = (x: number): number => (x - 0.5) ** 2 - 1e-4
    const options: Partial<SolveOptions> = { initialStep: 1, onEvent: () => 'continue' }
    expect(collectEvents(method, watch(g), options)).toEqual([])
    const events = collectEvents(method, watch(g, { checkPoints: 3 }), options)
    expect(events.map(({ directions }) => directions)).toEqual([[-1], [1]])
    // (x - 0.5)² loses half the digits of its slope 0.02 to the rounding of 0.25.
    expect(Math.abs(events[0].t - 0.49)).toBeLessThan(100 * EPS)
    expect(Math.abs(events[1].t - 0.51)).toBeLessThan(100 * EPS)
    // The function is negative for 0.02: check points with this spacing do not miss it, at any phase.
    for (const initialStep of [1, 0.93, 0.87]) {
      const seen = collectEvents(method, watch(g, { checkInterval: 0.02 }), { ...options, initialStep })
      expect(seen.map(({ directions }) => directions)).toEqual([[-1], [1]])
    }
  })

  it('events closer than the tolerance are merged, others are not', () => {
    const pair = (distance: number): number[][] =>
      collectEvents(
        method,
        {
          ...CLOCK,
          roots: {
            n: 2,
            g: (t, _x, z) => {
              z[0] = t - 0.5
              z[1] = t - 0.5 - distance
            },
          },
        },
        {},
      ).map(({ which }) => [...which])
    expect(pair(10 * EPS)).toEqual([[0, 1]])
    // max(|t|, |h|) is at most 1.
    expect(pair(150 * EPS)).toEqual([[0], [1]])
  })

  it('the earliest of several events comes first', () => {
    const events = collectEvents(
      method,
      {
        ...CLOCK,
        roots: {
          n: 3,
          g: (_t, x, z) => {
            z[0] = x[0] - 0.9
            z[1] = 1e6 * (x[0] - 0.3)
            z[2] = 1e-6 * (0.6 - x[0])
          },
        },
      },
      { initialStep: 1 },
    )
    expect(events.map(({ which }) => which)).toEqual([[1], [2], [0]])
  })
})
