/** Names that are constant between events. */
import { Var } from 'vario'
import { expect, it } from 'vitest'
import { findDiscreteNames } from '../../../src/compiler/events-and-clocks/index.ts'
import { flat } from '../support.ts'

const namesOf = (text: string, members: Record<string, unknown> = {}) =>
  Object.fromEntries(findDiscreteNames(flat(text, members)))

it('names that depend on parameters never change, names that depend on relations change at events', () => {
  expect(namesOf('a = 2*p; b = x > a; c = if b then a else 0; d = c + x; der(x) = 1', { p: 3 })).toEqual({
    a: false,
    b: true,
    c: true,
  })
})

it('names are discrete by when, by chains in any order, and by either side of an equation', () => {
  expect(namesOf('c = 2*b; b + 1 = a; when x > 1 then b = 3 end when; 5 = e; der(x) = 1')).toEqual({
    b: true,
    c: true,
    a: true,
    e: false,
  })
})

it('the time, derivatives, inputs and unknown loops are continuous', () => {
  const members = { u: Var({ input: true }) }
  expect(namesOf('a = time; b = u; c = d; d = c + 0*x; e = der(x); der(x) = 1', members)).toEqual({})
})

it('sizes are constant; steps change at events unless inside noEvent', () => {
  expect(namesOf('n = length(v); s = floor(x); q = noEvent(floor(x)); der(x) = 1; der(v) = -v')).toEqual({
    n: false,
    s: true,
  })
})
