import { equations, expr, Model, Par, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkUnits, flatten } from '../../src/model/index.ts'
import { Filter, Inertia, Resistor } from './circuits.ts'
import { messageOf } from './support.ts'

const check = (model: Parameters<typeof flatten>[0]): string => messageOf(() => checkUnits(flatten(model)))

describe('checkUnits', () => {
  it('accepts consistent models and models without units', () => {
    expect(check(Filter)).toBe('no error')
    expect(check(Model({ inertia: Inertia(), k: 5, equations: equations`x = inertia.w + k` }))).toBe(
      'no error',
    )
  })

  it('names the component, the equation and both units', () => {
    const Wrong = Resistor.extend({ equations: equations`R*v = i` })
    expect(check(Model({ sub: Model({ r: Wrong() }) }))).toBe(
      "sub.r: 'sub.r.R*sub.r.v = sub.r.i': equations, line 1: The two sides of the equation have different units: " +
        "'sub.r.R*sub.r.v' is in Ohm.V, 'sub.r.i' is in A.\n  R*v = i\n  ^^^",
    )
  })

  it('checks sums, connections, parameter expressions and start values', () => {
    const sum = Model({ a: Par(1, 'm'), b: Par(1, 's'), equations: equations`x = 2*(a + b)` })
    expect(check(sum)).toContain("model: 'x = 2*(a + b)'")
    const A = Model({ y: Var({ output: true, unit: 'V' }), equations: equations`y = 1` })
    const B = Model({ u: Var({ input: true, unit: 'A' }) })
    expect(check(Model({ a: A(), b: B(), connect: [['a.y', 'b.u']] }))).toContain(
      "'a.y' is in V, 'b.u' is in A",
    )
    expect(check(Model({ t: Par(1, 's'), r: Resistor({ R: expr`t` }) }))).toContain("r: 'r.R = t'")
    const start = Model({
      t: Par(1, 's'),
      x: Var({ init: expr`t`, unit: 'm' }),
      equations: equations`der(x) = 1`,
    })
    expect(check(start)).toContain("'x' is in m, 't' is in s")
    // different units of the same dimension are compatible
    expect(check(Model({ a: Par(1, 'mm'), x: Var({ unit: 'm' }), equations: equations`x = 2*a` }))).toBe(
      'no error',
    )
  })
})
