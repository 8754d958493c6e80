/** Converts the tree of `merge` to new values of single names. */
import { equations, expr, Model, Par, quantity, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { applyOverrides } from '../../../src/model/flat-model/overrides.ts'
import { flatten } from '../../../src/model/index.ts'
import { messageOf } from '../support.ts'

const Cell = Model({ T: Var({ start: 20, unit: 'K' }), c: Par(1), equations: equations`c*der(T) = 1` })
const FLAT = flatten(
  Model({
    L: Par(2, 'm'),
    data: Par({ gains: { a: 1, b: 2 }, file: 'x' }),
    free: Par(1),
    h: Var({ init: 1, unit: 'm', min: 0 }),
    spare: Var({ start: 3 }),
    cells: [Cell(), Cell(), Cell()],
    pair: Model({ cell: Cell() })(),
    equations: equations`der(h) = L + free`,
  }),
)
const override = (merge: Record<string, unknown>) => applyOverrides(FLAT, merge)
const literalsOf = (merge: Record<string, unknown>) =>
  Object.fromEntries(
    Array.from(override(merge).parameters, ([name, { value }]) => [
      name,
      'literal' in value && value.literal,
    ]),
  )

describe('applyOverrides, parameters', () => {
  it('takes numbers in the declared unit and converts quantities, without a declared unit to SI', () => {
    expect(literalsOf({ L: 5, free: quantity(3, 'km') })).toEqual({ L: 5, free: 3000 })
    // 1 cm = 0.01 m up to one rounding
    expect(literalsOf({ L: quantity(250, 'cm') }).L).toBeCloseTo(2.5, 15)
    expect(messageOf(() => override({ L: quantity(1, 's') }))).toMatch(/^merge\.L: /)
  })

  it('takes the value of a map of attributes, without one changes nothing; expressions stay expressions', () => {
    expect(literalsOf({ L: { value: 7 }, free: Par(9) })).toEqual({ L: 7, free: 9 })
    expect(override({ L: { unit: 'm' } }).parameters.get('L')).toBe(FLAT.parameters.get('L'))
    expect(messageOf(() => override({ L: { min: 0 } }))).toMatch(
      /^merge\.L\.min: expected a value and its unit/,
    )
    expect(override({ L: expr`2*free` }).parameters.get('L')!.value).toHaveProperty('expr')
  })

  it('merges records and leaves the others unchanged; undefined is ignored, null is an error', () => {
    expect(literalsOf({ data: { gains: { b: 5 } } })).toEqual({ data: { gains: { a: 1, b: 5 }, file: 'x' } })
    expect(override({ L: undefined, free: 2 }).parameters.size).toBe(1)
    expect(messageOf(() => override({ L: null }))).toMatch(/^merge\.L: expected a value/)
    const before = FLAT.parameters.get('data')!.value
    expect(before).toEqual({ literal: { gains: { a: 1, b: 2 }, file: 'x' } })
  })
})

describe('applyOverrides, variables', () => {
  const variable = (merge: Record<string, unknown>, name: string) => override(merge).variables.get(name)!

  it('takes a plain value as init, or as start without init', () => {
    expect(variable({ h: 4 }, 'h')).toEqual({ ...FLAT.variables.get('h')!, init: { literal: 4 } })
    const { init, start } = variable({ pair: { cell: { T: 30 } } }, 'pair.cell.T')
    expect([init, start]).toEqual([undefined, { literal: 30 }])
    expect(variable({ spare: 8 }, 'spare').start).toEqual({ literal: 8 })
  })

  it('sets attributes one by one, each in the unit of the variable; others need a new model', () => {
    const changed = variable({ h: { init: quantity(50, 'cm'), max: 9, nominal: undefined } }, 'h')
    expect(changed).toEqual({ ...FLAT.variables.get('h')!, init: { literal: 0.5 }, max: { literal: 9 } })
    expect('nominal' in changed).toBe(false)
    expect(messageOf(() => override({ h: { unit: 'm' } }))).toMatch(
      /^merge\.h\.unit: expected init, start, min/,
    )
  })
})

describe('applyOverrides, arrays of sub-models', () => {
  it('applies one map to all elements, a list to each, null to none', () => {
    const all = { 'cells[1].c': 4, 'cells[2].c': 4, 'cells[3].c': 4 }
    expect(literalsOf({ cells: { c: 4 } })).toEqual(all)
    expect(literalsOf({ cells: [{ c: 5 }, null, { c: 6 }] })).toEqual({ 'cells[1].c': 5, 'cells[3].c': 6 })
  })

  it.each([[[{ c: 1 }, null]], [[null, null, null, null]], [3]])(
    'rejects %j for a list of three',
    (cells) => {
      expect(messageOf(() => override({ cells }))).toMatch(
        /^merge\.cells: expected .* list of 3 maps or null/,
      )
    },
  )
})

describe('applyOverrides, wrong names', () => {
  it('give errors with the path and the existing names', () => {
    expect(messageOf(() => override({ LL: 1 }))).toMatch(/^merge\.LL: .*'L'/s)
    expect(messageOf(() => override({ pair: { cell: { d: 1 } } }))).toMatch(/^merge\.pair\.cell\.d: .*T/s)
    expect(messageOf(() => override({ pair: 3 }))).toMatch(/^merge\.pair: expected a map/)
    expect(messageOf(() => applyOverrides(FLAT, [] as never))).toMatch(/^merge: expected a map/)
  })

  it('give an error for a function called by equations, which needs a new model', () => {
    const call = flatten(Model({ f: (x: number) => 2 * x, equations: equations`y = f(time)` }))
    expect(messageOf(() => applyOverrides(call, { f: (x: number) => x }))).toMatch(
      /^merge\.f: expected a new model/,
    )
  })
})
