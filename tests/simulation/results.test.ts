/** Content of a result table: names, units, kinds, aliases, parameters, both sides of events, warnings. */
import { equations, expr, instantiate, Model, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { Capacitor, Resistor, SineVoltage } from '../reference/support/electric.ts'

describe('names, units and kinds of signals', () => {
  const model = Model({
    part: Model({
      s: Var({ init: 1, unit: 'm', info: 'position' }),
      v: Var({ init: 0, unit: 'm/s' }),
      a: Var({ unit: 'm/s2' }),
      n: Var({ start: 0 }),
      x: Var({ init: 0 }),
      k: Par(2, '1/s2', { info: 'stiffness by mass' }),
      equations: equations`
        der(s) = v
        der(v) = a
        a = -k*s
        der(x) = 1
        up = v > 0
        when up then n = pre(n) + 1 end when
      `,
    }),
  })
  const result = simulate(model, { stopTime: 6 })

  it('derivatives have the name and the unit of their variable', () => {
    expect(result.signal('part.der(v)').unit).toBe('m/s2')
    expect(result.signal('part.der(x)').unit).toBe('1/s')
    expect(result.signal('part.der(s)').unit).toBe('m/s')
    expect(result.signal('part.s').info).toBe('position')
  })

  it('signals have kinds', () => {
    const kindOf = (name: string) => result.signal(`part.${name}`).header.baseKind
    expect(kindOf('s')).toBe('state')
    expect(kindOf('der(v)')).toBe('derivative')
    expect(kindOf('up')).toBe('discrete')
    expect(kindOf('n')).toBe('discrete')
    expect(kindOf('k')).toBe('parameter')
    expect(result.names.some((name) => name.includes('$') || name.includes('pre('))).toBe(false)
  })

  it('aliases share their values', () => {
    expect(result.signal('part.a').kind).toBe('alias')
    expect(result.values('part.a')).toBe(result.values('part.der(v)'))
  })

  it('events have both values', () => {
    const values = result.values('part.n')
    const k = values.indexOf(1)
    expect(values[k - 1]).toBe(0)
    expect(result.time[k - 1]).toBe(result.time[k])
    // v = -sqrt(2)*sin(sqrt(2)*t) becomes positive at pi/sqrt(2)
    expect(result.time[k]).toBeCloseTo(Math.PI / Math.SQRT2, 5)
  })

  it('attributes describe the experiment', () => {
    expect(result.attributes['experiment']).toMatchObject({ startTime: 0, stopTime: 6, interval: 6 / 500 })
    expect(result.warnings).toEqual([])
  })
})

describe('units', () => {
  it('the same quantity may have two units', () => {
    const model = Model({
      s: Var({ init: 1.5, unit: 'm' }),
      inMillimetres: Var({ unit: 'mm' }),
      opposite: Var({ unit: 'mm' }),
      bare: Var(),
      speed: Par(1, 'm/s'),
      equations: equations`
        der(s) = speed
        inMillimetres = s
        opposite = -s
        bare = s
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.signal('inMillimetres').unit).toBe('mm')
    expect(result.at('inMillimetres', 0)).toBe(1500)
    expect(result.at('opposite', 0)).toBe(-1500)
    expect(result.signal('bare').unit).toBe('m')
  })

  it('a variable without unit takes that of its alias', () => {
    const model = Model({ u: Var({ unit: 'V' }), equations: equations`w = 3*time; u = w` })
    expect(simulate(model, { stopTime: 1 }).signal('w').unit).toBe('V')
  })

  it('temperatures are in degC, their derivatives in K/s', () => {
    const model = Model({
      T: Var({ init: 20, unit: 'degC' }),
      rate: Par(2, 'K/s'),
      equations: equations`der(T) = rate`,
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.at('T', 0)).toBeCloseTo(20, 12)
    expect(result.final('T')).toBeCloseTo(22, 6)
    expect(result.final('der(T)')).toBeCloseTo(2, 12)
  })

  it('parameters, arrays and matrices have their units', () => {
    const model = Model({
      lengths: Par([1, 2], 'mm'),
      M: Par([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
      flag: true,
      derived: Par(expr`2*sum(lengths)`, 'mm'),
      equations: equations`y = sum(M*[1, 1]) + sum(lengths)*1000`,
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.parameter('lengths')).toEqual([1, 2])
    expect(result.parameter('M')).toEqual([1, 2, 3, 4, 5, 6])
    expect(result.signal('M').size).toEqual([3, 2])
    expect(result.parameter('flag')).toBe(true)
    expect(result.parameter('derived')).toBeCloseTo(6, 12)
    expect(result.final('y')).toBeCloseTo(24, 12)
  })
})

describe('hideResult', () => {
  it('hides a variable, but neither its visible alias nor a state', () => {
    const model = Model({
      x: Var({ init: 0, hideResult: true }),
      h: Var({ hideResult: true }),
      g: Var({ hideResult: true }),
      equations: equations`
        der(x) = 1
        h = 2*x
        shown = h
        g = 3*x
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.has('x')).toBe(true)
    expect(result.has('g')).toBe(false)
    expect(result.has('h')).toBe(false)
    expect(result.final('shown')).toBeCloseTo(2, 6)
  })
})

describe('statistics', () => {
  const model = Model({
    n: Var({ start: 0 }),
    x: Var({ init: 0, max: 0.3 }),
    equations: equations`
      n = previous(n, Clock(0.1)) + 1
      der(x) = 1
      when x > 0.35 then reinit(x, 0) end when
    `,
  })

  it('count state events and time events', () => {
    // x falls at 0.35 and 0.7, the clock ticks at 0, 0.1, …, 0.9
    const statistics = simulate(model, { stopTime: 0.99 }).attributes['statistics']
    expect(statistics).toMatchObject({ events: 2, timeEvents: 10 })
    // the third fall, at 1.05, comes after one that a rounding error has put before its limit
    expect(simulate(model, { stopTime: 1.09 }).final('x')).toBeCloseTo(0.04, 9)
    // the second fall and the tick at 0.7 are one event: their points are those before and after it
    const { time } = simulate(model, { stopTime: 0.99 })
    expect(time.filter((t) => Math.abs(t - 0.7) < 1e-9)).toHaveLength(2)
  })

  it('are shown line by line in the summary, with segments and warnings', () => {
    const lines = simulate(model, { stopTime: 0.99 }).summary().split('\n')
    expect(lines[lines.indexOf('segments:') + 1]).toMatch(/^ {2}1\. startTime 0, endTime 0\.99, states 1, /)
    expect(lines[lines.indexOf('warnings:') + 1]).toMatch(
      /^ {2}1\. x = 0\.3\d* is above its max 0\.3 at t = /,
    )
    expect(lines.filter((line) => /[{}"]/.test(line))).toEqual([])
  })
})

describe('min and max', () => {
  it('violations are reported once, with time and limit', () => {
    const model = Model({
      x: Var({ init: 0, max: 0.5 }),
      y: Var({ min: quantityMin(), unit: 'cm' }),
      equations: equations`der(x) = 1; y = -x`,
    })
    const result = simulate(model, { stopTime: 1 })
    const { warnings } = result
    expect(warnings.map(({ code }) => code)).toEqual(['LIMIT', 'LIMIT'])
    expect(warnings[0].message).toMatch(/^y = -0\.2\d* is below its min -0\.2 at t = 0\.2/)
    expect(warnings[1].message).toMatch(/^x = 0\.5\d* is above its max 0\.5 at t = 0\.5/)
    // found at the output points, which are 0.002 s apart
    expect(warnings[0].time).toBeCloseTo(0.201, 2)
    expect(warnings[1].time).toBeCloseTo(0.501, 2)
  })

  function quantityMin(): number {
    return -20
  }

  it('nominal scales the absolute tolerance', () => {
    const model = (nominal: number) =>
      Model({ x: Var({ init: 1e-6, nominal }), equations: equations`der(x) = -x*(2 + sin(20*time))` })
    // int sin(20 t) from 0 to 2 is (1 - cos(40))/20
    const exact = 1e-6 * Math.exp(-(4 + (1 - Math.cos(40)) / 20))
    const error = (nominal: number): number =>
      Math.abs(simulate(model(nominal), { stopTime: 2, tolerance: 1e-6 }).final('x') / exact - 1)
    expect(error(1e-6)).toBeLessThan(1e-4)
    // with a nominal value of 1 the tolerance 1e-7 is a tenth of x itself
    expect(error(1)).toBeGreaterThan(error(1e-6))
  })
})

describe('results', () => {
  it('are repeatable bit for bit, with one and with two translations', () => {
    const model = Model({
      R: Resistor({ R: 2 }),
      C: Capacitor({ C: 0.3 }),
      V: SineVoltage({ f: 3 }),
      n: Var({ start: 0 }),
      equations: equations`when C.v > 0.1 then n = pre(n) + 1 end when`,
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'C.p'],
        ['C.n', 'V.n'],
      ],
    })
    const instance = instantiate(model)
    const first = instance.simulate({ stopTime: 3 })
    for (const again of [instance.simulate({ stopTime: 3 }), simulate(model, { stopTime: 3 })]) {
      expect(again.names).toEqual(first.names)
      for (const name of first.names) expect(again.values(name)).toEqual(first.values(name))
    }
    expect(first.final('n')).toBeGreaterThan(0)
  })
})
