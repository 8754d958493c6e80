/** Cases of the language reference: rejected models, and their errors. */
import { equations, instantiate, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { Resistor } from './support/electric.ts'
import { errorOf } from './support/error-of.ts'
import { expectClose } from './support/expect-close.ts'
import { Inertia } from './support/rotational.ts'

checkInterpreter()

const Decay = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x` })

describe('options', () => {
  it('unknown-simulate-option and first-order-extra-keywords', () => {
    const error = errorOf(() => simulate(Decay, { stopTime: 1, foo: 3 } as never))
    expect(error.message).toContain('foo')
    expect(error.message).toContain('stopTime')
    const misspelled = errorOf(() => simulate(Decay, { stopTime: 1, tolerence: 1e-8 } as never))
    expect(misspelled.message).toContain("did you mean 'tolerance'")
    // options for functions of a model are parameters of the model
    const seen: number[] = []
    const look = (t: number, dummy: number): number => {
      seen.push(dummy)
      return Math.sin(t)
    }
    const model = Model({
      T: 0.2,
      dummy1: 1,
      x: Var({ init: 0.3 }),
      equations: equations`
        u = ${look}(time, dummy1)
        T*der(x) + x = u
      `,
    })
    const result = simulate(model, { stopTime: 10, tolerance: 1e-8, merge: { dummy1: 2 } })
    expectClose(result.final('x'), -0.36173731)
    expect(new Set(seen)).toEqual(new Set([2]))
  })

  it('err-tolerance', () => {
    // 1e-20 is below rounding errors; the reference increases it with a warning
    for (const tolerance of [0, -1, Number.NaN, 1e-20, 1]) {
      expect(errorOf(() => simulate(Decay, { stopTime: 1, tolerance })).message).toMatch(/^tolerance: /)
    }
    expectClose(simulate(Decay, { stopTime: 1, tolerance: 1e-13 }).final('x'), Math.exp(-1), 1e-12)
  })

  it('err-fixed-length', () => {
    const error = errorOf(() => simulate(Decay, { stopTime: 1, merge: { x: [1, 2, 3] } }))
    expect(error.message).toContain('x')
    expect(error.message).toContain('a scalar stays a scalar')
    // a vector must stay a vector
    const vector = Model({ x: Var({ init: [1, 2] }), equations: equations`der(x) = -x` })
    expect(errorOf(() => simulate(vector, { stopTime: 1, merge: { x: 1 } })).message).toContain('a vector')
  })
})

describe('structure', () => {
  it('err-missing-equation', () => {
    const error = errorOf(() => instantiate(Model({ equations: equations`der(x) = -x + y` })))
    expect(error.code).toBe('STRUCTURE')
    expect(error.message).toContain('1 equation(s) missing')
    expect(error.fields['undetermined']).toEqual(['y'])
  })

  it('err-missing-equation, where only aliases are left', () => {
    const error = errorOf(() =>
      instantiate(
        Model({
          equations: equations`
            der(x) = -x
            y = z
          `,
        }),
      ),
    )
    expect(error.code).toBe('STRUCTURE')
    expect(error.message).toContain('1 equation(s) missing')
    expect(error.message).toMatch(/y|z/)
  })

  it('err-too-many-equations', () => {
    const error = errorOf(() =>
      instantiate(
        Model({
          x: Var({ init: 1 }),
          equations: equations`
            der(x) = -x
            y = x
            y = 2*x
          `,
        }),
      ),
    )
    expect(error.code).toBe('STRUCTURE')
    expect(error.message).toContain('1 equation(s) too many')
    expect(error.message).toContain('2*x')
  })

  it('names the component of a superfluous equation', () => {
    const Broken = Model({ equations: equations`y = 1; y = 2*u; u = 3` })
    const error = errorOf(() => instantiate(Model({ part: Broken() })))
    expect(error.message).toContain('(part)')
    expect(error.message).toContain('part.y = 1')
  })

  it('err-nonlinear-constraint: the planar pendulum is not rejected', () => {
    const model = Model({
      L: 1,
      g: 9.81,
      x: Var({ init: 1 }),
      y: Var({ start: 0 }),
      u: Var({ start: 0 }),
      v: Var({ init: 0 }),
      equations: equations`
        der(x) = u
        der(y) = v
        der(u) = -lambda*x
        der(v) = -lambda*y - g
        x^2 + y^2 = L^2
      `,
    })
    const result = simulate(model, { stopTime: 1, tolerance: 1e-8 })
    // the angle from the vertical, with a horizontal start: T/4 = 1.8541*sqrt(L/g) has passed
    expectClose(result.final('x') ** 2 + result.final('y') ** 2, 1)
    const energy = 0.5 * (result.final('u') ** 2 + result.final('v') ** 2) + 9.81 * result.final('y')
    expect(Math.abs(energy)).toBeLessThan(1e-5)
  })
})

describe('connections', () => {
  it('err-connect-path', () => {
    const error = errorOf(() => instantiate(Model({ a: Resistor(), connect: [['a.p', 'b.p']] })))
    expect(error.message).toContain('b.p')
    expect(error.message).toContain('a')
    const last = errorOf(() =>
      instantiate(Model({ a: Resistor(), b: Resistor(), connect: [['a.p', 'b.q']] })),
    )
    expect(last.message).toContain('b.q')
  })

  it('err-connect-incompatible', () => {
    const error = errorOf(() =>
      instantiate(Model({ r: Resistor(), j: Inertia(), connect: [['r.p', 'j.flange_a']] })),
    )
    expect(error.message).toContain('r.p')
    expect(error.message).toContain('j.flange_a')
  })
})

describe('events', () => {
  it('err-missing-discrete-start', () => {
    const model = Model({
      equations: equations`
        x = previous(y, Clock(0.1))
        y = x + 1
        h = hold(z, Clock(0.1))
        z = sin(time)
        up = time > 0.5
        b = pre(n) + (if edge(up) then 1 else 0)
        n = b
      `,
    })
    const error = errorOf(() => simulate(model, { stopTime: 1 }))
    expect(error.code).toBe('START')
    expect(error.message).toMatch(/previous: y/)
    expect(error.message).toMatch(/hold: z/)
    expect(error.message).toMatch(/pre: n/)
  })

  it('err-operator-arity', () => {
    const wrong = {
      'y = pre(a, b)': 'pre',
      'y = previous(a, b, u)': 'previous',
      'y = hold(u, a, b)': 'hold',
      'y = initial(1)': 'initial',
      'y = terminal(1)': 'terminal',
      'y = Clock(1, 2, 3)': 'Clock',
      'y = sample()': 'sample',
      'y = positive(1, 2)': 'positive',
    }
    for (const [text, operator] of Object.entries(wrong)) {
      const error = errorOf(() => instantiate(Model({ a: 1, b: 2, u: 3, equations: equations(text) })))
      expect(error.message).toContain(`'${operator}': expected`)
    }
  })
})

describe('systems', () => {
  it('err-singular-scalar-system', () => {
    const model = Model({
      p: 1,
      equations: equations`
        a + p*b = time
        a + b = 1
      `,
    })
    const error = errorOf(() => simulate(model, { stopTime: 1 }))
    expect(error.code).toBe('SYSTEM')
    expect(error.message).toContain('singular')
    expect(error.message).toMatch(/\b[ab]\b/)
    // with another parameter it is regular
    expectClose(simulate(model, { stopTime: 1, merge: { p: 2 } }).final('b'), 0, 1e-15)
  })
})
