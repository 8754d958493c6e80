/** Tangents of conditions along a direction, against derivatives by hand. */
import { expect, it } from 'vitest'
import { createConditionTangents } from '../../../src/compiler/index.ts'
import { number } from '../../../src/symbolic/index.ts'
import { func, handmade, modelWith, stateCondition, system, timeCondition, valueAt } from '../handmade.ts'

it('left - right is differentiated along states, time and inputs, with only the blocks that the conditions need', () => {
  const translation = handmade({
    model: modelWith(new Map(), ['u']),
    states: ['x', 'y'],
    dynamics: ['a = x*x', 'b = a*time', 'c = y^3', 'der(x) = c', 'der(y) = a'],
    conditions: [timeCondition('>', '1'), stateCondition('b', '>', 'u*y'), stateCondition('y', '<', '3')],
  })
  const { program, tangents } = createConditionTangents(translation)
  expect([...tangents.keys()]).toEqual([1, 2])
  const list = program.steps.flatMap((step) => (step.kind === 'assign' ? step.list : []))
  expect(list.map(({ target }) => target)).toEqual(['$d(a)', '$d(b)'])
  const point: Record<string, number> = { x: 2, y: 5, u: 7, time: 3, a: 4, b: 12 }
  Object.assign(point, { '$d(x)': 0.5, '$d(y)': -1, '$d(u)': 0.25, '$d(time)': 2 })
  for (const { target, value } of list) point[target] = valueAt(value, point) as number
  // (x² t)' = 2·2·0.5·3 + 4·2 = 14, less (u y)'; dyadic numbers, so that all is exact
  expect(valueAt(tangents.get(1)!, point)).toBe(14 - (0.25 * 5 + 7 * -1))
  expect(valueAt(tangents.get(2)!, point)).toBe(-1)
})

it('intermediate systems are differentiated too', () => {
  const block = system(['s'], ['t = x - s'], ['s*t - 1'])
  const translation = handmade({
    states: ['x'],
    dynamics: [block, 'der(x) = s'],
    conditions: [stateCondition('t', '>', '0')],
  })
  const { program, tangents } = createConditionTangents(translation)
  expect(program.steps).toHaveLength(1)
  expect(program.steps[0]).toMatchObject({ kind: 'system', system: 0 })
  expect(valueAt(tangents.get(0)!, { '$d(t)': 3 })).toBe(3)
})

it('a function without derivative, or with memory, excludes only the conditions that depend on it', () => {
  const translation = handmade({
    model: modelWith(
      new Map([func('f'), ['mem', { ...func('mem', true)[1], derivative: () => [number(1)] }]]),
    ),
    states: ['x'],
    dynamics: ['a = f(x)', 'm = mem(x)', 'b = 2*x', 'der(x) = a'],
    conditions: [
      stateCondition('a', '>', '0'),
      stateCondition('b', '>', '0'),
      stateCondition('m', '>', '0'),
      stateCondition('f(x)', '>', '0'),
      stateCondition('x', '>', 'b'),
    ],
  })
  const { program, tangents } = createConditionTangents(translation)
  expect([...tangents.keys()]).toEqual([1, 4])
  expect(program.active.has('b')).toBe(true)
  expect(valueAt(tangents.get(4)!, { '$d(x)': 1.5, '$d(b)': 3 })).toBe(-1.5)
})

it('the tangents are created once for a translation', () => {
  const translation = handmade({ states: ['x'], conditions: [stateCondition('x', '>', '0')] })
  expect(createConditionTangents(translation)).toBe(createConditionTangents(translation))
})
