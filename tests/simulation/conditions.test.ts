/** Conditions at events: crossings, left limits, iteration. */
import { equations, expr, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { changesOf, codeOf, run, type Table } from './event-runs.ts'

describe('conditions', () => {
  it('negative, edge, change and pre count crossings', () => {
    const model = Model({
      nDown: Var({ start: 0 }),
      nBoth: Var({ start: 0 }),
      equations: equations`
        s = cos(2*pi*time)
        below = negative(s)
        nDown = pre(nDown) + (if edge(below) then 1 else 0)
        nBoth = if change(below) then pre(nBoth) + 1 else pre(nBoth)
      `,
    })
    const result = run(model, 2)
    const times = changesOf(result, 'nBoth').map(([t]) => t)
    expect(times).toHaveLength(4)
    for (const [k, t] of times.entries()) expect(t).toBeCloseTo(0.25 + 0.5 * k, 9)
    expect(changesOf(result, 'nDown').map(([, n]) => n)).toEqual([1, 2])
    expect(result.signal('below').header.type).toBe('boolean')
    expect(result.signal('nDown').kind).toBe('discrete')
  })

  it('support edge of an expression', () => {
    const model = Model({
      n: Var({ start: 0 }),
      equations: equations`n = pre(n) + (if edge(sin(2*pi*time) > 0.5) then 1 else 0)`,
    })
    expect(run(model, 3).final('n')).toBe(3)
  })

  it('noEvent suppresses events', () => {
    const model = (relation: string) =>
      Model({
        x: Var({ init: 0 }),
        equations: equations(`der(x) = if ${relation} then 1 else -1; s = cos(7*time)`),
      })
    const count = (table: Table): number => (table.attributes['statistics'] as { events: number }).events
    expect(count(run(model('s > 0'), 2))).toBe(4)
    expect(count(run(model('noEvent(s > 0)'), 2))).toBe(0)
    // the left limit is still one inside of noEvent
    const held = Model({
      n: Var({ start: 0 }),
      equations: equations`when time > 0.5 then n = noEvent(pre(n) + 1) end when`,
    })
    expect(run(held).final('n')).toBe(1)
  })

  it('time conditions with discrete right sides are scheduled exactly', () => {
    const model = Model({
      next: Var({ start: 0.25 }),
      delay: 0.25,
      equations: equations`
        twice = 2*delay
        when time >= pre(next) then
          next = pre(next) + twice
        end when
      `,
    })
    const result = run(model, 2)
    expect(changesOf(result, 'next')).toEqual([
      [0.25, 0.75],
      [0.75, 1.25],
      [1.25, 1.75],
      [1.75, 2.25],
    ])
  })

  it('chains of Boolean equations settle in one event', () => {
    const model = Model({
      equations: equations`
        a = time >= 0.5
        b = not a
        c = a and not b
        d = if c then 2 else 1
      `,
    })
    const result = run(model)
    for (const name of ['a', 'b', 'c', 'd']) expect(changesOf(result, name).map(([t]) => t)).toEqual([0.5])
    expect(result.at('d', 0.5, 'left')).toBe(1)
    expect(result.at('d', 0.5)).toBe(2)
  })

  it('relations in comprehensions over the loop variable are not events', () => {
    const model = Model({
      n: 4,
      x: Var({ init: [0, 0, 0, 0] }),
      equations: equations`der(x) = [if i < 3 then i else -i for i in 1:n]`,
    })
    expect(Array.from(run(model).finalVector('x'))).toEqual([
      expect.closeTo(1, 9),
      expect.closeTo(2, 9),
      expect.closeTo(-3, 9),
      expect.closeTo(-4, 9),
    ])
  })

  it('both conditions of an instant belong to one event', () => {
    const model = Model({
      x: Var({ init: -1 }),
      y: Var({ init: 1 }),
      n: Var({ start: 0 }),
      equations: equations`
        der(x) = 2
        der(y) = -2
        both = x > 0 and y < 0
        when both then n = pre(n) + 1 end when
      `,
    })
    const result = run(model)
    expect(result.final('n')).toBe(1)
    expect(changesOf(result, 'n')[0][0]).toBeCloseTo(0.5, 9)
    expect((result.attributes['statistics'] as { events: number }).events).toBeLessThanOrEqual(2)
  })

  it('conditions in a cycle change one at a time in the end', () => {
    // w = M*z + q with w*z = 0, w >= 0, z >= 0. All principal minors of M are positive (1, 2, 1, 4, 1, 11, 1), so there
    // is one solution: z = [4, 0, 0], w = [0, 6, 3]. Changed together, z > 0 cycles: none, 1 and 2, 1 and 3, none, …
    const model = Model({
      equations: equations`
        z1 = if s1 > 0 then s1 else 0
        z2 = if s2 > 0 then s2 else 0
        z3 = if s3 > 0 then s3 else 0
        z1 - s1 = z1 - z2 - 2*z3 - 4
        z2 - s2 = 2*z1 + 2*z2 - 3*z3 - 2
        z3 - s3 = 3*z2 + z3 + 3
      `,
    })
    const result = run(model)
    expect(['s1', 's2', 's3'].map((name) => result.final(name))).toEqual([4, -6, -3])
  })

  it('more conditions than the allowed evaluations may change in one event', () => {
    const members = Object.fromEntries(
      Array.from({ length: 150 }, (_, k) => [`b${k}`, Var(expr`x > ${-k - 1}`)]),
    )
    const model = Model({ x: Var({ init: 0 }), ...members, equations: equations`der(x) = 1` })
    expect(run(model).final('b149')).toBe(1)
  })

  it('an event iteration that does not converge is an error that names the oscillating variables', () => {
    const model = Model({ b: Var({ start: false }), equations: equations`b = not pre(b)` })
    expect(codeOf(() => run(model))).toMatch(/^EVENT_ITERATION: .*t = 0 s.*100 evaluations.*\bb\b/)
  })
})

describe('conditions inside of one step', () => {
  // 0.002 = a 500th of the run: the default distance of two checks
  const Pulse = (width: number) =>
    Model({
      center: 0.6321,
      n: Var({ start: 0 }),
      x: Var({ init: 0 }),
      equations: equations`
        der(x) = 1
        isInside = (x - center)^2 < ${width}^2/4
        when isInside then n = pre(n) + 1 end when
      `,
    })

  it('are not missed if they hold for an output interval', () => {
    for (const width of [0.1, 0.01, 0.002]) {
      const result = run(Pulse(width))
      const times = changesOf(result, 'isInside').map(([t]) => t)
      expect(times).toHaveLength(2)
      // the hysteresis is 1e-10 of the largest indicator, center^2; the slope at the limits is ±width
      const limit = (1e-10 * 0.6321 ** 2) / width + 1e-12
      expect(Math.abs(times[0] - 0.6321 + width / 2)).toBeLessThan(limit)
      expect(Math.abs(times[1] - 0.6321 - width / 2)).toBeLessThan(limit)
    }
    const short = simulate(Pulse(1e-4), { stopTime: 1, interval: 1e-4 })
    expect(short.final('n')).toBe(1)
    // for any output interval, checks are at most a 500th of the run apart
    expect(simulate(Pulse(0.002), { stopTime: 1, interval: 0.5 }).final('n')).toBe(1)
  })

  it('do not shorten the steps', () => {
    const { steps } = run(Pulse(0.1)).attributes['statistics'] as { steps: number }
    expect(steps).toBeLessThan(60)
  })

  it('are found in a model without states', () => {
    const model = Model({
      n: Var({ start: 0 }),
      equations: equations`n = pre(n) + (if edge(sin(2*pi*60*time) > 0.9) then 1 else 0)`,
    })
    // each peak above 0.9 lasts 2*acos(0.9)/(2*pi*60) = 0.0024 > 0.002
    expect(run(model).final('n')).toBe(60)
  })
})
