/** Models of many independent parts with events: each part has separate steps and events with the solver `auto`. */

import type { SignalTable } from 'vario'
import { equations, instantiate, Model, Par, readJson, type SimulateOptions, Var, writeJson } from 'vario'
import { describe, expect, it } from 'vitest'

const G = 9.81

const Ball = Model({
  e: Par(0.8),
  h: Var({ init: 1 }),
  v: Var({ init: 0 }),
  energy: Var(),
  low: Var(),
  n: Var({ start: 0 }),
  equations: equations`
    der(h) = v
    der(v) = -9.81
    energy = v^2/2 + 9.81*h
    low = -h
    when h < 0 then
      reinit(v, -e*pre(v))
      n = pre(n) + 1
    end when
  `,
})

/** Instants of the bounces of a ball that falls from h0. */
function bounces(h0: number, e: number, stopTime: number): number[] {
  const first = Math.sqrt((2 * h0) / G)
  const times: number[] = []
  for (let t = first, flight = 2 * e * first; t < stopTime; t += flight, flight *= e) times.push(t)
  return times
}

function heightAt(t: number, h0: number, e: number): number {
  const times = bounces(h0, e, t)
  if (times.length === 0) return h0 - 0.5 * G * t * t
  const s = t - times[times.length - 1]
  return e ** times.length * Math.sqrt(2 * G * h0) * s - 0.5 * G * s * s
}

function balls(n: number): ReturnType<typeof instantiate> {
  const parts = Array.from({ length: n }, (_, k) => [`b${k}`, Ball({ h: 1 + k / n })] as const)
  return instantiate(Model(Object.fromEntries(parts)))
}

/** Largest difference of a signal between two results, at the output points of the first one. */
function difference(a: SignalTable, b: SignalTable, name: string): number {
  const values = a.values(name)
  const scale = Math.max(1, ...a.values(name).map(Math.abs))
  let worst = 0
  for (let k = 1; k + 1 < a.time.length; k++) {
    // events have their times with the error of the integration
    if (a.time[k] === a.time[k - 1] || a.time[k] === a.time[k + 1]) continue
    worst = Math.max(worst, Math.abs(values[k] - b.at(name, a.time[k])) / scale)
  }
  return worst
}

describe('balls', () => {
  it('are as exact as a single one, between events and at the events of others', () => {
    const n = 20
    const result = balls(n).simulate({ stopTime: 2, tolerance: 1e-8 })
    expect(result.attributes['parts']).toBe(n)
    let nBounce = 0
    for (let k = 0; k < n; k++) {
      const h0 = 1 + k / n
      const times = bounces(h0, 0.8, 2)
      nBounce += times.length
      const h = result.values(`b${k}.h`)
      expect(h.length).toBe(result.time.length)
      result.time.forEach((t, i) => {
        expect(Math.abs(h[i] - heightAt(t, h0, 0.8))).toBeLessThan(1e-6)
      })
      expect(result.final(`b${k}.n`)).toBe(times.length)
      // both sides of its own events
      for (const [i, bounce] of times.entries()) {
        const speed = 0.8 ** i * Math.sqrt(2 * G * h0)
        const t = result.time.find((time) => Math.abs(time - bounce) < 1e-7)!
        expect(result.at(`b${k}.v`, t, 'left')).toBeCloseTo(-speed, 6)
        expect(result.at(`b${k}.v`, t)).toBeCloseTo(0.8 * speed, 6)
        expect(result.values(`b${k}.n`)[result.time.indexOf(t)]).toBe(i)
        expect(result.values(`b${k}.n`)[result.time.lastIndexOf(t)]).toBe(i + 1)
      }
    }
    const { events } = result.attributes['statistics'] as { events: number }
    expect(events).toBe(nBounce)
  })

  it('cost the same number of evaluations and steps each, regardless of their number', () => {
    const cost = (n: number): { steps: number; f: number; roots: number } =>
      balls(n).simulate({ stopTime: 2 }).attributes['statistics'] as never
    const [few, many] = [cost(10), cost(80)]
    for (const name of ['steps', 'f', 'roots'] as const)
      expect(many[name] / 80).toBeLessThan((1.2 * few[name]) / 10)
  })

  it('are repeatable, also with interpreted code', () => {
    const run = (interpret: boolean) =>
      instantiate(
        Model({ ...Object.fromEntries(Array.from({ length: 9 }, (_, k) => [`b${k}`, Ball({ h: 1 + k })])) }),
        {
          interpret,
        },
      ).simulate({ stopTime: 1.5 })
    expect(writeJson(run(true))).toBe(writeJson(run(false)))
  })

  it('are not divided if they are few', () => {
    expect(balls(4).simulate({ stopTime: 1 }).attributes['parts']).toBeUndefined()
  })
})

