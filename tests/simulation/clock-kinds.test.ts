/** Rational clocks, intervals that change, and clocks of events. */
import { equations, Model, type ModelNode, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { changesOf, codeOf, run } from './event-runs.ts'
import { hooksOf } from './memory-components.ts'

checkInterpreter()

const counter = (clock: string, more = '', members: Record<string, unknown> = {}): ModelNode =>
  Model({
    n: Var({ start: 0 }),
    ...members,
    equations: equations(`n = previous(n) + sample(1, ${clock})\n${more}`),
  })

describe('rational clocks', () => {
  it('tick at the doubles nearest to n·counter/resolution', () => {
    const times = changesOf(run(counter('Clock(1, 3)'), 40), 'n').map(([t]) => t)
    expect(times).toEqual(Array.from({ length: 120 }, (_, k) => (k + 1) / 3))
  })

  it('coincide with sub-sampled ones to the last bit after a million ticks', () => {
    // both clocks in one equation: different ticks would be an error
    const model = counter(
      'shiftSample(Clock(1, 3), 1000000)',
      'm = n + sample(0, subSample(shiftSample(Clock(1, 6), 2000000), 2))',
    )
    const result = simulate(model, { stopTime: 333335, interval: 333335 })
    const ticks = changesOf(result, 'n').map(([t]) => t)
    expect(ticks).toEqual([0, 1, 2, 3, 4, 5].map((k) => (1e6 + k) / 3))
    expect(result.values('m')).toEqual(result.values('n'))
  })

  it('take Integer parameters and frequencies; a start and an interval remain times', () => {
    const rational = counter('Clock(c, f)', '', { c: Par(3, { type: 'Integer' }), f: Par(10, 'Hz') })
    expect(changesOf(run(rational, 0.95), 'n').map(([t]) => t)).toEqual([3 / 10, 6 / 10, 9 / 10])
    const shifted = counter('Clock(t0, T)', '', { t0: Par(0.05, 's'), T: Par(0.5, 's') })
    expect(changesOf(run(shifted, 1), 'n').map(([t]) => t)).toEqual([0.05, 0.55])
    expect(simulate(rational, { stopTime: 0.95, merge: { c: 4 } }).final('n')).toBe(3)
  })
})

describe('intervals that change', () => {
  it('the value at a tick gives the time of the next one', () => {
    const model = Model({
      k: Var({ start: 2, type: 'Integer' }),
      y: Var({ start: 0 }),
      equations: equations`
        when Clock(k, 1000) then
          k = previous(k) + 1
          y = previous(y) + 1
        end when
        h = interval(y)
      `,
    })
    const result = run(model, 0.02)
    expect(changesOf(result, 'y').map(([t]) => Number(t.toFixed(12)))).toEqual([0.003, 0.007, 0.012, 0.018])
    // the first interval is that of the start value
    const intervals = [0.002, 0.003, 0.004, 0.005, 0.006]
    intervals.forEach((h, i) => {
      expect(result.at('h', [0, 0.003, 0.007, 0.012, 0.018][i] + 0.001)).toBeCloseTo(h, 12)
    })
  })

  it('a clock of its own interval is inferred, and its sub-clock counts its ticks', () => {
    const model = Model({
      ti: Var({ start: 0.1, unit: 's' }),
      equations: equations`
        ti = 1.5*previous(ti)
        s = sample(time, Clock(ti))
        slow = subSample(s, 2)
      `,
    })
    const ticks = [0, 0.15, 0.375, 0.7125, 1.21875]
    const result = run(model, 1.5)
    ticks.forEach((t, k) => {
      expect(result.at('s', t + 0.01)).toBeCloseTo(t, 12)
      expect(result.at('slow', t + 0.01)).toBeCloseTo(ticks[k - (k % 2)], 12)
    })
  })

  it('super-sampled ticks divide the present interval', () => {
    const model = Model({
      T: Var({ start: 0.4, unit: 's' }),
      n: Var({ start: 0 }),
      equations: equations`
        when time > 1 then T = 0.8 end when
        slow = sample(time, Clock(T))
        n = previous(n) + superSample(1 + 0*slow, 4)
      `,
    })
    const ticks = changesOf(run(model, 2.5), 'n').map(([t]) => Number(t.toFixed(12)))
    // the interval from 0.8 s on is 0.8 s; of its quarters, two have ticked until 1 s, the third one ends at 0.8 + 0.6 s
    expect(ticks).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.4, 1.6, 1.8, 2, 2.2, 2.4])
  })

  it('intervals that are not positive, or tend to zero, are errors', () => {
    const model = (text: string) => Model({ ti: Var({ start: 0.1, unit: 's' }), equations: equations(text) })
    expect(codeOf(() => run(model('ti = previous(ti) - sample(0.05, Clock(ti))')))).toMatch(
      /^EVENTS: Clock: expected a positive interval \[s\], got 0 for Clock\(ti\)/,
    )
    expect(codeOf(() => run(model('ti = previous(ti)/2 + 0*sample(1, Clock(ti))')))).toMatch(
      /^EVENTS: Clock\(ti\): expected ticks that advance the time, got the interval .* at t = 0\.0999/,
    )
    expect(codeOf(() => run(counter('Clock(1, p)', '', { p: Par(0, { type: 'Integer' }) })))).toMatch(
      /^EVENTS: Clock\(1, p\): expected a positive Integer as resolution, got 0/,
    )
  })
})

