/** Cases of the language reference: events, clocks, Boolean variables. */
import { equations, Model, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { expectClose, SIMULATION_TOLERANCE as tolerance } from './support/expect-close.ts'

checkInterpreter()

type Table = ReturnType<typeof simulate>

/** Times at which a Boolean or stepwise signal changes, with its new values. */
function changesOf(result: Table, name: string): [number, number][] {
  const values = result.values(name)
  const changes: [number, number][] = []
  for (let k = 1; k < values.length; k++) {
    if (values[k] !== values[k - 1]) changes.push([result.time[k], values[k]])
  }
  return changes
}

describe('state events', () => {
  it('state-event-positive', () => {
    const model = Model({
      fmax: 1.5,
      m: 1,
      k: 1,
      d: 0.1,
      s: Var({ init: 2 }),
      v: Var({ init: 0 }),
      equations: equations`
        sPos = positive(s)
        f = if sPos then 0.0 else fmax
        v = der(s)
        m*der(v) + d*v + k*s = f
      `,
    })
    const result = simulate(model, { stopTime: 10, tolerance })
    expectClose(result.final('s'), 1.17569934, 2e-8)
    expectClose(result.final('v'), -0.53513066, 2e-8)
    // at the events both values are recorded, and s is zero there to the accuracy of the integration
    for (const [t] of changesOf(result, 'f')) expect(Math.abs(result.at('s', t))).toBeLessThan(1e-7)
    expect(changesOf(result, 'f').length).toBeGreaterThan(1)
    expect(result.booleans('sPos')[0]).toBe(true)
  })

  it('bouncing-ball, with edge and pre', () => {
    const model = Model({
      e: 0.7,
      g: 9.81,
      h: Var({ init: 1 }),
      v: Var({ init: 0 }),
      flying: Var({ start: true }),
      vRest: 0.01,
      equations: equations`
        contact = h < 0
        der(h) = v
        der(v) = if flying then -g else 0
        when contact then
          flying = -e*pre(v) > vRest
          reinit(v, if -e*pre(v) > vRest then -e*pre(v) else 0)
        end when
      `,
    })
    const result = simulate(model, { stopTime: 3, tolerance })
    // bounces at t1 = sqrt(2/g), and then after flights that become shorter by the factor e
    const impact = Math.sqrt(2 * 9.81)
    const bounces: number[] = []
    for (let t = Math.sqrt(2 / 9.81), v = 0.7 * impact; ; v *= 0.7) {
      bounces.push(t)
      if (v <= 0.01) break
      t += (2 * v) / 9.81
    }
    const jumps = Array.from(result.time).filter(
      (t, k) => k > 0 && t === result.time[k - 1] && result.values('v')[k - 1] < -1e-9,
    )
    expect(jumps).toHaveLength(bounces.length)
    bounces.forEach((t, k) => {
      expectClose(jumps[k], t)
    })
    expect(result.booleans('flying').at(-1)).toBe(false)
    expect(result.final('v')).toBe(0)
    expectClose(result.final('h'), 0)
  })
})

describe('time events', () => {
  it('boolean-pulse-after', () => {
    const model = Model({
      pulse: Model({
        startTime: Par(2, 's'),
        width: Par(2, 's'),
        equations: equations`y = after(startTime) and not after(startTime + width)`,
      }),
    })
    const result = simulate(model, { stopTime: 10 })
    expect(changesOf(result, 'pulse.y')).toEqual([
      [2, 1],
      [4, 0],
    ])
    expect(result.booleans('pulse.y')[0]).toBe(false)
    expect(result.at('pulse.y', 2, 'left')).toBe(0)
    expect(result.at('pulse.y', 2)).toBe(1)
  })

  it('boolean-pulse-clock', () => {
    const model = Model({
      width: 50,
      period: Par(2, 's'),
      startTime: Par(2, 's'),
      pulseStart: Var({ start: 2 }),
      equations: equations`
        Twidth = period*width/100
        clock1 = Clock(startTime, period)
        pulseStart = sample(if initial() then startTime else time, clock1)
        y = after(pulseStart) and not after(pulseStart + Twidth)
      `,
    })
    const result = simulate(model, { stopTime: 10 })
    expect(changesOf(result, 'y')).toEqual([
      ...[2, 4, 6, 8].flatMap((t) => [
        [t, 1],
        [t + 1, 0],
      ]),
      [10, 1],
    ])
  })

  it('after-with-hours', () => {
    const model = Model({
      T: Par(2, 'h'),
      x: Var({ init: 1 }),
      equations: equations`
        u = if after(1.5, 'h') then 1.0 else 0.0
        T*der(x) + x = u
      `,
    })
    const result = simulate(model, { stopTime: 36000, tolerance })
    expect(changesOf(result, 'u')).toEqual([[5400, 1]])
    // decays for 1.5 h, then rises for 8.5 h, with a time constant of 2 h
    expectClose(result.final('x'), 1 - (1 - Math.exp(-0.75)) * Math.exp(-4.25))
    expectClose(result.final('x'), 0.9924737130900863)
  })
})

describe('clocks', () => {
  it('sampled-PI-control, right from the first tick', () => {
    const model = Model({
      m: 1,
      k: 0,
      d: 0.1,
      K: 5,
      vref: 100,
      Ti: 2,
      x: Var({ init: 0 }),
      v: Var({ init: 5 }),
      vd: Var({ start: 0 }),
      u: Var({ start: 0 }),
      e: Var({ start: 0 }),
      intE: Var({ start: 10 }),
      equations: equations`
        der(x) = v
        m*der(v) = f - k*x - d*v
        vd = sample(v, Clock(0.1))
        e = vref - vd
        previous_intE = previous(intE, Clock(0.1))
        intE = previous_intE + e
        u = K*(e + intE/Ti)
        f = hold(u, Clock(0.1))
      `,
    })
    const result = simulate(model, { stopTime: 1.5, tolerance })
    // The same recursion by hand: ticks at 0, 0.1, …, 1.5, and the closed form of m*der(v) = f - d*v in between
    let [x, v, intE, f] = [0, 5, 10, 0]
    for (let k = 0; k <= 15; k++) {
      const e = 100 - v
      intE += e
      f = 5 * (e + intE / 2)
      expectClose(result.at('intE', Math.min(k * 0.1 + 0.05, 1.5)), intE)
      if (k === 15) break
      const decay = Math.exp(-0.01)
      x += 10 * f * 0.1 + ((v - 10 * f) * (1 - decay)) / 0.1
      v = 10 * f + (v - 10 * f) * decay
    }
    expectClose(result.final('x'), x)
    expectClose(result.final('v'), v)
    expectClose(x, 155.2458)
    expectClose(v, 100.1855)
    expectClose(result.at('previous_intE', 0.15), result.at('intE', 0.05), 1e-14)
  })
})
