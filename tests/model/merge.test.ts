import { equations, expr, Model, merge, Par, printModel, quantity, redeclare, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { equalModels, flatten } from '../../src/model/index.ts'
import { Capacitor, Filter, OnePort, Resistor } from './circuits.ts'
import { equationTexts } from './support.ts'

describe('attributes (case variable-merge-algebra)', () => {
  it('merge one by one', () => {
    const v1 = merge(merge(merge(Var({ input: true }), Var({ output: true })), { flow: true }), {
      min: 0,
      nominal: 10,
      init: 5,
    })
    expect(v1).toEqual(Var({ input: true, output: true, flow: true, min: 0, nominal: 10, init: 5 }))
    expect(
      equalModels(v1, Var({ init: 5, nominal: 10, min: 0, flow: true, output: true, input: true })),
    ).toBe(true)
  })

  it('take a plain value as the value, also before the attributes', () => {
    expect(merge(Par(5), { info: 'v2 info' })).toEqual(Par(5, { info: 'v2 info' }))
    expect(merge(Par('string value'), { info: 'v3 info' })).toEqual(
      Par({ value: 'string value', info: 'v3 info' }),
    )
    expect(Var(2)).toEqual(Var({ value: 2 }))
    expect(Var([1, 2, 3], { info: 'x' })).toEqual(Var({ value: [1, 2, 3], info: 'x' }))
    expect(merge(Par(5.5, 'm/s'), Par(6))).toEqual(Par(6, 'm/s'))
  })

  it('delete an attribute by null, and add limits', () => {
    const v4 = Par(5.5, 'm/s', { min: 0 })
    expect(merge(v4, { unit: null })).toEqual(Par(5.5, { min: 0 }))
    expect(merge(v4, { min: 1, max: 10 })).toEqual(Par(5.5, 'm/s', { min: 1, max: 10 }))
  })

  it('become a variable by Var on Par, a parameter by Par on Var; unit, limits and info stay', () => {
    expect(merge(Par(1, 'V', { max: 5 }), Var({ input: true }))).toEqual(
      Var({ unit: 'V', max: 5, input: true }),
    )
    expect(merge(Var({ unit: 'V', init: 3, info: 'u' }), Par(2))).toEqual(Par(2, 'V', { info: 'u' }))
  })

  it('merge in models: potential and flow', () => {
    const a = Model({ v: merge(Var({ potential: true }), Var({ nominal: 10 })), i: Var({ flow: true }) })
    expect(equalModels(a, Model({ v: Var({ potential: true, nominal: 10 }), i: Var({ flow: true }) }))).toBe(
      true,
    )
    expect(equalModels(a, Model({ v: Var({ potential: true }), i: Var({ flow: true }) }))).toBe(false)
  })
})

describe('a plain value on a variable', () => {
  const attributesAfter = (declared: ReturnType<typeof Var>, value: unknown) => merge(declared, value)

  it('sets the first existing attribute of init, start, value', () => {
    expect(attributesAfter(Var({ init: 1, start: 2 }), 5)).toEqual(Var({ init: 5, start: 2 }))
    expect(attributesAfter(Var({ start: 2, value: 3 }), 5)).toEqual(Var({ start: 5, value: 3 }))
    expect(attributesAfter(Var({ value: 3 }), 5)).toEqual(Var({ value: 5 }))
  })

  it('sets the value of an input, and the start of other variables without these attributes', () => {
    expect(attributesAfter(Var({ input: true }), 5)).toEqual(Var({ input: true, value: 5 }))
    expect(attributesAfter(Var({ unit: 'm' }), quantity(5, 'mm'))).toEqual(
      Var({ unit: 'm', start: quantity(5, 'mm') }),
    )
  })

  it('sets the binding if it is an expression', () => {
    const x = expr`2*y`
    expect(attributesAfter(Var({ init: 1 }), x)).toEqual(Var({ init: 1, value: x }))
  })
})

describe('models', () => {
  it('keep the order of keys, append equations, add new keys at the end', () => {
    const Lag = OnePort.extend({ i: Var({ min: 0 }), T: 2, equations: equations`T*der(v) = i` })
    expect(Object.keys(Lag.members)).toEqual(['p', 'n', 'v', 'i', 'equations', 'T'])
    expect(equationTexts(Lag)).toEqual([
      'v = p.v - n.v',
      '0 = p.i + n.i',
      'i = p.i',
      'T*der(v) = i',
      'p.i = 0',
      'n.i = 0',
    ])
  })

  it('append connections; null and redeclare replace them', () => {
    const connect = [['R.n', 'ground.p']]
    expect(Filter.extend({ connect }).members['connect']).toHaveLength(4)
    expect(Filter.extend({ connect: redeclare(connect) }).members['connect']).toEqual(connect)
    expect(Filter.extend({ connect: null }).members['connect']).toBeUndefined()
    const replaced = Resistor.extend({ equations: redeclare(equations`v = 0`) })
    expect(equationTexts(replaced)).toEqual(['v = 0', 'p.i = 0', 'n.i = 0'])
  })

  it('never change', () => {
    const before = printModel(Filter)
    Filter({ R: { R: 7 } })
    Filter.extend({ R: { v: { init: 1 } } })
    expect(printModel(Filter)).toBe(before)
    expect(Object.isFrozen(Filter.members)).toBe(true)
  })

  it('return themselves from a call without modification', () => {
    expect(Resistor()).toBe(Resistor)
    expect(equalModels(Resistor({ R: 1 }), Resistor)).toBe(true)
    expect(equalModels(Resistor({ R: 2 }), Resistor)).toBe(false)
  })

  it('delete a member by null; the output of a filter is exchanged (case low-high-pass)', () => {
    const LowPass = Model({
      T: 0.2,
      u: Var({ input: true }),
      y: Var(expr`x`, { output: true }),
      x: Var({ init: 0 }),
      equations: equations`T*der(x) + x = u`,
    })
    const LowAndHigh = LowPass.extend({
      y: null,
      low: Var(expr`x`, { output: true }),
      high: Var(expr`-x + u`),
    })
    const Test = LowAndHigh.extend({ u: expr`sin((time + 1)*time)`, x: 0.2 })
    expect(equationTexts(Test)).toEqual([
      'u = sin((time + 1)*time)',
      'T*der(x) + x = u',
      'low = x',
      'high = -x + u',
    ])
    const flat = flatten(Test)
    expect(flat.variables.get('u')?.isInput).toBe(false)
    expect(flat.variables.get('x')?.init).toEqual({ literal: 0.2 })
    expect(flatten(LowAndHigh).variables.get('u')?.isInput).toBe(true)
  })

  it('count a common base once when two models are merged', () => {
    const A = OnePort.extend({ a: 1, equations: equations`a*v = i` })
    const B = OnePort.extend({ b: 2, x: Var({ init: 0 }), equations: equations`der(x) = b*v` })
    expect(equationTexts(merge(A, B)).slice(0, 5)).toEqual([
      'v = p.v - n.v',
      '0 = p.i + n.i',
      'i = p.i',
      'a*v = i',
      'der(x) = b*v',
    ])
  })

  it('accept a modified sub-model in place of a map', () => {
    expect(equalModels(Filter({ R: Resistor({ R: 3 }) }), Filter({ R: { R: 3 } }))).toBe(true)
  })

  it('merge records and replace other values', () => {
    const M = Model({ look: Par({ color: 'red', size: { x: 1, y: 2 } }), A: [[1, 2]] })
    const changed = M({ look: { color: 'blue', size: { x: 5 } }, A: [[3]] })
    expect(changed.members['look']).toEqual(Par({ color: 'blue', size: { x: 5, y: 2 } }))
    expect(changed.members['A']).toEqual(Par([[3]]))
  })
})

describe('errors', () => {
  // the types already reject most of this
  const modify = (model: unknown, modification: unknown) => () =>
    (model as (m: unknown) => unknown)(modification)

  it('list the existing names for an unknown parameter', () => {
    expect(modify(Resistor, { Rx: 1 })).toThrow(
      "Rx: expected one of the names p, n, v, i, R (did you mean 'R'?), got 'Rx'.",
    )
    expect(modify(Filter, { C: { p: { u: 1 } } })).toThrow("C.p.u: expected one of the names v, i, got 'u'.")
    expect(modify(Filter, { grund: null })).toThrow(
      "grund: expected one of the names R, C, V, ground (did you mean 'ground'?)",
    )
    expect(() => Resistor.extend({ Q: null })).toThrow("Q: expected one of the names p, n, v, i, R, got 'Q'.")
  })

  it('name the path of a map on a plain value', () => {
    expect(modify(Filter, { R: { R: { R: 5 } } })).toThrow(
      'R.R: expected a value in place of 0.5, or a map of the attributes value, unit, min, max, info, scope, type, final, got an object with R.',
    )
    expect(modify(Filter, { R: 5 })).toThrow(
      'R: expected a map of modifications { … } of this sub-model, or redeclare(…), got 5.',
    )
    expect(modify(Resistor, { v: Capacitor })).toThrow(
      "v: expected a value or attributes, because it is a variable, or redeclare(…), got 'a model'.",
    )
  })

  it('reject attributes that do not exist or have another type', () => {
    expect(modify(Capacitor, { v: { inti: 0 } })).toThrow('v.inti: expected one of the names potential')
    expect(modify(Capacitor, { v: { inti: 0 } })).toThrow("(did you mean 'init'?)")
    expect(modify(Capacitor, { v: { unit: 5 } })).toThrow('v.unit: expected a text, got 5.')
    expect(() => Var({ unit: 'Vlt' })).toThrow("unknown symbol 'Vlt'")
  })

  it('reject members of unknown types', () => {
    expect(() => Model({ x: { init: 1 } })).toThrow(
      'x: expected Var({ … }), Par(…), a model or a value (a record is written Par({ … })), got an object with init.',
    )
    expect(() => Model({ 'a b': 1 })).toThrow('a b: expected a name of letters, digits and _')
    expect(() => Model({ time: 1 })).toThrow("other than 'time'")
    expect(() => Model({ connect: [['a.p']] })).toThrow(
      "connect[0]: expected a tuple of at least two paths ['a.p', 'b.p'], got ['a.p'].",
    )
    expect(() => Model({ equations: 'x = 1' as never })).toThrow('equations: expected equations`…`')
    expect(() => Model({ cells: [Resistor()] })({ cells: [{ R: 1 }, { R: 2 }] })).toThrow(
      'cells: expected a map { … } for all 1 sub-models, a list of 1 maps or null, or a list of models',
    )
  })
})

it('prints connections, events, build hooks and notes', () => {
  const Pin = Model({ v: Var({ potential: true }), i: Var({ flow: true }) })
  const Top = Model({
    info: 'two pins',
    a: Pin(),
    b: Pin(),
    c: Pin(),
    n: Var({ start: 0 }),
    connect: [['a', 'b', 'c'], ...Array.from({ length: 40 }, (_, k) => ['a', k % 2 === 0 ? 'b' : 'c'])],
    equations: equations`
      when a.v > 1 then
        n = pre(n) + 1
      end when
    `,
    build: function hook() {
      return {}
    },
  })
  const text = printModel(Top)
  // all tuples are printed, however many
  const tuples = `, ['a', 'b'], ['a', 'c']`.repeat(20)
  expect(text).toContain(`\n  connect: [['a', 'b', 'c']${tuples}],\n`)
  expect(text).toContain("\n  info: 'two pins',\n")
  expect(text).toContain('\n  build: function hook,\n')
  expect(text).toContain('\n  equations: equations`\n    when a.v > 1 then')
  expect(text).toContain('n = pre(n) + 1')
})

it('prints models as they are written', () => {
  const Cell = Model({
    k: Par(2, 'N/m', { min: 0 }),
    x: Var({ init: [1, 2] }),
    equations: equations`der(x) = -k*x`,
  })
  const Top = Model({ r: 1, cells: [Cell({ k: expr`r` })], q: Par(quantity(3, 'mm')), f: Math.sin })
  expect(printModel(Top)).toBe(`Model({
  r: Par(1),
  cells: [Model({
    k: Par(expr\`r\`, 'N/m', { min: 0 }),
    x: Var({ init: [1, 2] }),
    equations: equations\`
      der(x) = -k*x
    \`,
  })],
  q: Par(quantity(3, 'mm')),
  f: Par(function sin),
})`)
})
