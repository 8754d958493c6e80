/** Functions that jump, and relations inside of comprehensions, cause events. */

import { equations, instantiate, Model, Par, type SimulateOptions, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { changesOf, codeOf, run, type Table } from './event-runs.ts'

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const

function runAll(model: ModelNode, options: SimulateOptions, check: (result: Table) => void): void {
  const instance = instantiate(model)
  for (const solver of SOLVERS) check(instance.simulate({ tolerance: 1e-8, ...options, solver }))
  check(instantiate(model, { interpret: true }).simulate({ tolerance: 1e-8, ...options }))
}

const countOf = (result: Table): { events: number; timeEvents: number } =>
  result.attributes['statistics'] as { events: number; timeEvents: number }

describe('functions that jump', () => {
  it('stop the solver exactly if they depend on time', () => {
    const model = Model({
      T: Par(0.5),
      a: Var({ init: 0 }),
      b: Var({ init: 0 }),
      c: Var({ init: 0 }),
      d: Var({ init: 0 }),
      equations: equations`
        der(a) = if mod(time, 1) < 0.25 then 1 else 0
        der(b) = floor(time/T)
        der(c) = ceil(time) + integer(2*time) + div(time, 1)
        der(d) = rem(time, 0.5) + round(time)
      `,
    })
    runAll(model, { stopTime: 3 }, (result) => {
      expect(result.final('a')).toBeCloseTo(0.75, 9)
      // (0 + 1 + 2 + 3 + 4 + 5)/2
      expect(result.final('b')).toBeCloseTo(7.5, 9)
      expect(result.final('c')).toBeCloseTo(1 + 2 + 3 + 7.5 + (0 + 1 + 2), 9)
      // six teeth of 0.125; 0.5*0 + 1 + 2 + 0.5*3
      expect(result.final('d')).toBeCloseTo(6 * 0.125 + 4.5, 5)
      const { events, timeEvents } = countOf(result)
      expect(events).toBe(0)
      expect(timeEvents).toBeLessThan(20)
    })
    const times = changesOf(run(Model({ equations: equations`n = floor(time/0.1)` }), 0.45), 'n')
    expect(times.map(([, n]) => n)).toEqual([1, 2, 3, 4])
    for (const [k, [t]] of times.entries()) expect(t).toBeCloseTo(0.1 * (k + 1), 14)
  })

  it('cause events if they depend on states, rising and falling, through zero, and after a jump', () => {
    const model = Model({
      y: Var({ init: 2.5 }),
      x: Var({ init: 0 }),
      equations: equations`
        der(y) = -1
        n = floor(y)
        up = ceil(y)
        near = round(y)
        whole = div(y, 1)
        der(x) = n + up + near + whole
        when time > 4 then reinit(y, 1234.5) end when
      `,
    })
    runAll(model, { stopTime: 4.25 }, (result) => {
      for (const t of [0.3, 0.9, 1.7, 2.2, 2.8, 3.7]) {
        const y = 2.5 - t
        expect(result.at('n', t)).toBe(Math.floor(y))
        expect(result.at('up', t)).toBeCloseTo(Math.ceil(y), 12)
        expect(result.at('near', t)).toBeCloseTo(Math.round(y), 12)
        expect(result.at('whole', t)).toBeCloseTo(Math.trunc(y), 12)
      }
      // the integral of each from y = -1.5 to 2.5, and the last quarter of a second at 1234, 1235, 1234 and 1234 (rounded from 1234.25 on)
      const until4 = [
        -2 * 0.5 - 1 + 0 + 1 + 2 * 0.5,
        -1 * 0.5 + 0 + 1 + 2 + 3 * 0.5,
        -1 + 0 + 1 + 2,
        -0.5 + 0 + 0 + 1 + 2 * 0.5,
      ]
      const sum = until4.reduce((a, b) => a + b) + 0.25 * (1234 + 1235 + 1234 + 1234)
      expect(result.final('x')).toBeCloseTo(sum, 5)
      expect(result.final('n')).toBe(1234)
    })
  })

  it('are integrated tooth by tooth for a saw-tooth of a state', () => {
    const model = Model({
      y: Var({ init: 0 }),
      x: Var({ init: 0 }),
      equations: equations`der(y) = 2; der(x) = mod(y, 0.3)`,
    })
    // y up to 4: 13 teeth of 0.3*0.15/0.3 s and the rest of 0.1
    runAll(model, { stopTime: 2 }, (result) =>
      expect(result.final('x')).toBeCloseTo((13 * 0.3 ** 2) / 4 + 0.1 ** 2 / 4, 7),
    )
  })

  it('include sign: a brake that stops and starts again', () => {
    const model = Model({ v: Var({ init: 0.5 }), equations: equations`der(v) = 0.3*time - sign(v)` })
    // stuck until 0.3 t = 1; then v = 0.15 (t - 1/0.3)^2
    runAll(model, { stopTime: 5 }, (result) => {
      expect(result.at('v', 3)).toBeCloseTo(0, 9)
      expect(result.final('v')).toBeCloseTo(0.15 * (5 - 1 / 0.3) ** 2, 5)
    })
  })

  it('cause no events in noEvent, and of parameters and discrete quantities', () => {
    const model = Model({
      p: Par(2.7),
      x: Var({ init: [1.2, 2.2] }),
      n: Var({ start: 0 }),
      equations: equations`
        der(x) = [-1, -1]
        quiet = noEvent(floor(x[1]))
        known = floor(p)
        half = floor(n/2)
        all = noEvent(floor(x))
        when time > 0.5 then n = pre(n) + 3 end when
      `,
    })
    const result = run(model)
    expect(countOf(result).events).toBe(0)
    expect(['quiet', 'known', 'half', 'all[2]'].map((name) => result.final(name))).toEqual([0, 2, 1, 1])
  })

  it('cause an event for each element of a vector, also of an expression, for any size', () => {
    const model = Model({
      x: Var({ init: [0, 0.25] }),
      s: Var({ init: [0, 0] }),
      equations: equations`
        der(x) = [2 for i in 1:length(x)]
        twice = 2*x
        all = floor(twice .+ 0.1)
        der(s) = all
        tooth = mod(x, 0.8)
        which = sign(x .- 1)
      `,
    })
    for (const init of [[0, 0.25], [0.5], [], [0.1, 0.2, 0.3]]) {
      const merge = { x: init, s: init.map(() => 0) }
      const result = simulate(model, { stopTime: 1, tolerance: 1e-9, merge })
      // jumps of floor(4 t + 2 x0 + 0.1) and of floor((2 t + x0)/0.8), and x = 1 which is passed and counts twice
      const passed = (from: number, to: number, step: number): number =>
        Math.floor(to / step) - Math.floor(from / step)
      const events = init.map(
        (x) => passed(2 * x + 0.1, 2 * x + 4.1, 1) + passed(x, x + 2, 0.8) + passed(x, x + 2 - 1e-12, 1),
      )
      expect(countOf(result).events).toBeGreaterThanOrEqual(
        events.reduce((a, b) => a + b, 0) - 2 * init.length,
      )
      init.forEach((x0, i) => {
        // the integral of floor(4 t + c) from 0 to 1
        const c = 2 * x0 + 0.1
        let integral = 0
        for (let n = Math.floor(c); n < c + 4; n++)
          integral += (n * (Math.min(4, n + 1 - c) - Math.max(0, n - c))) / 4
        expect(Math.abs(result.finalVector('s')[i] - integral)).toBeLessThan(1e-9)
        expect(result.finalVector('tooth')[i]).toBeCloseTo((x0 + 2) % 0.8, 8)
        expect(result.finalVector('which')[i]).toBe(1)
      })
    }
  })
})

describe('relations that are linear in time', () => {
  it('are scheduled for any sign of the factor', () => {
    const model = (k: number) =>
      Model({
        k: Par(k),
        equations: equations`
          a = k*time - 1 > 0
          b = 3 - 2*time <= 2*k*time
        `,
      })
    const rising = run(model(2))
    expect(changesOf(rising, 'a')).toEqual([[0.5, 1]])
    expect(changesOf(rising, 'b')).toEqual([[0.5, 1]])
    expect(countOf(rising).events).toBe(0)
    const falling = simulate(model(-4), { startTime: -1, stopTime: 0 })
    expect(changesOf(falling, 'a')).toEqual([[-0.25, 0]])
    expect(changesOf(falling, 'b')).toEqual([[-0.5, 0]])
  })
})

describe('relations in comprehensions', () => {
  it('cause one event per element, for states and for time', () => {
    const model = Model({
      n: 3,
      x: Var({ init: [1, 2, 3] }),
      y: Var({ init: 0 }),
      z: Var({ init: [0, 0, 0] }),
      equations: equations`
        der(x) = [if x[i] > 0.5*i then -1 else 0 for i in 1:n]
        der(y) = sum([if x[i] > 1 then 1 else 0 for i in eachindex(x)])
        der(z) = [if time > 0.1*i then i else 0 for i in 1:n]
      `,
    })
    runAll(model, { stopTime: 4 }, (result) => {
      for (const i of [1, 2, 3]) {
        expect(result.final(`x[${i}]`)).toBeCloseTo(0.5 * i, 9)
        expect(result.final(`z[${i}]`)).toBeCloseTo(i * (4 - 0.1 * i), 9)
      }
      // x[2] is above 1 for one second, x[3] all the time
      expect(result.final('y')).toBeCloseTo(5, 9)
      expect(countOf(result).timeEvents).toBe(3)
    })
  })

  it('cause a new translation for another number of elements', () => {
    const model = instantiate(
      Model({
        n: Par(2),
        x: Var({ init: [1, 2] }),
        equations: equations`der(x) = [if x[i] > 0.5*i then -1 else 0 for i in 1:n]`,
      }),
    )
    const result = model.simulate({ stopTime: 5, merge: { n: 4, x: { init: [1, 2, 3, 4] } } })
    expect(result.final('x[4]')).toBeCloseTo(2, 9)
    expect(model.simulate({ stopTime: 5 }).final('x[2]')).toBeCloseTo(1, 9)
  })

  it('may contain floor and slide, and noEvent suppresses their events', () => {
    const model = Model({
      x: Var({ init: [0.5, 0.25] }),
      s: Var({ init: [0, 0] }),
      equations: equations`
        der(x) = [if x[i] > 0 then -1 else 2 for i in 1:2]
        der(s) = [floor(i*time) for i in 1:2]
      `,
    })
    runAll(model, { stopTime: 2 }, (result) => {
      for (const i of [1, 2]) expect(result.final(`x[${i}]`)).toBeCloseTo(0, 9)
      expect(result.final('s[1]')).toBeCloseTo(1, 9)
      expect(result.final('s[2]')).toBeCloseTo(0.5 * (1 + 2 + 3), 9)
    })
    const quiet = Model({
      x: Var({ init: [1, 2] }),
      equations: equations`der(x) = -x; y = [noEvent(if x[i] > 0.5 then 1 else 0) for i in 1:2]`,
    })
    expect(countOf(run(quiet)).events).toBe(0)
  })

  it('need a range that is known at translation', () => {
    const model = Model({
      x: Var({ init: [1, 2] }),
      k: Var({ start: 1 }),
      equations: equations`
        der(x) = -x
        when time > 0.5 then k = 2 end when
        y = sum([if x[i] > 0.5 then 1 else 0 for i in 1:w])
        w = if time > 0.5 then 2 else 1
      `,
    })
    expect(codeOf(() => run(model))).toMatch(/^EVENTS: .*for i in 1:w.*noEvent/)
  })
})
