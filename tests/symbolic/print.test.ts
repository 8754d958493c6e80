// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of templates before interpolation
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  call,
  equalExpr,
  name,
  number,
  parseStatements,
  printEquation,
  printExpr,
} from '../../src/symbolic/index.ts'
import { anyExpr, p } from './helpers.ts'

describe('minimal parentheses', () => {
  test.each([
    ['(a + b) + c', 'a + b + c'],
    ['a + (b + c)', 'a + (b + c)'],
    ['a - (b - c)', 'a - (b - c)'],
    ['(a*b)/c', 'a*b/c'],
    ['a*(b/c)', 'a*(b/c)'],
    ['(a^b)^c', '(a^b)^c'],
    ['a^(b^c)', 'a^b^c'],
    ['(-a)^2', '(-a)^2'],
    ['-(a^2)', '-a^2'],
    ['-(a*b)', '-(a*b)'],
    ['a - (-b)', 'a - (-b)'],
    ['a*(-2)', 'a*(-2)'],
    ['not (a and b)', 'not (a and b)'],
    ['(a < b) == c', '(a < b) == c'],
    ['(if a then b else c)*2', '(if a then b else c)*2'],
    ['a ? b : c ? d : e', 'if a then b elseif c then d else e'],
    ['(a + b)[2:end]', '(a + b)[2:end]'],
    ['A[:, 1]', 'A[1:end, 1]'],
    ['[1, 2; 3, 4]', '[1, 2; 3, 4]'],
    ['[[1, 2]]', '[[1, 2]]'],
    ['a .* b ./ c', 'a .* b ./ c'],
  ])('%s', (text, printed) => {
    expect(printExpr(p(text))).toBe(printed)
  })
})

test('literals are printed so that they parse', () => {
  expect(printExpr(number(-0))).toBe('-0')
  expect(printExpr(number(Number.POSITIVE_INFINITY))).toBe('1e999')
  expect(printExpr(number(1e21))).toBe('1e+21')
  expect(printExpr(call('neg', number(2)))).toBe('-(2)')
  expect(printExpr({ kind: 'object', value: Math.sin })).toBe('${sin}')
  expect(printExpr({ kind: 'object', value: {} })).toBe('${…}')
})

test('equations are printed with minimal parentheses', () => {
  expect(printEquation({ left: name('x'), right: p('a*(b)') })).toBe('x = a*b')
})

test('printed expressions parse to the same tree', () => {
  fc.assert(
    fc.property(anyExpr, (expr) => equalExpr(p(printExpr(expr)), expr)),
    { seed: 3, numRuns: 2000 },
  )
})

test('printed equations parse to the same tree', () => {
  fc.assert(
    fc.property(anyExpr, anyExpr, (left, right) => {
      const [equation, more] = parseStatements(printEquation({ left, right }))
      return (
        more === undefined &&
        equation.kind === 'equation' &&
        equalExpr(equation.left, left) &&
        equalExpr(equation.right, right)
      )
    }),
    { seed: 4, numRuns: 500 },
  )
})