describe('a mixed model', () => {
  /** Two-point controller with hysteresis. */
  const Thermostat = Model({
    T_on: Par(19),
    P: Par(3),
    T: Var({ init: 18 }),
    isOn: Var({ start: false }),
    error: Var(),
    list: Var({ start: [0, 0] }),
    equations: equations`
      isOn = if pre(isOn) then T < 21 else T < T_on
      der(T) = (if isOn then P else 0) - 0.1*(T - 10)
      error = T - 20
      list = [T, error^2]
    `,
  })
  /** No events; too fast for the output points of the tests. */
  const Oscillator = Model({
    w: Par(200),
    x: Var({ init: 1 }),
    v: Var({ init: 0 }),
    equations: equations`der(x) = w*v; der(v) = -w*x`,
  })
  const parts = (n: number) =>
    Object.fromEntries(Array.from({ length: n }, (_, k) => [`t${k}`, Thermostat({ P: 2 + 0.2 * k })]))
  const Mixed = Model({
    T_on: Par(19),
    ...parts(10),
    quick: Oscillator(),
    slow: Oscillator({ w: 1 }),
    counter: Var({ start: 0 }),
    next: Var({ start: 0.5 }),
    equations: equations`
      when time >= pre(next) then
        next = pre(next) + 0.5
        counter = pre(counter) + 1
      end when
    `,
  })
  const model = instantiate(Mixed)

  it('agrees with the run of the whole model in all signals', () => {
    const options: SimulateOptions = { stopTime: 4, tolerance: 1e-9 }
    const divided = model.simulate(options)
    const whole = model.simulate({ ...options, solver: 'tsit5' })
    // thermostats, the counter, and the oscillators together
    expect(divided.attributes['parts']).toBe(12)
    expect(whole.attributes['parts']).toBeUndefined()
    expect(divided.names).toEqual(whole.names)
    for (const name of whole.names) {
      const [a, b] = [divided.signal(name), whole.signal(name)]
      expect({ ...a.header, axis: 0, constant: 0 }).toEqual({ ...b.header, axis: 0, constant: 0 })
      if (a.kind === 'parameter' || a.kind === 'time' || name.startsWith('quick')) continue
      if (a.nElement === 1) expect(difference(whole, divided, name), name).toBeLessThan(1e-6)
      // discrete signals are equal except between the times that two runs find for one event
      if (a.header.type === 'boolean') expect(divided.final(name)).toBe(whole.final(name))
    }
    expect(divided.at('t3.list[2]', 1.2345)).toBeCloseTo(whole.at('t3.list[2]', 1.2345), 6)
  })

  it('is correct at the events of others for a part that the output points do not resolve', () => {
    const result = model.simulate({ stopTime: 4, tolerance: 1e-9, interval: 0.1 })
    // 127 periods over 40 output intervals
    const x = result.values('quick.x')
    expect(result.time.every((t, k) => Math.abs(x[k] - Math.cos(200 * t)) < 1e-5)).toBe(true)
    // only output points and events, with two points each
    const isOutput = (t: number): boolean => Math.abs(10 * t - Math.round(10 * t)) < 1e-9
    const counts = new Map<number, number>()
    for (const t of result.time) counts.set(t, (counts.get(t) ?? 0) + 1)
    for (const [t, count] of counts) expect(count > 1 || isOutput(t)).toBe(true)
  })

  it('accepts merge, record and files', () => {
    const result = model.simulate({ stopTime: 2, merge: { t1: { P: 9 } }, record: ['t*.T', 'slow.x'] })
    expect(result.names.filter((name) => result.signal(name).kind !== 'parameter')).toEqual([
      'time',
      ...Array.from({ length: 10 }, (_, k) => `t${k}.T`),
      'slow.x',
    ])
    expect(result.parameter('t1.P')).toBe(9)
    // the first rise: der(T) = 9 - 0.1 (T - 10)
    expect(result.at('t1.T', 0.1)).toBeCloseTo(100 - 82 * Math.exp(-0.01), 5)
    const back = readJson(writeJson(result))
    for (const name of ['t1.T', 'slow.x', 'time']) expect(back.values(name)).toEqual(result.values(name))
    expect(() => model.simulate({ stopTime: 1, record: ['t1.Tt'] })).toThrow("did you mean 't1.T'")
  })

  it('reports progress and log in the order of time', () => {
    const times: number[] = []
    const lines: string[] = []
    model.simulate({
      stopTime: 2,
      interval: 0.25,
      onProgress: (t) => times.push(t),
      log: (line) => lines.push(line),
    })
    expect(times).toEqual(Array.from({ length: 9 }, (_, k) => 0.25 * k))
    const events = lines
      .filter((line) => line.startsWith('event'))
      .map((line) => Number(/t = (\S+) s/.exec(line)![1]))
    expect(events.length).toBeGreaterThan(10)
    expect(events).toEqual([...events].sort((a, b) => a - b))
  })
})

