/** Tolerances per component. */
import { integrate } from 'vario/ode'
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
    '0 leaves the absolute tolerance alone (%s)',
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
      // the first tolerance is 1000, the second 1e-7 per step: a few steps against as many as the sine needs
      expect(absolute.steps).toBeGreaterThan(2 * relative.steps)
      expect(absolute.error).toBeLessThan(1e-5)
    },
  )

  it('names the component that is wrong', () => {
    const run = (rtol: number[]) => integrate(problem, { t0: 0, x0: [0, 0], tEnd: 1, rtol })
    expect(() => run([1e-6, 2])).toThrow(/rtol\[1\]: expected 0, or a number from .* found 2/)
    expect(() => run([1e-6])).toThrow(/rtol: expected an array of 2 elements/)
    expect(() => run([0, 0])).toThrow(/at least one number that is not 0/)
  })
})
