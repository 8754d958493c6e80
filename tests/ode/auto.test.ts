/** The method `auto`: explicit and implicit phases, and switches without loss of accuracy. */
import { integrate, type OdeProblem, type OdeRun, SolverError } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import {
  arenstorf,
  doublePendulum,
  hires,
  kepler,
  mixedError,
  nonstiffProblems,
  type OdeTestProblem,
  pleiades,
  stiffProblems,
} from '../../benchmarks/ode/problems/index.ts'
import { catchError } from './support/methods.ts'

const TOLERANCE = 1e-6

function solve(test: OdeTestProblem, method: 'auto' | 'tsit5' | 'radau5'): OdeRun {
  const { t0, x0, tEnd, atolScale } = test
  const atol = atolScale ? atolScale.map((scale) => scale * TOLERANCE) : TOLERANCE
  return integrate(test.problem, { method, t0, x0, tEnd, rtol: TOLERANCE, atol })
}

/** x' = -rate(t) (x - cos t) - sin t from 1: x = cos t, stiff where the rate is large. */
const createProblem = (rate: (t: number) => number): OdeProblem => ({
  n: 1,
  f: (t, x, dx) => {
    dx[0] = -rate(t) * (x[0] - Math.cos(t)) - Math.sin(t)
  },
})
const OPTIONS = { t0: 0, x0: [1], rtol: TOLERANCE, atol: TOLERANCE, method: 'auto' } as const
/** Steps per second required by the stability of tsit5 at the rate 1, 1/3.5, with the fraction of it that auto uses. */
const STABLE_STEPS = 1 / (0.9 * 3.5)

describe('without stiffness', () => {
  it.each(nonstiffProblems)('$name is solved like by tsit5', (test) => {
    const run = solve(test, 'auto')
    const explicit = solve(test, 'tsit5')
    expect([run.stats.lu, run.stats.jacobians, run.stats.newton]).toEqual([0, 0, 0])
    expect(run.stats.f).toBe(explicit.stats.f)
    expect(run.x).toEqual(explicit.x)
  })

  it('auto is the default', () => {
    for (const test of [arenstorf, kepler, doublePendulum, pleiades]) {
      const { t0, x0, tEnd } = test
      const run = integrate(test.problem, { t0, x0, tEnd, rtol: TOLERANCE, atol: TOLERANCE })
      expect(run.x).toEqual(solve(test, 'auto').x)
    }
  })
})

describe('with stiffness', () => {
  it.each(stiffProblems)('$name is solved with implicit steps, within the tolerance', (test) => {
    const run = solve(test, 'auto')
    expect(run.stats.lu).toBeGreaterThan(0)
    // The estimate of radau5 is of order 3: end values meet the tolerance itself.
    expect(mixedError(run.x, test.reference)).toBeLessThan(TOLERANCE)
    // Detection of stiffness costs some dozen steps, of 6 evaluations each, and not more than the whole run.
    expect(run.stats.f).toBeLessThan(solve(test, 'radau5').stats.f + 50 * 6)
  })

  it('appears soon', () => {
    // With the rate 1e5 an explicit method would need 3e5 steps over 10 s.
    const run = integrate(
      createProblem(() => 1e5),
      { ...OPTIONS, tEnd: 10 },
    )
    expect(run.stats.steps).toBeLessThan(1e5 * 10 * STABLE_STEPS * 1e-3)
    expect(run.stats.lu).toBeGreaterThan(0)
    expect(Math.abs(run.x[0] - Math.cos(10))).toBeLessThan(TOLERANCE)
  })
})

