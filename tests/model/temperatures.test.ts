/** Temperatures in degC and degF are points on a scale; their differences and numbers without unit are not. */
import { equations, Model, modelFromJson, modelToJson, Par, quantity, simulate, UnitError, Var } from 'vario'
import { describe, expect, test } from 'vitest'

const BASE = {
  T1: Par(20, 'degC'),
  T2: Par(50, 'degF'), // 10 degC
  Ts: Par(300, 'K'),
  tau: Par(10, 's'),
  T: Var({ init: 25, unit: 'degC' }),
  d: Var({ unit: 'degC' }),
  k: Var({ unit: 'K' }),
}

function run(text: string): ReturnType<typeof simulate> {
  return simulate(Model({ ...BASE, equations: equations(`der(T) = (T1 - T)/tau; ${text}`) }), { stopTime: 1 })
}

describe('inconsistent units of temperatures are errors', () => {
  test.each([
    ['d = T1 - T; k = 1', /'T1 - T' is a difference of temperatures/],
    ['d = 2*(T1 - T2); k = 1', /a difference/],
    ['d = T1 + T2; k = 1', /a sum of temperatures \(2 times one\)/],
    ['d = if T > T1 then T - T1 else T; k = 1', /'T' is a temperature|a difference/],
    ['d = 25; k = 1', /'25' has no unit: a number without unit means K; write quantity\(25, 'degC'\)/],
    ['d = 20 + 5*sin(time); k = 1', /has no unit/],
    ['d = T; k = if T > 25 then 1 else 0', /'25' has no unit/],
    ['d = max(T, 0); k = 1', /'0' has no unit/],
    ['d = T; k = if T - T1 > T2 then 1 else 0', /difference/],
    ['d = T; k = 1; when T < 22 then reinit(T, T1) end when', /'22' has no unit/],
    ['d = T; k = 1; when T < T2 then reinit(T, 20) end when', /'20' has no unit/],
  ])('%s', (text, message) => {
    expect(() => run(text)).toThrow(UnitError)
    expect(() => run(text)).toThrow(message)
  })
})

describe('consistent units of temperatures', () => {
  test.each([
    // T1 = 20 degC = 293.15 K, T2 = 10 degC
    ['d = (T1 + T2)/2; k = T1 - T2', 15, 10],
    ['d = T1/3 + T1/3 + T2/3; k = abs(T2 - T1)', 16 + 2 / 3, 10],
    ['d = T1 + 5; k = T1', 25, 293.15],
    ['d = T2 + (T1 - T2)/4; k = if T1 - T2 > 5 then 1 else 2', 12.5, 1],
    ["d = quantity(30, 'degC'); k = if T > quantity(-4, 'degC') then 1 else 2", 30, 1],
    ['d = Ts; k = Ts - T1', 26.85, 6.85],
    ['d = T1; k = if d < Ts then 1 else 2', 20, 1],
  ])('%s', (text, d, k) => {
    const result = run(text)
    // offsets of 273.15 cost digits: 1e-13 of 300
    expect(result.final('d')).toBeCloseTo(d, 10)
    expect(result.final('k')).toBeCloseTo(k, 10)
  })

  test('a quantity keeps its unit in JSON, and is checked', () => {
    const Heater = Model({
      T: Var({ init: 15, unit: 'degC' }),
      equations: equations`der(T) = if T < ${quantity(20, 'degC')} then ${quantity(36, 'K/min')} else 0`,
    })
    const back = modelFromJson(JSON.stringify(modelToJson(Heater)))
    for (const model of [Heater, back]) {
      // 0.6 K/s for 5 K
      const result = simulate(model, { stopTime: 20 })
      expect(result.final('T')).toBeCloseTo(20, 6)
      expect(result.at('T', 5)).toBeCloseTo(18, 6)
    }
    const Wrong = Model({ x: Var({ unit: 'm' }), equations: equations`x = ${quantity(3, 'kg')}` })
    expect(() => simulate(Wrong, { stopTime: 1 })).toThrow(/quantity\(3, "kg"\).* is in kg/)
  })
})

describe('the time as a number', () => {
  test.each([
    ['sin(-time)', Math.sin(-0.5)],
    ['exp(-time)', Math.exp(-0.5)],
    ['exp(-(time - 1))', Math.exp(0.5)],
    ['sin(2*pi*(time - a))', Math.sin(2 * Math.PI * (0.5 - 0.3))],
    ['2^(-time)', 2 ** -0.5],
    ['cos(abs(-time))', Math.cos(0.5)],
  ])('%s', (text, expected) => {
    const model = Model({ a: 0.3, equations: equations(`y = ${text}`) })
    expect(simulate(model, { stopTime: 0.5 }).final('y')).toBeCloseTo(expected, 14)
  })

  test.each(['sin(time - T)', 'exp(-T)', 'sin(time*L)', 'exp(time + x)'])(
    'other quantities need their units: %s',
    (text) => {
      const model = Model({
        T: Par(1, 's'),
        L: Par(2, 'm'),
        x: Par(1, 'm'),
        equations: equations(`y = ${text}`),
      })
      expect(() => simulate(model, { stopTime: 1 })).toThrow(UnitError)
    },
  )
})
