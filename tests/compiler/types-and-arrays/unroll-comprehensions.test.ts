/** Comprehensions whose elements have separate events are expanded, the others are not. */
import { Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { hasNewElements, unrollComprehensions } from '../../../src/compiler/types-and-arrays/index.ts'
import { evaluateModel } from '../../../src/model/index.ts'
import { flat, show } from '../support.ts'

function unroll(text: string, members: Record<string, unknown> = {}) {
  const model = flat(text, members)
  const { model: unrolled, ranges } = unrollComprehensions(model, evaluateModel(model))
  return { texts: unrolled.equations.map(show), ranges, isSame: unrolled === model, model }
}

describe('unrollComprehensions', () => {
  it('expands a relation of the loop variable and an unknown', () => {
    const { texts, ranges } = unroll('y = [if x > i then i else 0 for i in 1:n]; der(x) = 1', { n: 3 })
    expect(texts).toEqual([
      'y = [if x > 1 then 1 else 0, if x > 2 then 2 else 0, if x > 3 then 3 else 0]',
      'der(x) = 1',
    ])
    expect(ranges.map(({ values }) => values)).toEqual([[1, 2, 3]])
  })

  it.each([
    ['y = [2*i*x for i in 1:3]', 'no relation'],
    ['y = [if i > p then 1 else 0 for i in 1:3]', 'parameters only'],
    ['y = [if x > p then i else 0 for i in 1:3]', 'the same relation for all elements'],
    ['y = noEvent([if x > i then 1 else 0 for i in 1:3])', 'no events'],
  ])('leaves %s unchanged: %s', (text) => {
    const { isSame, ranges } = unroll(`${text}; der(x) = 1`, { p: 2 })
    expect(isSame).toBe(true)
    expect(ranges).toEqual([])
  })

  it('expands nested comprehensions from outside to inside', () => {
    const { texts } = unroll('y = [[if x > i + j then 1 else 0 for j in 1:2] for i in 1:2]; der(x) = 1')
    expect(texts[0]).toBe(
      'y = [[if x > 1 + 1 then 1 else 0, if x > 1 + 2 then 1 else 0], ' +
        '[if x > 2 + 1 then 1 else 0, if x > 2 + 2 then 1 else 0]]',
    )
  })

  it('detects a changed range', () => {
    const { ranges, model } = unroll('y = [if x > i then 1 else 0 for i in 1:n]; der(x) = 1', { n: 3 })
    expect(hasNewElements(ranges[0], evaluateModel(model))).toBe(false)
    expect(hasNewElements(ranges[0], evaluateModel(model, { n: 2 }))).toBe(true)
    expect(hasNewElements(ranges[0], evaluateModel(model, { n: 4 }))).toBe(true)
  })

  it('rejects a range of unknowns', () => {
    const members = { v: Var({ init: [1, 2] }) }
    expect(() => unroll('y = [if x > i then 1 else 0 for i in 1:z]; z = 2*x; der(x) = 1', members)).toThrow(
      /for i in 1:z/,
    )
  })
})