describe('stiffness that limits the accuracy and not the stability of explicit steps', () => {
  // x0' = -L (x0 - cos x1), x1' = 1: at tight tolerances the error of explicit steps contains powers of h L, long before h L is at the limit.
  it.each([
    { L: 1e2, tol: 1e-8 },
    { L: 1e2, tol: 1e-10 },
    { L: 1e2, tol: 1e-11 },
    { L: 3e2, tol: 1e-9 },
    { L: 3e2, tol: 1e-12 },
    { L: 1e3, tol: 1e-8 },
    { L: 1e3, tol: 1e-10 },
    { L: 1e3, tol: 1e-12 },
    { L: 1e4, tol: 1e-10 },
    { L: 1e4, tol: 1e-12 },
    { L: 1e5, tol: 1e-12 },
  ])('causes a switch too: L = $L at $tol', ({ L, tol }) => {
    const problem: OdeProblem = {
      n: 2,
      f: (_t, x, dx) => {
        dx[0] = -L * (x[0] - Math.cos(x[1]))
        dx[1] = 1
      },
    }
    const options = { t0: 0, tEnd: 10, x0: [1, 0], rtol: tol, atol: tol }
    const run = integrate(problem, { ...options, method: 'auto' })
    const implicit = integrate(problem, { ...options, method: 'radau5' })
    // A window of 35 steps, of 6 evaluations each, must be observed, and a few of them until the start is forgotten.
    expect(run.stats.f).toBeLessThan(implicit.stats.f + 4 * 35 * 6)
    const end = (L * L * Math.cos(10) + L * Math.sin(10)) / (1 + L * L)
    expect(Math.abs(run.x[0] - end)).toBeLessThan(10 * tol)
  })

  it('differs from an oscillation resolved by the steps, at any phase between points', () => {
    for (const tol of [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12]) {
      const run = integrate(
        {
          n: 3,
          f: (_t, x, dx) => {
            dx[0] = x[1]
            dx[1] = -x[0]
            dx[2] = -0.1 * x[2]
          },
        },
        { t0: 0, tEnd: 300, x0: [1, 0, 1], rtol: tol, atol: tol },
      )
      expect(run.stats.lu).toBe(0)
    }
  })
})

it('steps stay explicit unless those of radau5 are far longer, at any rate and tolerance', () => {
  // A fast component that the solution contains: x' = -L x, with one that decays slowly.
  for (const L of [3, 10, 30])
    for (const tol of [1e-4, 1e-6, 1e-8, 1e-10, 1e-12]) {
      const problem: OdeProblem = {
        n: 2,
        f: (_t, x, dx) => {
          dx[0] = -L * x[0]
          dx[1] = -0.1 * x[1]
        },
      }
      const options = { t0: 0, tEnd: 5 / L, x0: [1, 1], rtol: tol, atol: tol }
      const run = integrate(problem, { ...options, method: 'auto' })
      expect(run.stats.lu).toBe(0)
      expect(Math.abs(run.x[0] - Math.exp(-5))).toBeLessThan(10 * tol)
    }
})

describe('temporary stiffness', () => {
  // Stiff from 5 to 10, not stiff before and after; smooth transitions.
  const rate = (t: number): number => 1 + 1e4 / (1 + Math.exp(-20 * (t - 5))) / (1 + Math.exp(20 * (t - 10)))

  it('causes switches in both directions', () => {
    const atTimes = new Map<number, number>()
    let lu = 0
    const run = integrate(createProblem(rate), {
      ...OPTIONS,
      tEnd: 40,
      eventTimes: [4, 6, 9, 12, 20, 30],
      onEvent: () => 'continue',
    })
    expect(Math.abs(run.x[0] - Math.cos(40))).toBeLessThan(10 * TOLERANCE)
    // Work of the phases, from separate runs up to these times: runs are deterministic, and stop times only cut steps.
    for (const tEnd of [4, 6, 9, 12, 20, 40]) {
      const part = integrate(createProblem(rate), { ...OPTIONS, tEnd })
      atTimes.set(tEnd, part.stats.lu)
      lu = part.stats.lu
      expect(Math.abs(part.x[0] - Math.cos(tEnd))).toBeLessThan(10 * TOLERANCE)
    }
    expect(atTimes.get(4)).toBe(0)
    expect(atTimes.get(6)).toBeGreaterThan(0)
    // Explicit again some time after the stiff phase: no factorization any more.
    expect(lu - atTimes.get(20)!).toBeLessThanOrEqual(2)
    const whole = integrate(createProblem(rate), { ...OPTIONS, tEnd: 40 })
    const implicit = integrate(createProblem(rate), { ...OPTIONS, method: 'radau5', tEnd: 40 })
    expect(whole.stats.lu).toBeLessThan(implicit.stats.lu)
    // The stiff phase alone would cost an explicit method 1e4 · 5 / 3.2 steps.
    expect(whole.stats.steps).toBeLessThan(0.1 * 1e4 * 5 * STABLE_STEPS)
  })
})

