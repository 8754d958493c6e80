/** Events of models with very small and very large times and quantities. */
import { equations, Model, Var } from 'vario/model'
import { simulate } from 'vario/simulation'
import { describe, expect, it } from 'vitest'
import { changesOf, run } from './event-runs.ts'

describe('scales', () => {
  it('of nanoseconds: clocks, time events and state events', () => {
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

  it('of years after a late start', () => {
    const model = Model({
      n: Var({ start: 0 }),
      equations: equations`n = previous(n, Clock(1e9, 0.001)) + 1; late = time >= 1e9 + 0.0035`,
    })
    // ticks at 0, 1, …, 10 ms: ulp(1e9) = 1.2e-7 is far below
    const result = simulate(model, { startTime: 1e9, stopTime: 1e9 + 0.01 })
    expect(result.final('n')).toBe(11)
    expect(changesOf(result, 'late')).toHaveLength(1)
  })

  it('an end that is never reached does not blur the events', () => {
    const model = Model({
      n: Var({ start: 0 }),
      equations: equations`n = previous(n, Clock(0.01)) + 1; when n > 20 then terminate("enough") end when`,
    })
    const result = simulate(model, { stopTime: 1e9, interval: 1e7 })
    expect(result.final('n')).toBe(21)
    expect(result.time.at(-1)).toBeCloseTo(0.2, 12)
  })

  it('of quantities: charges of electrons', () => {
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
})
