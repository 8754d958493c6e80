/** Inputs have the units of their declarations, start values and results. */
import { equations, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'

describe('inputs with units', () => {
  const Room = Model({ u: Var({ input: true, unit: 'degC', start: 20 }), equations: equations`x = u` })

  it('a function, a table and the start value have the same unit', () => {
    const options = { stopTime: 2, interval: 1 }
    for (const inputs of [{}, { u: () => 20 }, { u: { t: [0, 2], values: [20, 20] } }]) {
      const result = simulate(Room, { ...options, inputs })
      expect(result.final('u')).toBeCloseTo(20, 12)
      expect(result.final('x')).toBeCloseTo(293.15, 12)
    }
  })

  it('a derivative has the factor of the unit, and no offset', () => {
    const Car = Model({
      s: Var({ input: true, unit: 'km' }),
      v: Var({ unit: 'm/s' }),
      equations: equations`v = der(s)`,
    })
    const s = { value: (t: number) => 0.02 * t, derivative: () => 0.02 }
    expect(simulate(Car, { stopTime: 1, inputs: { s } }).final('v')).toBeCloseTo(20, 12)
    const T = { value: (t: number) => 20 + 3 * t, derivative: () => 3 }
    const Rate = Model({ T: Var({ input: true, unit: 'degC' }), equations: equations`rate = der(T)` })
    expect(simulate(Rate, { stopTime: 1, inputs: { T } }).final('rate')).toBeCloseTo(3, 12)
  })

  it('the signal replaces a default, and must return numbers', () => {
    const Default = Model({ u: Var({ input: true, init: 2 }), equations: equations`x = u` })
    expect(simulate(Default, { stopTime: 1 }).final('x')).toBe(2)
    expect(simulate(Default, { stopTime: 1, inputs: { u: () => 1 } }).final('x')).toBe(1)
    for (const wrong of ['3', [3], undefined, 3n]) {
      const u = (() => wrong) as unknown as () => number
      expect(() => simulate(Default, { stopTime: 1, inputs: { u } })).toThrow(
        /inputs\.u: expected a number at t = 0 s/,
      )
    }
  })
})

describe('meaningless options are errors', () => {
  const Decay = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x` })

  it('include too many output points, and a fraction of a step', () => {
    expect(() => simulate(Decay, { stopTime: 1, interval: 1e-9 })).toThrow(
      /interval: expected at most 100000000 output points/,
    )
    expect(() => simulate(Decay, { stopTime: 1, maxSteps: 1.5 })).toThrow(/maxSteps: expected an integer/)
  })

  it('change of a continuous variable', () => {
    const counter = Model({
      x: Var({ init: 0 }),
      n: Var({ start: 0 }),
      equations: equations`
        der(x) = 1
        when change(x) then
          n = pre(n) + 1
        end when
      `,
    })
    expect(() => simulate(counter, { stopTime: 1 })).toThrow(
      /change\(x\): expected a discrete variable, got x/,
    )
  })
})
