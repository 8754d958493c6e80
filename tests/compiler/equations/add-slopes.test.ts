/** Conditions with derivatives. */
import { expect, it } from 'vitest'
import { addSlopes } from '../../../src/compiler/equations/index.ts'
import { printExpr } from '../../../src/symbolic/index.ts'
import { EMPTY_MODEL, modelWith, stateCondition, timeCondition } from '../handmade.ts'
import { show } from '../support.ts'

it('a derivative gets an unknown and one equation, however often it occurs in conditions', () => {
  const { conditions, equations } = addSlopes(EMPTY_MODEL, [
    stateCondition('der(x)', '>', '2*y'),
    stateCondition('z', '<', 'der(x) + der(y)'),
    stateCondition('x', '>', '0'),
  ])
  expect(equations.map(show)).toEqual(['$slope(der(x)) = der(x)', '$slope(der(y)) = der(y)'])
  expect(conditions.map((each) => each.kind === 'state' && show(each))).toEqual([
    '$slope(der(x)) = 2*y',
    'z = $slope(der(x)) + $slope(der(y))',
    'x = 0',
  ])
  expect(conditions.map(({ text }) => text)).toEqual(['der(x) > 2*y', 'z < der(x) + der(y)', 'x > 0'])
  // Messages name the condition, the first of several
  expect(printExpr(equations[0].source.right)).toBe('der(x) > 2*y')
  expect(printExpr(equations[1].source.right)).toBe('z < der(x) + der(y)')
})

it('derivatives of expressions are expanded; derivatives of parameters vanish', () => {
  const model = {
    ...EMPTY_MODEL,
    parameters: new Map([['p', { name: 'p', component: '', value: { literal: 2 } }]]),
  }
  const { conditions, equations } = addSlopes(model, [stateCondition('der(p*x)', '>', '0')])
  expect(equations.map(show)).toEqual(['$slope(der(x)) = der(x)'])
  expect(conditions.map((each) => each.kind === 'state' && show(each))).toEqual(['p*$slope(der(x)) = 0'])
})

it('derivatives of inputs are known and need no equation; time conditions stay unchanged', () => {
  const time = timeCondition('>', '3')
  const { conditions, equations } = addSlopes(modelWith(new Map(), ['u']), [
    time,
    stateCondition('der(u)', '>', '0'),
  ])
  expect(equations).toEqual([])
  expect(conditions[0]).toBe(time)
  expect(conditions[1].kind === 'state' && show(conditions[1])).toBe('der(u) = 0')
})
