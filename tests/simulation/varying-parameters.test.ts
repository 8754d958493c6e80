/** Parameters whose expressions contain variables or the time are variables, and the result says so. */
import { equations, expr, Model, Par, simulate, Var } from 'vario'
import { ConstantVoltage, Ground, Resistor } from 'vario/library/electric'
import { describe, expect, it } from 'vitest'

const Decay = Model({ k: Par(2), x: Var({ init: 0 }), equations: equations`der(x) = k` })

function listParameters(model: Parameters<typeof simulate>[0]): string[] {
  const result = simulate(model, { stopTime: 1 })
  return result.warnings.filter(({ code }) => code === 'PARAMETER').map(({ message }) => message)
}

describe('a parameter that varies', () => {
  it.each([
    ['time', 'k = sin(time)', expr`sin(time)`],
    ['a state', 'k = 1 - x', expr`1 - x`],
    ['a derivative', 'k = 1 + 0*der(x)', expr`1 + 0*der(x)`],
  ])('because of %s causes a warning with its expression', (_, text, value) => {
    const [message, ...others] = listParameters(Decay.extend({ k: Par(value) }))
    expect(message).toContain(`k: expected an expression of parameters, got ${text}, `)
    expect(message).toContain('Write Var instead of Par')
    expect(others).toEqual([])
  })

  it('because of another one causes a separate warning', () => {
    const model = Decay.extend({ k: Par(expr`2*p`), p: Par(expr`time`) })
    expect(listParameters(model).map((message) => message.split(':')[0])).toEqual(['k', 'p'])
  })

  const circuit = (R: Parameters<typeof Resistor>[0]) =>
    Model({
      T: Var({ init: 300 }),
      R: Resistor(R),
      source: ConstantVoltage({ V: 10 }),
      ground: Ground(),
      equations: equations`der(T) = 1; connect(source.p, R.p); connect(source.n, R.n); connect(ground.p, source.n)`,
    })

  it('causes a warning with its path in a component, and none if it is declared as a variable', () => {
    const [message] = listParameters(circuit({ R: expr`0.1*T` }))
    expect(message).toContain('R.R: expected an expression of parameters, got R.R = 0.1*T, ')
    const meant = circuit({ R: Var(expr`0.1*T`, { unit: 'Ohm' }) })
    expect(listParameters(meant)).toEqual([])
    expect(simulate(meant, { stopTime: 1 }).final('R.i')).toBeCloseTo(10 / 30.1, 10)
  })

  it('causes one warning in every one of many independent parts', () => {
    const Part = Decay.extend({ k: Par(expr`time`) })
    const parts = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`part${i}`, Part()]))
    expect(listParameters(Model(parts)).length).toBe(12)
  })
})

it('sizes of arrays do not vary, and neither do values that follow from them', () => {
  const model = Decay.extend({
    y: Var({ init: [0, 0] }),
    n: Par(expr`length(y)`),
    k: Par(expr`2*n`),
    equations: equations`der(y) = [1, 2]`,
  })
  expect(listParameters(model)).toEqual([])
  expect(simulate(model, { stopTime: 1 }).final('x')).toBeCloseTo(4, 12)
})

it('parameters of other parameters, of constants and of functions of them cause no warning', () => {
  const model = Decay.extend({ k: Par(expr`2*pi*sin(p)`), p: Par(expr`sqrt(q)`), q: 2 })
  expect(listParameters(model)).toEqual([])
})
