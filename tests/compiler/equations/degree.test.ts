/** Degrees of expressions, identities, factors of parameters, constraints: by inspection. */
import { describe, expect, it } from 'vitest'
import { degreeOf } from '../../../src/compiler/equations/degree.ts'
import { isIdentity } from '../../../src/compiler/equations/eliminate-aliases.ts'
import { createConstraints, isConstraint } from '../../../src/compiler/equations/equation-blocks.ts'
import {
  isNonZeroFactor,
  isZeroFactor,
  parameterValue,
} from '../../../src/compiler/equations/parameter-factors.ts'
import { assertNumericSystems } from '../../../src/compiler/types-and-arrays/index.ts'
import { type CallExpr, call, number, parseExpression, printExpr } from '../../../src/symbolic/index.ts'
import { func, system } from '../handmade.ts'
import { equation } from '../support.ts'

describe('degreeOf in x and y, with parameters p and q', () => {
  const functions = new Map([
    func('f'),
    ['lin', { ...func('lin')[1], linearIn: [1] }] as const,
    ['mem', { ...func('mem', true)[1], linearIn: [0] }] as const,
  ])
  const degree = (text: string) => {
    const found = degreeOf(
      parseExpression(text),
      new Set(['x', 'y']),
      (name) => 'pq'.includes(name),
      functions,
    )
    return [found.degree, found.isConstant, found.isParameter]
  }

  it.each([
    ['3', 0, true, true],
    ['p*q', 0, true, true],
    ['p*z', 0, true, false],
    ['x', 1, true, false],
    ['p*x - y/q', 1, true, false],
    ['z*x', 1, false, false],
    ['x*z', 1, false, false],
    ['x/z', 1, false, false],
    ['p*(z*x)', 1, false, false],
    ['x + z', 1, true, false],
    ['z*x + y', 1, false, false],
    ['y + z*x', 1, false, false],
    ['-x', 1, true, false],
    ['x*y', 2, false, false],
    ['p/x', 2, false, false],
    ['sin(x)', 2, false, false],
    ['sin(p)', 0, true, true],
    ['sin(z)', 0, true, false],
    ['if z > 0 then x else 0', 1, false, false],
    ['if z > 0 then p else q', 0, true, false],
    ['if x > 0 then p else q', 2, false, false],
    ['f(x)', 2, false, false],
    ['lin(p, x)', 1, true, false],
    ['lin(z, x)', 1, false, false],
    ['lin(x, p)', 2, false, false],
    ['lin(p, x*x)', 2, false, false],
    ['mem(x)', 1, false, false],
    ['mem(p)', 0, true, false],
    ['A[1]*x', 1, false, false],
    ['A[x]', 2, false, false],
  ])('%s', (text, ...expected) => {
    expect(degree(text)).toEqual(expected)
  })

  it('a condition is neither unknown nor parameter', () => {
    const condition = call('$condition', number(0))
    const all = degreeOf(condition, new Set(['x']), () => true, functions)
    expect(all).toEqual({ degree: 0, isConstant: true, isParameter: false })
  })
})

it.each([
  ['x = x + 0', true],
  ['0*x = 0', true],
  ['2*x = x + x', true],
  ['x*3 = x/0.5 + x', true],
  ['-(x - y) = y - x', true],
  ['sin(x) = sin(x)', true],
  ['x = -x', false],
  ['x + 1 = x', false],
  ['2*x = x + y', false],
  ['x/0 = x/0 + 0', false],
  ['x*y = y*x', false],
  ['1 = 1', false],
])('isIdentity: %s is %s', (text, expected) => {
  const { left, right } = equation(text)
  expect(isIdentity(left, right)).toBe(expected)
})

it('factors of parameters are zero, nonzero, or unknown', () => {
  const values = {
    parameters: new Map<string, number | Float64Array>([
      ['p', 2],
      ['o', 0],
      ['v', Float64Array.of(1)],
    ]),
    attributes: new Map(),
  }
  const of = (text: string) => {
    const factor = parseExpression(text)
    return [parameterValue(factor, values), isNonZeroFactor(factor, values), isZeroFactor(factor, values)]
  }
  expect(of('p^2 - 1')).toEqual([3, true, false])
  expect(of('p*o')).toEqual([0, false, true])
  expect(of('p/o')).toEqual([null, false, false])
  expect(of('v')).toEqual([null, false, false])
  expect(of('p*x')).toEqual([null, false, false])
  expect(of('f(p)')).toEqual([null, false, false])
})

it('constraints are left - right under separate names', () => {
  const equations = ['x^2 = L', 'y = 0'].map((text) => ({
    ...equation(text),
    source: equation(text),
    order: 0,
  }))
  const constraints = createConstraints(equations)
  expect(constraints.map(({ target, text }) => [target, text])).toEqual([
    ['$constraint[1]', 'x^2 = L'],
    ['$constraint[2]', 'y = 0'],
  ])
  expect(printExpr(constraints[0].value)).toBe('x^2 - L')
  expect([isConstraint('$constraint[2]'), isConstraint('x')]).toEqual([true, false])
})

it('assertNumericSystems accepts only numbers or arrays of numbers as unknowns', () => {
  const check = (rank: 'scalar' | 'vector' | 'boolean' | 'object') => () =>
    assertNumericSystems([system(['b', 'x'], [], ['b - x'])], (expr) =>
      (expr as unknown as CallExpr & { name: string }).name === 'b' ? rank : 'scalar',
    )
  expect(check('scalar')).not.toThrow()
  expect(check('vector')).not.toThrow()
  expect(check('boolean')).toThrow(/^'b': expected numbers as unknowns of a system[\s\S]*b - x/)
  expect(check('object')).toThrow("'b': expected numbers")
})
