/** The operator behind modifications and extensions, and the scopes of moved expressions. */
import { equations, expr, Model, Par, redeclare, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { extendModel, modifyModel, shiftScope } from '../../../src/model/merge.ts'
import { mergeDeclaration } from '../../../src/model/merge-declaration.ts'
import { messageOf } from '../support.ts'

const Inner = Model({ a: 1, b: 2 })
const Outer = Model({
  k: 3,
  x: Var({ init: 1 }),
  inner: Inner(),
  list: [Inner(), Inner()],
  equations: equations`x = 1`,
  connect: [['p', 'q']],
})
const up = (value: unknown): unknown => (value as { value: { up: number } }).value.up

describe('modifyModel and extendModel', () => {
  it('change existing members in their order, and leave the original unchanged', () => {
    const before = { ...Outer.members }
    const changed = modifyModel(Outer, { inner: { b: 9 }, k: 4 })
    expect(Object.keys(changed)).toEqual(Object.keys(before))
    expect(changed['k']).toMatchObject({ value: 4 })
    expect((changed['inner'] as typeof Inner).members).toMatchObject({ a: { value: 1 }, b: { value: 9 } })
    expect(Outer.members).toEqual(before)
    expect(modifyModel(Outer, { k: undefined })).toEqual(before)
  })

  it('accept new members only in extensions; null deletes a member', () => {
    expect(messageOf(() => modifyModel(Outer, { kk: 1 }))).toMatch(/kk.*k/s)
    expect(messageOf(() => modifyModel(Outer, { inner: { c: 1 } }))).toMatch(/inner\.c/)
    expect(Object.keys(extendModel(Outer, { z: 1 })).at(-1)).toBe('z')
    expect(messageOf(() => extendModel(Outer, { inner: { c: 1 } }))).toMatch(/inner\.c/)
    expect(Object.keys(extendModel(Outer, { x: null, k: null }))).toEqual([
      'inner',
      'list',
      'equations',
      'connect',
    ])
    expect(messageOf(() => extendModel(Outer, { y: null }))).toMatch(/^y/)
  })

  it('look up expressions where they are written: one level per model between', () => {
    const modified = modifyModel(Outer, { k: expr`m`, inner: { a: expr`m` }, list: [null, { b: expr`m` }] })
    expect(up(modified['k'])).toBe(1)
    expect(up((modified['inner'] as typeof Inner).members['a'])).toBe(2)
    const [first, second] = modified['list'] as unknown as (typeof Inner)[]
    expect(first).toBe((Outer.members['list'] as unknown as (typeof Inner)[])[0])
    expect(up(second.members['b'])).toBe(2)
    const extended = extendModel(Outer, { k: expr`x`, inner: { a: expr`k` }, added: Par(expr`k`) })
    expect(up(extended['k'])).toBe(0)
    expect(up((extended['inner'] as typeof Inner).members['a'])).toBe(1)
    expect(up(extended['added'])).toBe(0)
  })

  it('replace a sub-model by redeclare, and merge a model into it', () => {
    const replaced = modifyModel(Outer, { inner: redeclare(Model({ c: 5 })) })['inner'] as typeof Inner
    expect(Object.keys(replaced.members)).toEqual(['c'])
    const merged = modifyModel(Outer, { inner: Model({ c: 5 }) })['inner'] as typeof Inner
    expect(Object.keys(merged.members)).toEqual(['a', 'b', 'c'])
  })

  it('accept for an array one map for all, a list of maps, or new models', () => {
    const all = modifyModel(Outer, { list: { a: 7 } })['list'] as unknown as (typeof Inner)[]
    expect(all.map(({ members }) => members['a'])).toMatchObject([{ value: 7 }, { value: 7 }])
    expect(messageOf(() => modifyModel(Outer, { list: [{ a: 1 }] }))).toMatch(/list of 2 maps/)
    expect(modifyModel(Outer, { list: [Inner(), Inner(), Inner()] })['list']).toHaveLength(3)
  })

  it('append equations and connections, a common block once; redeclare replaces them', () => {
    const own = equations`y = 2`
    const once = extendModel(Outer, { equations: own, connect: [['r', 's']] })
    expect((once['equations'] as typeof own).blocks).toHaveLength(2)
    expect(once['connect']).toEqual([
      ['p', 'q'],
      ['r', 's'],
    ])
    const again = extendModel({ ...Outer, members: once } as never, { equations: own })
    expect((again['equations'] as typeof own).blocks).toHaveLength(2)
    const replaced = extendModel(Outer, { equations: redeclare(own), connect: redeclare([['r', 's']]) })
    expect(replaced['equations']).toEqual(own)
    expect(replaced['connect']).toEqual([['r', 's']])
    expect(Object.keys(extendModel(Outer, { equations: null }))).not.toContain('equations')
  })

  it.each([
    [{ equations: 'x = 1' }, /equations/],
    [{ connect: [['a']] }, /connect\[0\]: expected a tuple/],
    [{ connect: 'a' }, /connect: expected a list/],
    [{ build: 3 }, /build: expected a function/],
  ])('reject %j', (members, message) => {
    expect(messageOf(() => extendModel(Outer, members))).toMatch(message)
  })
})

describe('shiftScope', () => {
  it('adds levels to expressions with an outer scope, and returns the same object if there are none', () => {
    const inside = Model({ p: Par(expr`q`), q: 1 })
    expect(shiftScope(inside, 2)).toBe(inside)
    const record = { list: [1, expr`m`], other: 'text' }
    const shifted = shiftScope(record, 2) as { list: [number, { up: number }]; other: string }
    expect(shifted.list[1].up).toBe(2)
    expect([shifted.list[0], shifted.other]).toEqual([1, 'text'])
    expect((record.list[1] as unknown as { up: number }).up).toBe(0)
    expect(shiftScope(record, 0)).toBe(record)
  })

  it('changes inside a model only expressions whose scope lies outside it', () => {
    const members = modifyModel(Model({ near: 1, far: 2 }), { far: expr`m` })
    const model = extendModel(Model({}), { sub: { ...Model({}), members } as never })['sub'] as typeof Inner
    const shifted = shiftScope(model, 3)
    // written one level outside the sub-model, looked up three levels further
    expect(up(shifted.members['far'])).toBe(1 + 3)
    expect(shifted.members['near']).toBe(model.members['near'])
  })
})

describe('mergeDeclaration', () => {
  it('assigns a plain value to init, start, value, or by the kind of variable', () => {
    expect(mergeDeclaration('x', Var({ init: 1, start: 2 }), 5)).toMatchObject({ init: 5, start: 2 })
    expect(mergeDeclaration('x', Var({ start: 2, value: 1 }), 5)).toMatchObject({ start: 5, value: 1 })
    expect(mergeDeclaration('x', Var({ input: true }), 5)).toMatchObject({ value: 5 })
    expect(mergeDeclaration('x', Var({}), 5)).toMatchObject({ start: 5 })
    expect(mergeDeclaration('x', Var({ init: 1 }), expr`k`)).toMatchObject({ init: 1, value: { up: 0 } })
  })

  it('rejects a value of another type, and a model as a value', () => {
    expect(mergeDeclaration('p', Par(1), [1, 2])).toMatchObject({ value: [1, 2] })
    expect(messageOf(() => mergeDeclaration('p', Par(1), true))).toMatch(/^p: expected a number/)
    expect(messageOf(() => mergeDeclaration('p', Par('text'), 3))).toMatch(/^p: expected a text/)
    expect(messageOf(() => mergeDeclaration('p', Par(1), { a: 1 }))).toMatch(
      /^p: expected a value in place of/,
    )
    expect(messageOf(() => mergeDeclaration('p', Par(1), Inner))).toMatch(/because it is a parameter/)
    expect(messageOf(() => mergeDeclaration('x', Var({}), Inner))).toMatch(/because it is a variable/)
  })

  it('keeps only unit, limits and info for the other kind of declaration', () => {
    const old = Var({ unit: 'V', init: 1, min: 0, max: 9, info: 'i', flow: true })
    expect(mergeDeclaration('x', old, Par(2))).toEqual(Par(2, 'V', { min: 0, max: 9, info: 'i' }))
  })
})
