/** Tolerances per component. */
import { integrate, type OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'

/** x = 1e6 + sin t, far from the origin, and a copy of the sine. */
const problem = {
  n: 2,
  f: (t: number, _x: Float64Array, dx: Float64Array) => {
    dx[0] = Math.cos(t)
    dx[1] = Math.cos(t)
  },
}

describe('rtol per component', () => {
  it.each(['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const)(
    'applies only the absolute tolerance if it is 0 (%s)',
    (method) => {
      const run = (rtol: number | number[]) => {
        const { x, stats } = integrate(problem, {
          method,
          t0: 0,
          x0: [1e6, 0],
          tEnd: 10,
          rtol,
          atol: [1e-7, 1e6],
        })
        return { error: Math.abs(x[0] - (1e6 + Math.sin(10))), steps: stats.steps }
      }
      const relative = run(1e-3)
      const absolute = run([0, 1e-3])
      // the first tolerance is 1000, the second 1e-7 per step: a few steps compared with the steps for the sine
      expect(absolute.steps).toBeGreaterThan(2 * relative.steps)
      expect(absolute.error).toBeLessThan(1e-5)
    },
  )

  it('names the invalid component', () => {
    const run = (rtol: number[]) => integrate(problem, { t0: 0, x0: [0, 0], tEnd: 1, rtol })
    expect(() => run([1e-6, 2])).toThrow(/rtol\[1\]: expected 0, or a number from .* got 2/)
    expect(() => run([1e-6])).toThrow(/rtol: expected an array of 2 elements/)
    expect(() => run([0, 0])).toThrow(/rtol: expected at least one number that is not 0/)
    expect(() => run([0, 0])).toThrow(/at least one number that is not 0/)
  })

  it('accepts more components than a function may have arguments', () => {
    const n = 200_000
    const f: OdeProblem['f'] = (_t, x, dx) => {
      for (let i = 0; i < n; i++) dx[i] = -x[i]
    }
    const x0 = new Float64Array(n).fill(1)
    const run = integrate({ n, f }, { t0: 0, x0, tEnd: 1e-3, rtol: new Float64Array(n).fill(1e-6) })
    expect(run.x[n - 1]).toBeCloseTo(Math.exp(-1e-3), 9)
  })
})

describe('absolute tolerances', () => {
  const METHODS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
  const options = { t0: 0, x0: [1, 0], tEnd: 10, rtol: 1e-3 }
  /** x'' = -x: x = cos t. */
  const oscillator = (takeTolerances?: (atol: Float64Array) => void): OdeProblem => ({
    n: 2,
    f: (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = -x[0]
    },
    ...(takeTolerances && { takeTolerances }),
  })

  it.each(METHODS)(
    'are copied, so that requests of a problem change no array of the caller (%s)',
    (method) => {
      const atol = Float64Array.of(1e-3, 1e-3)
      const rtol = Float64Array.of(0, 1e-3)
      const taken: Float64Array[] = []
      integrate(
        oscillator((own) => {
          taken.push(own)
          own.fill(1e-9)
        }),
        { ...options, method, rtol, atol },
      )
      expect([...atol, ...rtol]).toEqual([1e-3, 1e-3, 0, 1e-3])
      expect(taken.length).toBe(1)
      expect(taken[0]).not.toBe(atol)
      // Nor does the run follow an array that the user changes during it.
      const steps = (onStep?: () => void): number =>
        integrate(oscillator(), { ...options, method, atol, ...(onStep && { onStep }) }).stats.steps
      const undisturbed = steps()
      expect(steps(() => atol.fill(1e-12))).toBe(undisturbed)
    },
  )

  it.each(METHODS)('lowered by a problem at the start act like given ones (%s)', (method) => {
    const exact = Math.cos(10)
    const rtol = [0, 1e-12]
    const given = integrate(oscillator(), { ...options, method, rtol, atol: 1e-8 })
    const asked = integrate(
      oscillator((own) => own.fill(1e-8)),
      { ...options, method, rtol, atol: 1e-3 },
    )
    expect(asked.x).toEqual(given.x)
    expect(asked.stats.steps).toBe(given.stats.steps)
    // Errors of some hundred steps add up.
    expect(Math.abs(asked.x[0] - exact)).toBeLessThan(1e3 * 1e-8)
  })

  it.each(METHODS)('lowered by a problem during the run take effect at once (%s)', (method) => {
    let own: Float64Array = new Float64Array(2)
    const problem = oscillator((atol) => {
      own = atol
    })
    const count = (tEnd: number, tTighten: number): number => {
      const f: OdeProblem['f'] = (t, x, dx) => {
        if (t >= tTighten) own.fill(1e-10)
        return problem.f(t, x, dx)
      }
      const run = integrate({ ...problem, f }, { ...options, method, tEnd, rtol: [0, 1e-12], atol: 1e-3 })
      return run.stats.steps
    }
    expect(count(5, 6)).toBe(count(5, Infinity))
    // A fifth-order method makes 1e7^(1/5) = 25 times the steps, one of order 8 seven times; for half of the time.
    expect(count(10, 5)).toBeGreaterThan(2 * count(10, Infinity))
  })
})
