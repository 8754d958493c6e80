/** Variables that change only at the ticks of clocks. */
import { expect, it } from 'vitest'
import { findClockedNames } from '../../../src/compiler/events-and-clocks/find-clocked-names.ts'
import { findDiscreteNames } from '../../../src/compiler/events-and-clocks/index.ts'
import { flat } from '../support.ts'

it('clocked names are in the order of data flow, each with its equation and the names that it reads', () => {
  const model = flat(
    `
      b = 2*a + p
      a = sample(x, Clock(0.1))
      c = hold(a, Clock(0.1))
      d = a + c
      e = if x > 1 then a else 0
      der(x) = 1`,
    { p: 1 },
  )
  const found = findClockedNames(model, findDiscreteNames(model))
  expect([...found.values()]).toEqual([
    { name: 'a', equation: 1, sources: [] },
    { name: 'b', equation: 0, sources: ['a'] },
  ])
})
