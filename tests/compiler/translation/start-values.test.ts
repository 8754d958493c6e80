/** Start values that a variable takes from variables equal to it up to the sign. */
import { expect, it } from 'vitest'
import { findStartSources, StartValues } from '../../../src/compiler/index.ts'

it('sources follow aliases and equalities, and signs multiply', () => {
  const aliases = new Map([['a', { name: 'x', sign: -1 as const }]])
  const equalities = [{ first: 'x', second: 'y', sign: -1 as const }]
  const sources = findStartSources(['x', 'y', 'z'], aliases, equalities)
  expect(Object.fromEntries(sources)).toEqual({
    x: [
      { name: 'a', sign: -1 },
      { name: 'y', sign: -1 },
    ],
    y: [
      { name: 'x', sign: -1 },
      { name: 'a', sign: 1 },
    ],
  })
})

it('init precedes start, the value of the variable precedes that of a source; the sign is applied', () => {
  const startSources = new Map([['x', [{ name: 'a', sign: -1 as const }]]])
  const find = (attributes: [string, { init?: number; start?: number }][]) =>
    new StartValues(
      { startSources, startRequirements: [] },
      { parameters: new Map(), attributes: new Map(attributes) },
    ).find('x')
  expect(find([['x', { init: 1, start: 2 }]])).toBe(1)
  expect(
    find([
      ['x', { start: 2 }],
      ['a', { init: 3 }],
    ]),
  ).toBe(-3)
  expect(
    find([
      ['x', { start: 2 }],
      ['a', { start: 3 }],
    ]),
  ).toBe(2)
  expect(find([['a', { start: 3 }]])).toBe(-3)
  expect(find([])).toBeUndefined()
})
