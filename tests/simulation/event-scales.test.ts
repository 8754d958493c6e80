/** Events of models with very small and very large times and quantities. */
import { equations, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { changesOf, run } from './event-runs.ts'

describe('scales', () => {
  it('include nanoseconds: clocks, time events and state events', () => {
    const model = Model({
      n: Var({ start: 0 }),
      x: Var({ init: 0 }),
      equations: equations`
        n = previous(n, Clock(1e-11)) + 1
        late = time >= 3.3e-10
        der(x) = 1e9
        when x > 0.123 then reinit(x, 0) end when
      `,
    })
    const result = run(model, 1e-9)
    expect(result.final('n')).toBe(101)
    expect(changesOf(result, 'late')).toEqual([[3.3e-10, 1]])
    // x falls to zero 8 times in 1 ns, once per 0.123 ns
    expect(result.final('x')).toBeCloseTo(1 - 8 * 0.123, 9)
  })

  it('include years after a late start', () => {
    const model = Model({
      n: Var({ start: 0 }),
      equations: equations`n = previous(n, Clock(1e9, 0.001)) + 1; late = time >= 1e9 + 0.0035`,
    })
    // ticks at 0, 1, …, 10 ms: ulp(1e9) = 1.2e-7 is far below
    const result = simulate(model, { startTime: 1e9, stopTime: 1e9 + 0.01 })
    expect(result.final('n')).toBe(11)
    expect(changesOf(result, 'late')).toHaveLength(1)
  })

  it('do not blur events by an end that is never reached', () => {
    const model = Model({
      n: Var({ start: 0 }),
      equations: equations`n = previous(n, Clock(0.01)) + 1; when n > 20 then terminate("enough") end when`,
    })
    const result = simulate(model, { stopTime: 1e9, interval: 1e7 })
    expect(result.final('n')).toBe(21)
    expect(result.time.at(-1)).toBeCloseTo(0.2, 12)
  })

  it('include charges of electrons', () => {
    const model = Model({
      q: Var({ init: 0, nominal: 1e-19 }),
      n: Var({ start: 0 }),
      limit: 1.6e-19,
      equations: equations`
        der(q) = 1e-18
        when q > limit then
          reinit(q, 0)
          n = pre(n) + 1
        end when
      `,
    })
    const result = run(model)
    expect(changesOf(result, 'n').map(([t]) => t)).toEqual(
      [1, 2, 3, 4, 5, 6].map((k) => expect.closeTo(0.16 * k, 9)),
    )
  })

  it('do not blur later events by a quantity that was once large', () => {
    const ball = (low: string, members: Record<string, unknown> = {}) =>
      Model({
        ...members,
        h: Var({ init: 1 }),
        v: Var({ init: 0 }),
        n: Var({ start: 0 }),
        equations: equations(`
          ${low}
          der(h) = v
          der(v) = -9.81
          when h < low then
            reinit(v, -0.7*v)
            n = pre(n) + 1
          end when
        `),
      })
    // Four bounces of a ball from 1 m with e = 0.7 until 2 s; the last one at T (1 + 2 (e + e^2 + e^3)) = 1.838 s, T = sqrt(2/9.81)
    const [T, e] = [Math.sqrt(2 / 9.81), 0.7]
    const t = 2 - T * (1 + 2 * (e + e ** 2 + e ** 3))
    const height = e ** 4 * 9.81 * T * t - 4.905 * t ** 2
    const models = [
      ball('low = if time < 0.1 then -1e12 else 0'),
      ball('low = if time < 0.1 then -1e15 elseif time < 0.2 then 1e-3 - 1e12 else 0'),
      ball('der(low) = -300*low', { low: Var({ init: -1e12 }) }),
    ]
    for (const model of models)
      for (const solver of ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const) {
        const result = simulate(model, { stopTime: 2, solver, tolerance: 1e-8 })
        expect(result.final('n')).toBe(4)
        expect(result.final('h')).toBeCloseTo(height, 4)
      }
  })
})