describe('parts with common elements', () => {
  const run = (more: object, options: Partial<SimulateOptions> = {}) => {
    const list = Array.from({ length: 9 }, (_, k) => [`b${k}`, Ball({ h: 1 + k / 9 })] as const)
    return instantiate(Model({ ...Object.fromEntries(list), ...more } as never)).simulate({
      stopTime: 1,
      ...options,
    })
  }
  const partsOf = (more: object, options: Partial<SimulateOptions> = {}): unknown =>
    run(more, options).attributes['parts']

  it('are joined by a variable, in an equation, a when or an assertion', () => {
    expect(partsOf({})).toBe(9)
    expect(partsOf({ y: Var(), equations: equations`y = b0.h + b1.h` })).toBe(8)
    expect(partsOf({ y: Var(), equations: equations`y = b0.h + b1.h + b2.v` })).toBeUndefined()
    expect(
      partsOf({ n: Var({ start: 0 }), equations: equations`when b0.h < b1.h then n = 1; end when` }),
    ).toBe(8)
    expect(partsOf({ equations: equations`assert(b0.h + b8.h < 100, "high")` })).toBe(8)
  })

  it('are not joined by a parameter, an input or the time', () => {
    const more = {
      k: Par(2),
      u: Var({ input: true, start: 0 }),
      y: Var(),
      z: Var(),
      equations: equations`y = k*b0.h*u; z = k*b1.h*u*time`,
    }
    const result = run(more, { inputs: { u: (t: number) => 1 + t } })
    expect(result.attributes['parts']).toBe(9)
    expect(result.at('z', 0.8)).toBeCloseTo(2 * result.at('b1.h', 0.8) * 1.8 * 0.8, 6)
    expect(() => run(more, { inputs: { w: () => 1 } })).toThrow('the name of a top-level input')
  })

  it('all end when one of them terminates the run', () => {
    const result = run({ equations: equations`when b0.h < 0.5 then terminate("low"); end when` })
    expect(result.attributes['parts']).toBeUndefined()
    expect(result.attributes['termination']).toBe('low')
  })

  it('are named in warnings and errors', () => {
    const more = { x: Var(), equations: equations`x = sqrt(b3.v)` }
    expect(run(more).warnings.map(({ code, message }) => `${code} ${message}`)).toContainEqual(
      expect.stringMatching(/^NON_FINITE x is NaN at t = /),
    )
    expect(() => run({ equations: equations`assert(b2.v > -3, "too fast")` })).toThrow(
      /too fast.*violated at t = 0\.30/,
    )
  })
})
