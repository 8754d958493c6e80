/** Slots of values. */
import { expect, it } from 'vitest'
import { assignSlots } from '../../../src/compiler/index.ts'
import type { Rank } from '../../../src/compiler/value-store/index.ts'
import { modelWith } from '../handmade.ts'
import { assignment } from '../support.ts'

it('slots follow the order time, states with derivatives, unknowns, parameters, inputs, constraints, left limits, counted per store', () => {
  const ranks: Record<string, Rank> = { r: 'vector', M: 'matrix', on: 'boolean', file: 'object', p: 'vector' }
  const model = {
    ...modelWith(new Map(), ['u']),
    parameters: new Map(
      ['M', 'file', 'k'].map((name) => [name, { name, component: '', value: { literal: 1 } }]),
    ),
  }
  const { slots, nScalar, nArray, nObject } = assignSlots(
    model,
    {
      states: [
        { name: 'r', derivative: 'der(r)', rank: 'vector' },
        { name: 'x', derivative: 'der(x)', rank: 'scalar' },
      ],
      unknowns: ['x', 'der(x)', 'on', 'y', 'r'],
      constraints: [assignment('$constraint[1] = r - r'), assignment('$constraint[2] = x')],
      preNames: ['on', 'p'],
    },
    (name) => ranks[name] ?? 'scalar',
  )
  const texts = Array.from(slots, ([name, { rank, index }]) => `${name} ${rank} ${index}`)
  expect(texts).toEqual([
    'time scalar 0',
    'r vector 0',
    'der(r) vector 1',
    'x scalar 1',
    'der(x) scalar 2',
    'on boolean 3',
    'y scalar 4',
    'M matrix 2',
    'file object 0',
    'k scalar 5',
    'u scalar 6',
    '$constraint[1] vector 3',
    '$constraint[2] scalar 7',
    'pre(on) boolean 8',
    'pre(p) vector 4',
  ])
  expect([nScalar, nArray, nObject]).toEqual([9, 5, 1])
})
