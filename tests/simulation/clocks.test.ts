/** Clocks, and the stored values of `sample`, `hold` and `previous`. */
import { equations, Model, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { changesOf, codeOf, run, type Table } from './event-runs.ts'

describe('clocks', () => {
  const Counter = Model({
    n: Var({ start: 0 }),
    equations: equations`n = previous(n, Clock(0.1)) + 1`,
  })

  it('tick at the start and at the end, without drift', () => {
    const result = run(Counter, 1)
    expect(result.at('n', 0)).toBe(1)
    expect(result.final('n')).toBe(11)
    for (const [k, [t]] of changesOf(result, 'n').entries()) expect(t).toBeCloseTo(0.1 * (k + 1), 14)
    // 1000 ticks of 0.1 s end at 100 s
    expect(run(Counter, 100).final('n')).toBe(1001)
  })

  it('keep their phase with a start time', () => {
    const model = Model({
      n: Var({ start: 0 }),
      T: Par(0.2, 's'),
      equations: equations`n = previous(n, Clock(0.15, T)) + 1`,
    })
    const result = run(model)
    const ticksOf = (table: Table) => changesOf(table, 'n').map(([t]) => Math.round(t * 1e12) / 1e12)
    expect(ticksOf(result)).toEqual([0.15, 0.35, 0.55, 0.75, 0.95])
    expect(changesOf(result, 'n').map(([, n]) => n)).toEqual([1, 2, 3, 4, 5])
    const late = simulate(model, { startTime: 0.5, stopTime: 1 })
    expect(ticksOf(late)).toEqual([0.55, 0.75, 0.95])
    expect(late.final('n')).toBe(3)
  })

  it('leave clocked variables at their start values before the first tick, 0 without one', () => {
    const model = Model({
      T: Par(0.2, 's'),
      x: Var({ init: [4, 5] }),
      n: Var({ start: 10 }),
      m: Var({ init: -3 }),
      scaled: Var({ start: 7 }),
      equations: equations`
        der(x) = [1, -1]
        tick = Clock(0.35, T)
        n = previous(n, tick) + 1
        scaled = 2*n
        same = scaled
        isLarge = sample(x[1] > 4.1, Clock(0.35, T))
        s = sample(x, Clock(0.35, T))
        doubled = 2*s
        m = 2 - n
        k = 3*n + offset
        offset = 2
        held = hold(n, tick)
        mixed = n + time
      `,
    })
    const result = run(model)
    const valuesAt = (t: number, ...names: string[]) => names.map((name) => result.at(name, t))
    for (const t of [0, 0.2, 0.34]) {
      expect(valuesAt(t, 'n', 'scaled', 'same', 'm', 'k')).toEqual([10, 7, 7, -3, 0])
      expect(valuesAt(t, 's[1]', 's[2]', 'doubled[2]', 'isLarge')).toEqual([0, 0, 0, 0])
      expect(result.at('held', t)).toBe(10)
      expect(result.at('mixed', t)).toBeCloseTo(10 + t, 12)
    }
    expect(result.at('n', 0.35, 'left')).toBe(10)
    expect(valuesAt(0.35, 'n', 'scaled', 'same', 'm', 'k', 'held', 'isLarge')).toEqual([
      11, 22, 22, -9, 35, 11, 1,
    ])
    expect(result.at('s[2]', 0.35)).toBeCloseTo(4.65, 9)
    expect(valuesAt(0.56, 'n', 'scaled', 'm')).toEqual([12, 24, -10])
  })

  it('previous is the start value at a first tick at the start', () => {
    const model = Model({
      a: Var({ start: 5 }),
      equations: equations`
        before = previous(a, Clock(0.25))
        a = 2*before
      `,
    })
    const result = run(model)
    expect(result.at('before', 0)).toBe(5)
    expect(result.at('a', 0)).toBe(10)
    expect(result.at('before', 0.3)).toBe(10)
    expect(result.final('a')).toBe(5 * 2 ** 5)
  })

  it('stored values are updated in branches that are not taken', () => {
    const model = Model({
      equations: equations`
        y = if time > 0.55 then sample(time, Clock(0.1)) else -1
        z = 1 - hold(w, Clock(0.25))
        w = 2*time
      `,
      w: Var({ start: 0 }),
    })
    const result = run(model)
    expect(result.at('y', 0.5)).toBe(-1)
    expect(result.at('y', 0.56)).toBeCloseTo(0.5, 12)
    expect(result.at('z', 0.6)).toBeCloseTo(0, 12)
  })

  it('sample of an element in a comprehension is an error', () => {
    const model = Model({
      x: Var({ init: [1, 2] }),
      equations: equations`der(x) = -x; s = [sample(x[i], Clock(0.1)) for i in 1:2]`,
    })
    expect(codeOf(() => run(model))).toMatch(/^EVENTS: sample\(x\[i\], …\).*whole array/)
  })

  it('hold has the start value before the first tick, and so has a sampled variable', () => {
    const model = Model({
      x: Var({ init: 3 }),
      u: Var({ start: -5 }),
      equations: equations`
        der(x) = 1
        u = 2*x
        held = hold(u, Clock(0.5, 1))
        taken = sample(x, Clock(0.5, 1))
      `,
    })
    const result = run(model)
    expect(result.at('held', 0.4)).toBe(-5)
    expect(result.at('held', 0.6)).toBeCloseTo(7, 9)
    expect(result.at('taken', 0.4)).toBe(0)
    expect(result.at('taken', 0.6)).toBeCloseTo(3.5, 9)
  })

  it('vectors are sampled by value', () => {
    const model = Model({
      x: Var({ init: [0, 0] }),
      s: Var({ start: [9, 9] }),
      equations: equations`
        der(x) = [1, -1]
        s = sample(x, Clock(0.25))
        p = previous(s, Clock(0.25))
      `,
    })
    const result = run(model)
    expect(result.at('s[1]', 0.6)).toBeCloseTo(0.5, 9)
    expect(result.at('s[2]', 0.6)).toBeCloseTo(-0.5, 9)
    expect(result.at('p[1]', 0.1)).toBe(9)
    expect(result.at('p[1]', 0.6)).toBeCloseTo(0.25, 9)
  })

  it('an interval that is not positive is an error', () => {
    const model = Counter({ equations: equations`x = sample(time, Clock(1 - 1))` })
    expect(codeOf(() => run(model))).toMatch(/Clock: expected a positive interval/)
  })

  it('sample takes the left limit at a coinciding step, of time or of another clock', () => {
    const model = Model({
      n: Var({ start: 0 }),
      equations: equations`
        u = if time >= 0.5 then 1 else 0
        s = sample(u, Clock(0.25))
        t = sample(if time >= 0.5 then [1, 2] else [0, 0], Clock(0.25))
        n = previous(n, Clock(0.1)) + 1
        slow = sample(held, Clock(0.5))
        held = hold(n, Clock(0.1))
      `,
    })
    const result = run(model)
    for (const name of ['s', 't[2]']) expect(result.at(name, 0.6)).toBe(0)
    expect(result.at('s', 0.76)).toBe(1)
    expect(result.at('t[2]', 0.76)).toBe(2)
    // five ticks before 0.5 s, ten before 1 s
    expect(result.at('slow', 0.7)).toBe(5)
    expect(result.final('slow')).toBe(10)
  })

  it('a plant with feedthrough between hold and sample follows its recursion', () => {
    const model = Model({
      x: Var({ init: 0 }),
      u: Var({ start: 0 }),
      equations: equations`
        der(x) = -x + hold(u, Clock(0.1))
        y = x + 0.8*hold(u, Clock(0.1))
        u = 1 - 0.5*sample(y, Clock(0.1))
      `,
    })
    let [x, u] = [0, 0]
    for (let k = 0; k < 20; k++) {
      u = 1 - 0.5 * (x + 0.8 * u)
      x = u + (x - u) * Math.exp(-0.1)
    }
    for (const solver of ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const) {
      const result = simulate(model, { stopTime: 1.999, solver, tolerance: 1e-8 })
      expect(result.final('u')).toBeCloseTo(u, 6)
      const late = u + (x - u) * Math.exp(0.001)
      expect(result.final('y')).toBeCloseTo(late + 0.8 * u, 6)
    }
  })

  it('two clocks in one equation are an error with both names', () => {
    const clocked = (text: string, members: Record<string, unknown> = {}) =>
      Model({
        ...members,
        x: Var({ init: 1 }),
        a: Var({ start: 0 }),
        b: Var({ start: 0 }),
        equations: equations(`der(x) = -x; ${text}`),
      })
    const first = 'a = previous(a, Clock(0.1)) + 1;'
    const both = /^EVENTS: (?=.*Clock\(0\.1\))(?=.*Clock\(0\.3\)).*hold/
    expect(codeOf(() => run(clocked(`${first} b = previous(b, Clock(0.3)) + a`)))).toMatch(both)
    expect(codeOf(() => run(clocked(`${first} b = previous(a, Clock(0.3))`)))).toMatch(both)
    expect(codeOf(() => run(clocked('a = sample(x, Clock(0.1)) + sample(x, Clock(0.3)); b = 1')))).toMatch(
      both,
    )
    expect(
      codeOf(() => run(clocked('a = sample(x, Clock(0.1)); c = sample(x, Clock(0.3)); b = a + c'))),
    ).toMatch(both)
    // another phase is another clock
    expect(
      codeOf(() => run(clocked('a = sample(x, Clock(0.1)) + sample(x, Clock(0.05, 0.1)); b = 1'))),
    ).toMatch(/^EVENTS: .*Clock\(0\.1\) and Clock\(0\.05, 0\.1\)/)
    // equal values are one clock, and a run with other values is checked too
    const equal = clocked(`${first} b = a + previous(b, Clock(T))`, { T: Par(0.1) })
    expect(run(equal).final('b')).toBe((11 * 12) / 2)
    expect(codeOf(() => simulate(equal, { stopTime: 1, merge: { T: 0.2 } }))).toMatch(/^EVENTS: .*Clock\(T\)/)
    expect(
      run(clocked('tick = Clock(0.1); a = previous(a, tick) + 1; b = a + previous(b, Clock(0.1))')).final(
        'b',
      ),
    ).toBe(66)
    // hold and sample connect the two clocks
    expect(
      run(
        clocked(`${first} h = hold(a, Clock(0.1)); b = previous(b, Clock(0.3)) + sample(h, Clock(0.3))`),
      ).final('b'),
    ).toBe(0 + 3 + 6 + 9)
  })

  it('pre of a continuous variable is an error outside of when', () => {
    const model = (text: string) =>
      Model({ x: Var({ init: 1 }), n: Var({ start: 0 }), equations: equations(text) })
    expect(codeOf(() => run(model('der(x) = -x; y = pre(x); n = 1')))).toMatch(
      /^EVENTS: pre\(x\): expected a discrete variable/,
    )
    expect(
      codeOf(() => run(model('der(x) = -x; z = 2*x; n = if edge(x > 2) then pre(z) else pre(n)'))),
    ).toMatch(/^EVENTS: pre\(z\)/)
    const inside = model('der(x) = 1; when x > 1.5 then n = pre(x); reinit(x, 0) end when')
    expect(run(inside).final('n')).toBeCloseTo(1.5, 9)
  })

  it('a clock of a continuous variable is an error with its location', () => {
    const model = (text: string) =>
      Model({ x: Var({ init: 1 }), n: Var({ start: 0 }), equations: equations(text) })
    for (const clock of ['Clock(x)', 'Clock(0, x + 1)', 'Clock(time)'])
      expect(codeOf(() => run(model(`der(x) = 1; n = previous(n, ${clock}) + 1`)))).toMatch(
        /^EVENTS: .*line 1: Clock\(.*\): (x|time) changes between ticks/,
      )
    expect(run(model('der(x) = 1; n = previous(n, Clock(0.25)) + 1')).final('n')).toBeGreaterThan(1)
  })
})
