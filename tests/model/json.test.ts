import {
  equations,
  expr,
  Model,
  modelFromJson,
  modelJsonSchema,
  modelToJson,
  Par,
  printModel,
  quantity,
  registerFunction,
  Var,
} from 'vario'
import { describe, expect, it } from 'vitest'
import { equalModels, flatten } from '../../src/model/index.ts'
import { Filter, Inertia, Resistor } from './circuits.ts'
import { messageOf, textsOf } from './support.ts'

const roundTrip = (model: Parameters<typeof modelToJson>[0]) =>
  modelFromJson(JSON.stringify(modelToJson(model)))

const double = registerFunction('jsonDouble', (x: number) => 2 * x)
const hook = registerFunction('jsonBuild', () => ({ memory: () => ({}) }))

describe('round trip', () => {
  const Rich = Model({
    info: 'everything',
    r: Par(2, 'Ohm', { min: 0, max: Number.POSITIVE_INFINITY, info: 'a parameter' }),
    plain: 1,
    s: 'text',
    on: true,
    A: [
      [1, 2],
      [3, 4],
    ],
    typed: Float64Array.of(1, Number.NaN),
    q: quantity([1, 2], 'mm'),
    f: double,
    record: Par({ color: 'red', _hidden: [1, { a: 2 }] }),
    x: Var({ init: expr`2*plain`, start: [1, 2], unit: 'm', hideResult: true }),
    R: Resistor({ R: expr`${double}(r)` }),
    cells: [Inertia({ J: 5 }), Inertia({ phi: { init: quantity(90, 'deg') } })],
    equations: equations`
      der(x) = if time > 1 then -x else ${double}(x)
      when x[1] > 5 and time < 3 then
        reinit(x, [1, 2])
        n = pre(n) + 1
      end when
      assert(n < 10, "too \"many\"")
      connect(cells[1].flange_b, cells[2].flange_a)
    `,
    connect: [['R.p', 'R.n']],
    build: hook,
  })

  it('gives the same model', () => {
    const back = roundTrip(Rich)
    expect(modelToJson(back)).toEqual(modelToJson(Rich))
    expect(Object.keys(back.members)).toEqual(Object.keys(Rich.members))
    expect(printModel(roundTrip(Filter))).toBe(printModel(Filter))
    expect(equalModels(roundTrip(Filter), Filter)).toBe(true)
  })

  it('gives the same flat model', () => {
    const [a, b] = [flatten(Rich), flatten(roundTrip(Rich))]
    // the interpolated function now has its registered name; others of the name f make it f_2
    expect(textsOf(a).map((text) => text.replaceAll(/\b(jsonDouble|f_\d+)\(/g, 'f('))).toEqual(
      textsOf(b).map((text) => text.replaceAll(/\b(jsonDouble|f_\d+)\(/g, 'f(')),
    )
    expect([...b.variables.keys()]).toEqual([...a.variables.keys()])
    expect(b.whens).toHaveLength(1)
  })

  it('reads a model that can be modified again (case servo-system)', () => {
    const back = roundTrip(Filter)({ R: { R: 0.8 } })
    expect(flatten(back).parameters.get('R.R')?.value).toEqual({ literal: 0.8 })
  })
})

it('writes models compactly', () => {
  const M = Model({
    T: 0.2,
    k: Par(1, 'N/m'),
    x: Var({ init: 0 }),
    s: Resistor({ R: expr`k` }),
    equations: equations`T*der(x) = -x`,
  })
  const json = modelToJson(M) as Record<string, unknown>
  expect(json).toMatchObject({
    _class: 'Model',
    T: 0.2,
    k: { _class: 'Par', value: 1, unit: 'N/m' },
    x: { _class: 'Var', init: 0 },
    s: { _class: 'Model', R: { _class: 'Par', unit: 'Ohm', value: { _expr: 'k', up: 1 } } },
    equations: ['T*der(x) = -x'],
  })
})

describe('errors', () => {
  const read = (json: unknown) => messageOf(() => modelFromJson(json))

  it('name the path, the expected and the found value', () => {
    expect(read('{')).toMatch(/^model: expected JSON; /)
    expect(read([])).toBe("model: expected an object with _class: 'Model', got [].")
    expect(read({ R: {} })).toBe("model._class: expected 'Model', got undefined.")
    expect(read({ _class: 'Model', R: { _class: 'Modle' } })).toBe(
      "model.R._class: expected 'Model', 'Var' or 'Par', got 'Modle'.",
    )
    expect(read({ _class: 'Model', v: { _class: 'Var', initial: 1 } })).toContain(
      'model.v.initial: expected one of the names potential',
    )
    expect(read({ _class: 'Model', s: { _class: 'Model', v: { _class: 'Var', unit: 5 } } })).toBe(
      'model.s.v.unit: expected a text, got 5.',
    )
    expect(read({ _class: 'Model', k: { _class: 'Par' } })).toBe(
      'model.k.value: expected a value, got undefined.',
    )
    expect(read({ _class: 'Model', connect: [['a', 1]] })).toBe(
      'model.connect[0][1]: expected a text, got 1.',
    )
    expect(read({ _class: 'Model', connect: [['a']] })).toContain('model: connect[0]: expected a tuple')
    expect(read({ _class: 'Model', f: { _function: 'jsonDuoble' } })).toContain(
      'model.f: expected the name of a registered function: ',
    )
    expect(read({ _class: 'Model', f: { _function: 'jsonDuoble' } })).toContain(
      "(did you mean 'jsonDouble'?)",
    )
    expect(read({ _class: 'Model', f: { _what: 1 } })).toContain('model.f: expected a value, { _expr }')
  })

  it('point into equations', () => {
    expect(read({ _class: 'Model', equations: ['x = 1', 'y = 2 +'] })).toMatch(/^model\.equations\[1\]: /)
    expect(read({ _class: 'Model', k: { _expr: '2*' } })).toMatch(/^model\.k: /)
  })

  it('reject unregistered functions and objects', () => {
    expect(messageOf(() => modelToJson(Model({ s: Model({ f: (x: number) => x }) })))).toBe(
      'model.s.f.value: expected a function that is registered by registerFunction(name, f), got function f.',
    )
    expect(messageOf(() => modelToJson(Model({ m: new Map() })))).toContain(
      'model.m.value: expected a value that JSON can hold',
    )
  })
})

it('describes all classes of the format in the schema', () => {
  expect(Object.keys(modelJsonSchema.$defs)).toEqual([
    ...[
      'model',
      'member',
      'var',
      'par',
      'numeric',
      'value',
      'number',
      'expr',
      'quantity',
      'array',
      'function',
      'record',
    ],
  ])
  expect(JSON.parse(JSON.stringify(modelJsonSchema))).toEqual(modelJsonSchema)
})
