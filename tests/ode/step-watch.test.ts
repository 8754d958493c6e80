/** Rates that steps must not jump over. */
import { integrate, type OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'

const METHODS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const

type WatchedRates = NonNullable<OdeProblem['watch']>
type Rate = (t: number, x: Float64Array) => number

/** x' = rate, watched or not. */
function createProblem(rate: Rate, watch: Partial<WatchedRates> | null): OdeProblem {
  return {
    n: 1,
    f: (t, x, dx) => {
      dx[0] = rate(t, x)
    },
    ...(watch && {
      watch: {
        n: 1,
        g: (t: number, x: Float64Array, w: Float64Array) => {
          w[0] = rate(t, x)
        },
        tolerance: () => 1e-6,
        interval: 0.02,
        onMissed: () => expect.fail('nothing is missed in the end'),
        ...watch,
      },
    }),
  }
}

const run = (
  method: (typeof METHODS)[number],
  rate: Rate,
  watch: Partial<WatchedRates> | null,
  tEnd = 10,
  x0 = 0,
) => integrate(createProblem(rate, watch), { t0: 0, tEnd, x0: [x0], method })

describe.each(METHODS)('%s', (method) => {
  it('misses an unwatched pulse, and integrates a watched one', () => {
    const pulse: Rate = (t) => (t > 6 && t < 6.03 ? 10 : 0)
    expect(run(method, pulse, null).x[0]).toBe(0)
    // two jumps, of up to 1000 tolerances
    expect(Math.abs(run(method, pulse, {}).x[0] - 0.3)).toBeLessThan(1e-3)
  })

  it('detects a smooth bump on a changing rate', () => {
    const b = 0.03
    const bump: Rate = (t) => Math.cos(t) + 5 * Math.exp(-(((t - 7.1) / b) ** 2))
    const exact = Math.sin(10) + 5 * b * Math.sqrt(Math.PI)
    // smooth: a hundred tolerances at most
    expect(Math.abs(run(method, bump, {}).x[0] - exact)).toBeLessThan(1e-4)
  })

  it('detects a change in a range of the state', () => {
    // 1/(1 + 9) of the velocity in a range of 0.3: it takes 9·0.3 longer
    const slow: Rate = (_, x) => (x[0] > 4 && x[0] < 4.3 ? 0.1 : 1)
    expect(Math.abs(run(method, slow, {}).x[0] - 7.3)).toBeLessThan(1e-3)
  })

  it('makes the same steps for smooth rates', () => {
    const smooth: Rate[] = [
      () => 1,
      (t) => t ** 3 - 5 * t,
      (t) => Math.sin(3 * t),
      (t) => Math.exp(-t),
      (t, x) => Math.cos(t) - x[0],
      (t, x) => -200 * (x[0] - Math.sin(t)),
    ]
    for (const rate of smooth) {
      const { stats: plain } = run(method, rate, null)
      const { stats } = run(method, rate, {})
      expect([stats.steps, stats.rejected]).toEqual([plain.steps, plain.rejected])
    }
  })

  it('reports a rate that is not a function of time', () => {
    // the watched rate is unrelated to the solution: shorter steps do not help
    const times: number[] = []
    const noise = (t: number): number => 1e6 * ((Math.sin(t * 1e9) * 1e4) % 1)
    run(method, () => 1, {
      g: (t, _, w) => {
        w[0] = noise(t)
      },
      onMissed: (k, start, end, time) => {
        expect(k).toBe(0)
        expect(time).toBeGreaterThan(start)
        expect(time).toBeLessThanOrEqual(end)
        times.push(time)
      },
    })
    expect(times).toHaveLength(1)
  })
})