describe('expectations', () => {
  it('make steps implicit from the start for stiffness', () => {
    const run = integrate(
      createProblem(() => 1e5),
      { ...OPTIONS, tEnd: 10, expect: 'stiff' },
    )
    const unaware = integrate(
      createProblem(() => 1e5),
      { ...OPTIONS, tEnd: 10 },
    )
    const radau = integrate(
      createProblem(() => 1e5),
      { ...OPTIONS, method: 'radau5', tEnd: 10 },
    )
    expect(run.stats).toMatchObject({ steps: radau.stats.steps, f: radau.stats.f, lu: radau.stats.lu })
    expect(run.stats.steps).toBeLessThan(unaware.stats.steps)
  })

  it('get corrected if they are wrong', () => {
    const { t0, x0, tEnd } = kepler
    const options = { t0, x0, tEnd, rtol: TOLERANCE, atol: TOLERANCE }
    const run = integrate(kepler.problem, { ...options, method: 'auto', expect: 'stiff' })
    const radau = integrate(kepler.problem, { ...options, method: 'radau5' })
    // Some implicit steps at the beginning, then explicit ones.
    expect(run.stats.lu).toBeGreaterThan(0)
    expect(run.stats.lu).toBeLessThan(0.1 * radau.stats.lu)
  })

  it('take effect at events, in both directions', () => {
    // The rate is 1 in the even seconds and 1e4 in the odd ones; the implicit method evaluates the Jacobian.
    let rate = 1
    const jacobians = new Array<number>(10).fill(0)
    const firstJacobians = new Array<number>(10).fill(Number.POSITIVE_INFINITY)
    const run = integrate(
      {
        ...createProblem(() => rate),
        jacobian: (t, _x, J) => {
          const second = Math.floor(t)
          jacobians[second]++
          firstJacobians[second] = Math.min(firstJacobians[second], t - second)
          J[0] = -rate
        },
      },
      {
        ...OPTIONS,
        tEnd: 10,
        eventTimes: [1, 2, 3, 4, 5, 6, 7, 8, 9],
        onEvent: (event) => {
          rate = rate === 1 ? 1e4 : 1
          event.expect = rate === 1 ? 'nonstiff' : 'stiff'
        },
      },
    )
    for (let second = 0; second < 10; second++) {
      if (second % 2 === 0) expect(jacobians[second]).toBe(0)
      else expect(firstJacobians[second]).toBe(0)
    }
    expect(Math.abs(run.x[0] - Math.cos(10))).toBeLessThan(10 * TOLERANCE)
  })

  it('affect only auto, not the other methods', () => {
    const { t0, x0, tEnd } = hires
    const options = { t0, x0, tEnd, rtol: TOLERANCE, atol: TOLERANCE, method: 'bdf' } as const
    const a = integrate(hires.problem, options)
    const b = integrate(hires.problem, { ...options, expect: 'nonstiff' })
    expect(a.x).toEqual(b.x)
  })
})

it('leave the name of the active method in errors', () => {
  const failing = (isStiff: boolean): SolverError =>
    catchError(SolverError, () =>
      integrate(
        {
          n: 1,
          f: (t, x, dx) => {
            dx[0] = -(isStiff ? 1e5 : 1) * (x[0] - Math.cos(t))
            return t > 2 ? 'abort' : undefined
          },
        },
        { ...OPTIONS, tEnd: 3 },
      ),
    )
  expect(failing(false).method).toBe('auto: tsit5')
  expect(failing(true).method).toBe('auto: radau5')
})