describe('clocks of events', () => {
  const Wave = (more: string, members: Record<string, unknown> = {}) =>
    Model({
      x: Var({ init: 0 }),
      n: Var({ start: 0 }),
      ...members,
      equations: equations(`
        der(x) = 1
        c = Clock(sin(x) > 0.5, 0.25)
        n = previous(n) + sample(1, c)
        ${more}
      `),
    })
  /** sin(t) = 0.5, rising. */
  const rise = (k: number): number => Math.PI / 6 + 2 * Math.PI * k

  it('tick where the condition becomes true, with every solver', () => {
    for (const solver of ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const) {
      const model = Wave(
        'h = interval(n); s = sample(x, c); half = subSample(n, 2); late = shiftSample(n, 1)',
        {
          late: Var({ start: -1 }),
          half: Var({ start: -2 }),
        },
      )
      const result = simulate(model, { stopTime: 20, solver, tolerance: 1e-9 })
      const changes = changesOf(result, 'n')
      expect(changes.map(([, n]) => n)).toEqual([1, 2, 3, 4])
      // x = t is exact for every solver; events are located to 1e-10 of the time
      changes.forEach(([t], k) => {
        expect(Math.abs(t - rise(k))).toBeLessThan(1e-8)
      })
      const valuesOf = (name: string): number[] => changes.map(([t]) => result.at(name, t + 0.1))
      expect(valuesOf('h')[0]).toBe(0.25)
      for (const h of valuesOf('h').slice(1)) expect(h).toBeCloseTo(2 * Math.PI, 8)
      valuesOf('s').forEach((s, k) => {
        expect(s).toBeCloseTo(rise(k), 8)
      })
      expect(valuesOf('half')).toEqual([1, 1, 3, 3])
      expect(valuesOf('late')).toEqual([-1, 2, 3, 4])
      expect(result.at('half', 0.2)).toBe(-2)
    }
  })

  it('do not tick at the start, where the condition has no value before', () => {
    expect(run(counter('Clock(time >= 0)')).final('n')).toBe(0)
  })

  it('take the left limit of a variable that changes with the condition', () => {
    const model = Model({
      y: Var({ start: 0 }),
      equations: equations`
        u = if time > 0.5 then 1 else 0
        y = previous(y) + sample(u + 1, Clock(u > 0.5))
        z = hold(y)
      `,
    })
    expect(run(model).final('z')).toBe(1)
  })

  it('tick in turn if one of them depends on the other', () => {
    const model = Model({
      a: Var({ start: 0 }),
      b: Var({ start: 0 }),
      equations: equations`
        a = previous(a) + sample(1, Clock(sin(10*time) > 0))
        b = previous(b) + sample(1, Clock(hold(a) > 1.5))
      `,
    })
    const result = run(model, 2)
    // sin(10 t) becomes positive just after 0, and at t = 2π/10, 4π/10, 6π/10
    const [first] = changesOf(result, 'b')
    expect(first[1]).toBe(1)
    expect(result.final('a')).toBe(4)
    expect(first[0]).toBeCloseTo((2 * Math.PI) / 10, 8)
  })
})

it('a condition may contain a held value of its own clock', () => {
  const model = Model({
    x: Var({ init: 0 }),
    m: Var({ start: 0 }),
    equations: equations`
      der(x) = 1
      m = previous(m) + sample(1, Clock(x > hold(m) + 0.3))
    `,
  })
  const result = run(model, 3)
  const changes = changesOf(result, 'm')
  expect(changes.map(([, m]) => m)).toEqual([1, 2, 3])
  for (const [k, [t]] of changes.entries()) expect(t).toBeCloseTo(k + 0.3, 8)
  // a misspelled clock of it has the text of the model
  const wrong = counter('Clock(hold(n) + time > 1)', 'm = superSample(n, 2)')
  expect(codeOf(() => run(wrong))).toMatch(/^EVENTS: superSample\(Clock\(hold\(n\) \+ time > 1\), 2\)/)
})

it('clocks keep their ticks across segments, also those that begin at a tick', () => {
  const times = [0.25, 0.3, 0.5, 0.77, 1.1]
  let nSegment = 0
  const restless = hooksOf({
    initSegment(segment) {
      nSegment = segment.isFirst ? 1 : nSegment + 1
    },
    evaluate() {},
    nextEvent: (t) => times.find((time) => time > t) ?? Infinity,
    onEvent(event) {
      if (event.time > 0 && times[nSegment - 1] <= event.time) event.requestSegment()
    },
  })
  const create = (members: Record<string, unknown>): ModelNode =>
    Model({
      ...members,
      x: Var({ init: 1 }),
      n: Var({ start: 0 }),
      k: Var({ start: 2, type: 'Integer' }),
      z: Var({ init: 0.5 }),
      late: Var({ start: 0 }),
      events: Var({ start: 0 }),
      equations: equations`
        der(x) = cos(9*time) - hold(late)/10
        n = previous(n) + sample(x, Clock(1, 10))
        slow = subSample(n, 3)
        late = shiftSample(n, 1, 2)
        when Clock(k, 20) then
          k = previous(k) + 1
        end when
        der(z) = slow - z + sample(0, Clock(Clock(3, 10), "ExplicitRungeKutta4"))
        events = previous(events) + sample(1, Clock(cos(9*time + x) > 0.2))
      `,
    })
  const plain = run(create({}), 1.5)
  const cut = run(create({ restless }), 1.5)
  expect(cut.segments).toHaveLength(times.length + 1)
  for (const name of ['n', 'slow', 'late', 'k', 'z', 'events']) {
    const [a, b] = [changesOf(plain, name), changesOf(cut, name)]
    // the steps of the solver differ: x to the tolerance 1e-9, and the times of events that depend on it
    expect(b.length, name).toBe(a.length)
    a.forEach(([t, value], i) => {
      expect(b[i][0]).toBeCloseTo(t, name === 'events' ? 7 : 14)
      expect(b[i][1]).toBeCloseTo(value, 7)
    })
  }
  expect(plain.final('events')).toBeGreaterThan(1)
})
