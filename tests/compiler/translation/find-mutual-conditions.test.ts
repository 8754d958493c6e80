/** Conditions that depend on each other at the same instant. */
import { expect, it } from 'vitest'
import { findMutualConditions, findSelfDependentConditions } from '../../../src/compiler/index.ts'
import { call, number } from '../../../src/symbolic/index.ts'
import { handmade, stateCondition, system, timeCondition } from '../handmade.ts'
import { assignment } from '../support.ts'

/** target = $condition(k) */
const of = (target: string, k: number) => ({
  ...assignment(`${target} = 0`),
  value: call('$condition', number(k)),
})

const CONDITIONS = [
  stateCondition('a', '>', '0'), // 0: from 1, by way of s
  stateCondition('0', '<', 'b'), // 1: from 0
  stateCondition('c', '>', '0'), // 2: from 0, of which 0 knows nothing
  stateCondition('x', '>', '0'), // 3: from no condition
  stateCondition('d', '>', '0'), // 4: from itself
  timeCondition('>', '1'), // 5
]
const TRANSLATION = {
  ...handmade({ states: ['x'], conditions: CONDITIONS }),
  dynamics: [
    of('q', 1),
    system(['s'], [], ['s - q']),
    assignment('a = s + x'),
    of('b', 0),
    of('c', 0),
    of('d', 4),
    of('e', 5),
  ],
}

it.each([
  [0, [0, 1]],
  [1, [1, 0]],
  [2, [2]],
  [3, [3]],
  [4, [4]],
])('mutual conditions of condition %d', (condition, mutual) => {
  expect(findMutualConditions(TRANSLATION, condition)).toEqual(mutual)
})

it('self-dependent conditions are found, also through other conditions', () => {
  expect(findSelfDependentConditions(TRANSLATION)).toEqual([0, 1, 4])
})
