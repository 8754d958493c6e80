/** Looks at the equations inside steps: changes between the stages of a step. */
import { integrate, integrateDae, type OdeProblem, type ProblemIsland } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { METHODS, type Method } from '../../src/ode/index.ts'
import { createStatistics, OK } from '../../src/ode/stepping/index.ts'

const NAMES = Object.keys(METHODS) as Method[]
const WIDTH = 0.02
/** Integral of exp(-((t - center)/WIDTH)²). */
const AREA = WIDTH * Math.sqrt(Math.PI)
const bump = (t: number, center: number): number => Math.exp(-(((t - center) / WIDTH) ** 2))

/** x' = rate(t). */
const integral = (rate: (t: number) => number): OdeProblem => ({
  n: 1,
  f: (t, _x, dx) => {
    dx[0] = rate(t)
  },
})

describe.each(NAMES)('%s', (method) => {
  const options = { method, t0: 0, tEnd: 10, x0: [0], lookInterval: WIDTH }

  it('misses a bump between its stages, and integrates it with looks', () => {
    const problem = integral((t) => bump(t, 6.37))
    const { lookInterval, ...blind } = options
    expect(integrate(problem, blind).x[0]).toBeLessThan(1e-9)
    // absolute tolerance 1e-6: a look accepts 100 of them
    expect(Math.abs(integrate(problem, options).x[0] - AREA)).toBeLessThan(1e-5)
  })

  it('detects every phase of max(0, sin t)', () => {
    const problem = integral((t) => Math.max(0, Math.sin(t)))
    const { x } = integrate(problem, { ...options, tEnd: 10 * Math.PI })
    // relative tolerance 1e-6 of 10, and 100 of that for the kinks
    expect(Math.abs(x[0] - 10)).toBeLessThan(1e-3)
  })

  it.each([1, 1e6])('passes jumps of %d without an event', (jump) => {
    const problem = integral((t) => (t > 6.37 && t < 6.42 ? jump : 0))
    const { x } = integrate(problem, { ...options, maxSteps: 1000 })
    // explicit methods cross a jump with up to 1000 tolerances
    expect(Math.abs(x[0] - 0.05 * jump)).toBeLessThan(1e-3 + 1e-3 * jump * 0.05)
  })

  it('makes the same steps for smooth solutions, stiff or not', () => {
    const problems: OdeProblem[] = [
      integral((t) => Math.cos(t)),
      { n: 1, f: (t, x, dx) => void (dx[0] = -20 * (x[0] - Math.sin(t))) },
      ...(method === 'bdf' || method === 'radau5' || method === 'auto'
        ? [
            {
              n: 1,
              f: (t: number, x: Float64Array, dx: Float64Array) => void (dx[0] = -1e6 * (x[0] - Math.sin(t))),
            },
          ]
        : []),
    ]
    for (const problem of problems) {
      const plain = integrate(problem, { ...options, lookInterval: 1e9 })
      const looked = integrate(problem, options)
      expect([looked.stats.steps, looked.stats.rejected]).toEqual([plain.stats.steps, plain.stats.rejected])
    }
  })

  it('returns the slope of its dense output', () => {
    const problem: OdeProblem = {
      n: 2,
      f: (t, x, dx) => {
        dx[0] = x[1]
        dx[1] = -4 * x[0] + Math.cos(t)
      },
    }
    const tolerances = Float64Array.of(1e-4, 1e-4)
    const limits = { rtol: 1e-4, rtols: tolerances, atol: tolerances, minStep: 0 }
    const infinite = { maxStep: Infinity, lookInterval: Infinity }
    const stepper = METHODS[method](problem, { ...limits, ...infinite }, createStatistics())
    stepper.x.set([1, 0])
    expect(stepper.start(0, 10, 0.1)).toBe(OK)
    for (let k = 0; k < 20; k++) expect(stepper.step(10)).toBe(OK)
    const h = stepper.t - stepper.tOld
    const [before, after, slope] = [new Float64Array(2), new Float64Array(2), new Float64Array(2)]
    for (const part of [0.1, 0.35, 0.5, 0.77, 0.95]) {
      const t = stepper.tOld + part * h
      const delta = 1e-4 * h
      stepper.interpolate(t - delta, before)
      stepper.interpolate(t + delta, after)
      stepper.interpolateSlope!(t, slope)
      // central differences of a polynomial: their error is δ² of its third derivative
      for (let i = 0; i < 2; i++)
        expect(Math.abs((after[i] - before[i]) / (2 * delta) - slope[i])).toBeLessThan(1e-6)
    }
  })
})

it('looks at islands separately', () => {
  const centers = [6.37, 2.2, 8.8]
  const islands = centers.map(
    (center, i): ProblemIsland => ({
      states: Int32Array.of(i),
      key: `bump ${i}`,
      expect: 'nonstiff',
      f: (t, _x, dx) => {
        dx[0] = bump(t, center)
      },
      longestStep: () => Number.POSITIVE_INFINITY,
      exit: () => -1,
      isAtEvent: () => true,
    }),
  )
  const problem: OdeProblem = {
    n: 3,
    f: () => 'abort',
    islands: { integrals: new Int32Array(0), list: () => islands },
  }
  const { x } = integrate(problem, { t0: 0, tEnd: 10, x0: [0, 0, 0], lookInterval: WIDTH })
  for (const value of x) expect(Math.abs(value - AREA)).toBeLessThan(1e-5)
})

describe('implicit problems', () => {
  it('show changes of an algebraic variable between steps', () => {
    const { y } = integrateDae(
      {
        n: 2,
        residual: (t, y, yp, res) => {
          res[0] = yp[0] - y[1]
          res[1] = y[1] - bump(t, 6.37)
        },
        differential: [true, false],
      },
      { t0: 0, tEnd: 10, y0: [0, 0], lookInterval: WIDTH },
    )
    expect(Math.abs(y[0] - AREA)).toBeLessThan(1e-5)
  })

  it('show every phase of max(0, sin t)', () => {
    const { y } = integrateDae(
      {
        n: 1,
        residual: (t, _y, yp, res) => {
          res[0] = yp[0] - Math.max(0, Math.sin(t))
        },
      },
      { t0: 0, tEnd: 10 * Math.PI, y0: [0], lookInterval: WIDTH },
    )
    expect(Math.abs(y[0] - 10)).toBeLessThan(1e-3)
  })
})

it('reject a look interval that is not a time', () => {
  const problem = integral(() => 1)
  for (const lookInterval of [0, -1, Number.NaN])
    expect(() => integrate(problem, { t0: 0, tEnd: 1, x0: [0], lookInterval })).toThrow(/lookInterval/)
})
