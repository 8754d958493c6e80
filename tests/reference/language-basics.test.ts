/** Cases of the language reference: one component, inputs, variables, parameters, merging. */

import { equations, expr, instantiate, Model, merge, Par, quantity, redeclare, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { equalModels } from '../../src/model/index.ts'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { expectClose, SIMULATION_TOLERANCE as tolerance } from './support/expect-close.ts'

checkInterpreter()

const inputSignal = (t: number): number => Math.sin(t)

const FirstOrder = Model({
  T: Par(0.2, 's'),
  x: Var({ init: 0.3 }),
  equations: equations`
    u = ${inputSignal}(time)
    T*der(x) + x = u
    y = 2*x
  `,
})

/** x of T*der(x) + x = sin(t), x(0) = x0. */
function firstOrder(t: number, T: number, x0: number): number {
  const scale = 1 + T * T
  const particular = (Math.sin(t) - T * Math.cos(t)) / scale
  return particular + (x0 + T / scale) * Math.exp(-t / T)
}

describe('first-order lag', () => {
  it('first-order', () => {
    const result = simulate(FirstOrder, { stopTime: 10, tolerance })
    expectClose(result.final('x'), firstOrder(10, 0.2, 0.3))
    expectClose(result.final('x'), -0.36173731)
    expect(result.final('y')).toBe(2 * result.final('x'))
  })

  it('first-order with every solver', () => {
    for (const solver of ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const) {
      expectClose(
        simulate(FirstOrder, { stopTime: 10, tolerance, solver }).final('x'),
        firstOrder(10, 0.2, 0.3),
      )
    }
  })

  it('first-order-merge-at-simulate', () => {
    const Merged = FirstOrder({ T: 0.3, x: { init: 0.6 } })
    expectClose(simulate(Merged, { stopTime: 10, tolerance }).final('x'), firstOrder(10, 0.3, 0.6))
    const model = instantiate(Merged)
    const result = model.simulate({ stopTime: 10, tolerance, merge: { T: 0.4, x: 0.9 } })
    expectClose(result.final('x'), firstOrder(10, 0.4, 0.9))
    // A merge applies to one run; the model stays unchanged.
    expectClose(model.simulate({ stopTime: 10, tolerance }).final('x'), firstOrder(10, 0.3, 0.6))
  })

  it('first-order-trajectory', () => {
    const result = simulate(FirstOrder, { stopTime: 10, tolerance, merge: { T: 0.4, x: 0.9 } })
    expect(result.time).toHaveLength(501)
    for (const t of [0, 0.02, 1, 2, 4, 6, 8, 10]) {
      const x = firstOrder(t, 0.4, 0.9)
      expectClose(result.at('x', t), x)
      expectClose(result.at('der(x)', t), (Math.sin(t) - x) / 0.4)
      expectClose(result.at('u', t), Math.sin(t))
      expectClose(result.at('y', t), 2 * x)
    }
    expect(result.names).toEqual(['time', 'x', 'der(x)', 'u', 'y', 'T'])
    expect(result.signal('time').unit).toBe('s')
    expect(result.signal('x').kind).toBe('state')
    expect(result.signal('der(x)').kind).toBe('derivative')
    expect(result.signal('der(x)').unit).toBe('1/s')
    expect(result.signal('T').kind).toBe('parameter')
    expect(result.parameter('T')).toBe(0.4)
    expect(result.signal('T').unit).toBe('s')
  })

  it('first-order-parameter-decl', () => {
    const model = FirstOrder.extend({ T: redeclare(Var({ value: 0.2 })) })
    expectClose(simulate(model, { stopTime: 10, tolerance }).final('x'), firstOrder(10, 0.2, 0.3))
  })

  it('simple-filter', () => {
    const model = Model({ T: 0.2, x: Var({ init: 0.5 }), equations: equations`T*der(x) + x = 2` })
    expectClose(simulate(model, { stopTime: 5, tolerance }).final('x'), 2 - 1.5 * Math.exp(-25))
  })

  it('low-high-pass', () => {
    const LowPass = Model({
      T: Par(0.2, 's'),
      u: Var({ input: true, unit: 'V' }),
      y: Var(expr`x`, { output: true, unit: 'V' }),
      x: Var({ init: 0, unit: 'V' }),
      equations: equations`T*der(x) + x = u`,
    })
    const LowHighPass = LowPass.extend({
      y: null,
      low: Var(expr`x`, { output: true }),
      high: Var(expr`-x + u`, { output: true }),
    })
    const model = LowHighPass.extend({
      one: Par(1, 's'),
      rate: Par(1, '1/s2'),
      volt: Par(1, 'V'),
      u: Var(expr`sin((time + one)*rate*time)*volt`),
      x: { init: 0.2 },
    })
    const result = simulate(model, { stopTime: 5, tolerance })
    // The independent value has eight digits.
    expectClose(result.final('x'), -0.22633045, 1e-7)
    expect(result.has('y')).toBe(false)
    expect(result.final('low')).toBe(result.final('x'))
    expectClose(result.final('high'), Math.sin(30) - result.final('x'))
  })
})

describe('inputs and outputs', () => {
  const model = Model({
    T: Par(0.2, 's'),
    u: Var({ input: true, start: 0 }),
    y: Var({ output: true }),
    x: Var({ init: 0.3 }),
    equations: equations`
      T*der(x) + x = u
      y = 2*x
    `,
  })

  it('input-constant-start', () => {
    const result = simulate(model, { stopTime: 2, tolerance })
    // relative to x itself: the absolute tolerance 1e-9 is a small part of 1.36e-5
    expect(Math.abs(result.final('x') / (0.3 * Math.exp(-10)) - 1)).toBeLessThan(1e-3)
    expectClose(
      simulate(model, { stopTime: 2, tolerance, merge: { u: 1 } }).final('x'),
      1 - 0.7 * Math.exp(-10),
    )
  })

  it('takes an input from a function', () => {
    const result = simulate(model, { stopTime: 2, tolerance, inputs: { u: Math.sin } })
    expectClose(result.final('x'), firstOrder(2, 0.2, 0.3))
    expectClose(result.final('u'), Math.sin(2))
  })
})

describe('variables', () => {
  it('no-states-sine', () => {
    const model = Model({ f: 2, equations: equations`y = sin(2*3.14*f*time)` })
    const result = simulate(model, { stopTime: 1, tolerance })
    expect(result.time).toHaveLength(501)
    result.time.forEach((t, k) => {
      expectClose(t, k / 500, 1e-15)
      // one rounding error of the argument, up to 12.56 ulp, and one of the sine
      expectClose(result.values('y')[k], Math.sin(12.56 * t), 1e-14)
    })
    expect(result.names).toEqual(['time', 'y', 'f'])
  })

  it('variable-merge-algebra', () => {
    const attributesOf = (a: object, b: object): unknown => merge(Model({ v: Var(a) }), { v: b }).members['v']
    expect(attributesOf({ input: true, flow: true }, { min: 0, nominal: 10, init: 5 })).toEqual(
      Var({ input: true, flow: true, min: 0, nominal: 10, init: 5 }),
    )
    const v4 = Model({ v4: Par(quantity(5.5, 'm/s'), { min: 0 }) })
    expect(merge(v4, { v4: { max: 10, min: 1 } }).members['v4']).toEqual(
      Par(quantity(5.5, 'm/s'), { min: 1, max: 10 }),
    )
    // null deletes an attribute
    expect(merge(v4, { v4: { min: null } }).members['v4']).toEqual(Par(quantity(5.5, 'm/s')))
    expect(Var(2)).toEqual(Var({ value: 2 }))
    expect(Var([1, 2, 3])).toEqual(Var({ value: [1, 2, 3] }))
    const connector = Model({ v: Var({ potential: true }), i: Var({ flow: true }) })
    expect(
      equalModels(
        connector({ v: { nominal: 10 } }),
        Model({ v: Var({ potential: true, nominal: 10 }), i: Var({ flow: true }) }),
      ),
    ).toBe(true)
  })

  const Decay = Model({
    p: -1,
    s: 'a text that nothing uses',
    x: Var({ init: 0 }),
    y: Var({ start: 0 }),
    equations: equations`der(x) = p*x + 1`,
  })

  it('variables-decay', () => {
    const result = simulate(Decay, { stopTime: 1, tolerance })
    expectClose(result.final('x'), 1 - Math.exp(-1))
    expect(result.parameter('s')).toBe('a text that nothing uses')
  })

  it('variables-decay-merge', () => {
    const result = simulate(Decay, { stopTime: 1, tolerance, merge: { p: -2, x: 2 } })
    expectClose(result.final('x'), 2 - 1.5 * (1 - Math.exp(-2)))
  })
})
