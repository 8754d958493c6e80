/** Modifications that the editor accepts and rejects; checked by `tsc --noEmit`. */

import { type Component, equations, expr, Model, merge, Par, quantity, redeclare, Var } from 'vario'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { AnyComponent, Modification, ModificationOf } from '../../src/model/index.ts'
import { Capacitor, Filter, Resistor } from './circuits.ts'

type ModificationsOf<C> = C extends Component<infer M> ? Modification<M> : never

describe('modifications by call', () => {
  it('accept declared parameters, also nested, as values, quantities, expressions and attributes', () => {
    Resistor({ R: 0.5 })
    Resistor({ R: quantity(2, 'kOhm') })
    Resistor({ R: expr`2*r` })
    Resistor({ R: { value: 3, min: 0 } })
    Resistor({ v: { init: 1, unit: null } })
    Filter({ R: { R: 5 }, C: { v: 3, p: { v: { nominal: 10 } } } })
    Filter({ R: redeclare(Capacitor({ C: 1 })), ground: null })
    expectTypeOf<ModificationsOf<typeof Filter>>().toHaveProperty('R')
    expectTypeOf<keyof ModificationsOf<typeof Resistor>>().toEqualTypeOf<
      | 'p'
      | 'n'
      | 'v'
      | 'i'
      | 'R'
      | 'equations'
      | 'initialEquations'
      | 'initial'
      | 'connect'
      | 'build'
      | 'info'
      | 'if'
      | 'for'
    >()
  })

  it('reject unknown names', () => {
    // @ts-expect-error: a resistor has no Rx
    expect(() => Resistor({ Rx: 1 })).toThrow('Rx')
    // @ts-expect-error: nor has the resistor of the filter
    expect(() => Filter({ R: { Rx: 1 } })).toThrow('R.Rx')
    // @ts-expect-error: no such sub-model
    expect(() => Filter({ L: { L: 1 } })).toThrow('L')
    // @ts-expect-error: no such attribute
    expect(() => Capacitor({ v: { initial: 1 } })).toThrow('initial')
    // @ts-expect-error: no such attribute
    expect(() => Var({ initial: 1 })).toThrow('initial')
  })

  it('reject values of another kind', () => {
    // @ts-expect-error: text for a number
    expect(() => Resistor({ R: 'big' })).toThrow('R: expected a number or an array of numbers')
    // @ts-expect-error: a number for a sub-model
    expect(() => Filter({ R: 5 })).toThrow('R: expected a map of modifications')
    const Named = Model({ name: 'x', on: true, f: (t: number) => 2 * t })
    Named({ name: 'y', on: false, f: Math.sin })
    // @ts-expect-error: a number for a text
    expect(() => Named({ name: 1 })).toThrow('name: expected a text')
    // @ts-expect-error: a number for a truth value
    expect(() => Named({ on: 1 })).toThrow('on: expected true or false')
  })
})

describe('extend and merge', () => {
  it('know the members of both sides', () => {
    const Base = Model({ a: 1, x: Var({ init: 0 }), r: Resistor() })
    const Derived = Base.extend({ b: Par([1, 2]), r: { R: 5 }, equations: equations`der(x) = -a*x` })
    Derived({ a: 2, b: [3, 4, 5], x: 0.9, r: { R: 6 } })
    Derived({ b: Float64Array.of(1) })
    // @ts-expect-error: c does not exist
    expect(() => Derived({ c: 1 })).toThrow('c')
    // @ts-expect-error: the sub-model has no Rx
    expect(() => Base.extend({ r: { Rx: 5 } })).toThrow('r.Rx')
    const Short = Derived.extend({ a: null })
    // @ts-expect-error: a was deleted
    expect(() => Short({ a: 1 })).toThrow('a')
    expectTypeOf<ModificationsOf<typeof Short>>().toHaveProperty('b')
  })

  it('redeclare gives the member its new type', () => {
    const Other = Filter.extend({ R: redeclare(Capacitor()) })
    Other({ R: { C: 1 } })
    // @ts-expect-error: it is not a resistor any more
    expect(() => Other({ R: { R: 1 } })).toThrow("R.R: expected one of the names p, n, v, i, C, got 'R'")
    const Merged = merge(Resistor, Model({ T: 300 }))
    Merged({ R: 1, T: 293 })
  })
})

describe('arrays of sub-models', () => {
  const Ladder = Model({ cells: [Resistor(), Resistor({ R: 2 })] })

  it('take one map for all, a list of maps, or new models', () => {
    Ladder({ cells: { R: 3 } })
    Ladder({ cells: [null, { R: 3 }] })
    Ladder({ cells: [Resistor(), Resistor(), Resistor()] })
    // @ts-expect-error: no such parameter
    expect(() => Ladder({ cells: { Rx: 3 } })).toThrow('cells[1].Rx')
    // @ts-expect-error: no such parameter
    expect(() => Ladder({ cells: [null, { Rx: 3 }] })).toThrow('cells[2].Rx')
  })
})

it('models are components of any kind', () => {
  expectTypeOf(Resistor).toExtend<AnyComponent>()
  expectTypeOf<ModificationOf<number>>().not.toBeAny()
  expectTypeOf(Resistor({ R: 1 })).toEqualTypeOf(Resistor)
})
