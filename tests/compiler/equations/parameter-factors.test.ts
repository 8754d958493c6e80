/** Expressions of parameters with and without values. */
import { Par } from 'vario'
import { describe, expect, test } from 'vitest'
import { isNonZeroFactor, isZeroFactor, parameterValue } from '../../../src/compiler/equations/index.ts'
import { parseExpression } from '../../../src/symbolic/index.ts'
import { given } from '../support.ts'

const { values } = given('x = 1', { k: 3, zero: 0, isOn: true, v: Par([1, 2]) })

describe('parameterValue', () => {
  test.each([
    ['2*k', 6],
    ['-k', -3],
    ['k - 3', 0],
    ['sqrt(k + 1)', 2],
    ['sin(pi/2)', 1],
    ['if isOn then k else 0', 3],
    ['if not isOn then k else 7', 7],
    ['if not isOn or k > 2 then 1 else 0', 1],
    ['noEvent(if k > 2 then 4 else 5)', 4],
    ['max(k, 5)', 5],
  ])('%s is %d', (text, expected) => {
    const expr = parseExpression(text)
    expect(parameterValue(expr, values)).toBeCloseTo(expected, 15)
    expect(isZeroFactor(expr, values)).toBe(expected === 0)
    expect(isNonZeroFactor(expr, values)).toBe(expected !== 0)
  })

  test.each([
    'x',
    '2*x',
    'k*time',
    'f(k)',
    'initial()',
    '1/zero',
    '0/zero',
    'isOn',
    'not isOn',
    'v',
    'pre(k)',
  ])('%s has no value, and is neither zero nor nonzero', (text) => {
    const expr = parseExpression(text)
    expect(parameterValue(expr, values)).toBe(null)
    expect(isZeroFactor(expr, values)).toBe(false)
    expect(isNonZeroFactor(expr, values)).toBe(false)
  })
})
