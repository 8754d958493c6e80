/** What happens at events: conditions, left limits, `when`, clocks, start and end. */
import { VarioError } from 'vario/base'
import { equations, expr, Model, type ModelNode, Par, Var } from 'vario/model'
import { simulate } from 'vario/simulation'
import { describe, expect, it } from 'vitest'

type Table = ReturnType<typeof simulate>

/** Times at which a signal jumps, with the new value. */
function changesOf(result: Table, name: string): [number, number][] {
  const values = result.values(name)
  const changes: [number, number][] = []
  for (let k = 1; k < values.length; k++) {
    if (values[k] !== values[k - 1]) changes.push([result.time[k], values[k]])
  }
  return changes
}

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof VarioError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'no error'
}

const run = (model: ModelNode, stopTime = 1): Table => simulate(model, { stopTime, tolerance: 1e-9 })

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

  it('edge of an expression', () => {
    const model = Model({
      n: Var({ start: 0 }),
      equations: equations`n = pre(n) + (if edge(sin(2*pi*time) > 0.5) then 1 else 0)`,
    })
    expect(run(model, 3).final('n')).toBe(3)
  })

  it('noEvent makes no events', () => {
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

  it('relations in comprehensions over the loop variable are no events', () => {
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

  it('conditions that drive each other round change one at a time in the end', () => {
    // w = M*z + q with w*z = 0, w >= 0, z >= 0. All principal minors of M are positive (1, 2, 1, 4, 1, 11, 1), so that there is one
    // solution: z = [4, 0, 0], w = [0, 6, 3]. Changed together, z > 0 goes round: none, 1 and 2, 1 and 3, none, …
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

  it('more conditions than repetitions are allowed may change in one event', () => {
    const members = Object.fromEntries(
      Array.from({ length: 150 }, (_, k) => [`b${k}`, Var(expr`x > ${-k - 1}`)]),
    )
    const model = Model({ x: Var({ init: 0 }), ...members, equations: equations`der(x) = 1` })
    expect(run(model).final('b149')).toBe(1)
  })

  it('an event iteration without end is an error that names what changes', () => {
    const model = Model({ b: Var({ start: false }), equations: equations`b = not pre(b)` })
    expect(codeOf(() => run(model))).toMatch(/^EVENT_ITERATION: .*t = 0 s.*100 evaluations.*\bb\b/)
  })
})

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

describe('conditions inside of one step', () => {
  // 0.002 = a 500th of the run: the default distance of two looks
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
      // the hysteresis is 1e-10 of the largest difference, center^2; the slope at the limits is ±width
      const limit = (1e-10 * 0.6321 ** 2) / width + 1e-12
      expect(Math.abs(times[0] - 0.6321 + width / 2)).toBeLessThan(limit)
      expect(Math.abs(times[1] - 0.6321 - width / 2)).toBeLessThan(limit)
    }
    const short = simulate(Pulse(1e-4), { stopTime: 1, interval: 1e-4 })
    expect(short.final('n')).toBe(1)
    // whatever the output: the looks are never rarer than a 500th of the run
    expect(simulate(Pulse(0.002), { stopTime: 1, interval: 0.5 }).final('n')).toBe(1)
  })

  it('do not make the steps short', () => {
    const { steps } = run(Pulse(0.1)).attributes['statistics'] as { steps: number }
    expect(steps).toBeLessThan(60)
  })

  it('are found where there is nothing to integrate', () => {
    const model = Model({
      n: Var({ start: 0 }),
      equations: equations`n = pre(n) + (if edge(sin(2*pi*60*time) > 0.9) then 1 else 0)`,
    })
    // each peak above 0.9 lasts 2*acos(0.9)/(2*pi*60) = 0.0024 > 0.002
    expect(run(model).final('n')).toBe(60)
  })
})

describe('when', () => {
  it('one clause assigns a variable for two reasons, as the error at elsewhen says', () => {
    const model = Model({
      x: Var({ init: 0 }),
      n: Var({ start: 0 }),
      equations: equations`
        der(x) = 1
        when edge(x > 1) or edge(x > 2) then n = if edge(x > 1) then 1 else 2 end when
      `,
    })
    const result = run(model, 3)
    expect([0.5, 1.5, 2.5].map((t) => result.at('n', t))).toEqual([0, 1, 2])
  })

  it('several actions in one clause, in one event', () => {
    const model = Model({
      x: Var({ init: 0 }),
      n: Var({ start: 0 }),
      last: Var({ start: -1 }),
      equations: equations`
        der(x) = 1
        when x > 0.3 then
          n = pre(n) + 1
          last = time
          reinit(x, 0)
        end when
      `,
    })
    const result = run(model)
    expect(result.final('n')).toBe(3)
    expect(result.final('last')).toBeCloseTo(0.9, 9)
    expect(result.final('x')).toBeCloseTo(0.1, 9)
  })

  it('does not fire for what is true from the start, but for initial()', () => {
    const model = Model({
      x: Var({ init: 1 }),
      n: Var({ start: 0 }),
      m: Var({ start: 0 }),
      equations: equations`
        der(x) = -1
        when x > 0 then n = pre(n) + 1 end when
        when initial() then
          m = pre(m) + 1
          reinit(x, 2)
        end when
      `,
    })
    const result = run(model)
    expect(result.final('n')).toBe(0)
    expect(result.final('m')).toBe(1)
    expect(result.final('x')).toBeCloseTo(1, 9)
  })

  it('arrays need a start value that tells their size', () => {
    const model = (members: Record<string, unknown>) =>
      Model({
        ...members,
        x: Var({ init: [1, 2] }),
        equations: equations`der(x) = [1, 1]; when time > 0.5 then v = x end when`,
      })
    expect(run(model({ v: Var({ start: [0, 0] }) })).finalVector('v')[1]).toBeCloseTo(2.5, 9)
    expect(codeOf(() => run(model({})))).toMatch(/^START: v: expected a start value/)
  })

  it('terminal() is true in an event at the end', () => {
    const model = Model({
      x: Var({ init: 1 }),
      total: Var({ start: 0 }),
      equations: equations`
        der(x) = -x
        when terminal() then total = x end when
      `,
    })
    const result = run(model)
    expect(result.final('total')).toBeCloseTo(Math.exp(-1), 8)
    expect(result.at('total', 0.99)).toBe(0)
  })

  it('terminate ends the run with its message', () => {
    const model = Model({
      x: Var({ init: 0 }),
      equations: equations`
        der(x) = 1
        when x > 0.5 then terminate("half") end when
      `,
    })
    const result = run(model, 2)
    expect(result.attributes['termination']).toBe('half')
    expect(result.time.at(-1)).toBeCloseTo(0.5, 9)
  })

  it('assert: at the start, on the way, inside of when', () => {
    const Watched = Model({
      limit: 0.5,
      x: Var({ init: 0 }),
      equations: equations`
        der(x) = 1
        assert(x < limit, "x is too large")
      `,
    })
    expect(codeOf(() => run(Model({ part: Watched() })))).toMatch(/^ASSERT: part: x is too large .*t = 0\.5/)
    expect(codeOf(() => run(Watched({ limit: -1 })))).toMatch(/^ASSERT: x is too large .*t = 0 s/)
    expect(run(Watched({ limit: 2 })).final('x')).toBeCloseTo(1, 9)
    const inWhen = Model({
      equations: equations`when time > 0.3 then assert(time > 1, "too early") end when`,
    })
    expect(codeOf(() => run(inWhen))).toMatch(/^ASSERT: too early .*t = 0\.3/)
  })

  it('reinit of something that is no state lists the states', () => {
    const model = Model({
      x: Var({ init: 0 }),
      equations: equations`der(x) = 1; y = 2*x + 1; when x > 0.5 then reinit(y, 0) end when`,
    })
    expect(codeOf(() => run(model))).toMatch(/reinit\(y, …\): expected a state, one of x/)
  })

  it('reinit by the name of an alias, with its sign', () => {
    const model = Model({
      x: Var({ init: 0 }),
      equations: equations`der(x) = 1; 0 = x + y; when x > 0.5 then reinit(y, 3) end when`,
    })
    const result = run(model)
    expect(result.final('x')).toBeCloseTo(-2.5, 9)
    expect(result.final('y')).toBeCloseTo(2.5, 9)
  })
})

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

  it('keep their phase from a start time on', () => {
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

  it('clocked variables have their start values before the first tick, 0 if there is none', () => {
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

  it('the first tick at the start: previous is the start value there', () => {
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

  it('in branches that are not taken, the memories go on', () => {
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
    const model = Counter({ equations: equations`x = sample(time, Clock(0*time))` })
    expect(codeOf(() => run(model))).toMatch(/Clock: expected a positive interval/)
  })
})
