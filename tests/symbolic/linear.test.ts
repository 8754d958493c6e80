import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  call,
  collectNames,
  type Expr,
  evaluate,
  linearFactor,
  name,
  number,
  partial,
  printExpr,
  solveFor,
} from '../../src/symbolic/index.ts'
import { p } from './helpers.ts'

describe('linearFactor', () => {
  const parts = (text: string, variable = 'x'): string | null => {
    const result = linearFactor(p(text), variable)
    return result && `${printExpr(result.factor)} | ${printExpr(result.rest)}`
  }
  test.each<[string, string | null]>([
    ['x', '1 | 0'],
    ['y', '0 | y'],
    ['a*x + b', 'a | b'],
    ['-(2*x - y)/c', '-2/c | y/c'],
    ['a*(x + b*(x - 1))', 'a*(b + 1) | -(a*b)'],
    ['x + x', '2 | 0'],
    ['x - x', '0 | 0'],
    ['if c then 2*x + 1 else 2*x', '2 | if c then 1 else 0'],
    ['if c then x else y', 'if c then 1 else 0 | if c then 0 else y'],
    ['if x > 0 then x else y', null],
    ['[a*x, b + x]', '[a, 1] | [0, b]'],
    ['[a*x, b + x][2]', '1 | b'],
    ['sum([x*i for i in 1:n])', 'sum([i for i in 1:n]) | sum([0 for i in 1:n])'],
    ['noEvent(a*x)', 'a | 0'],
    ['pre(x) + x', '1 | pre(x)'],
    ['der(x)', '0 | der(x)'],
    ['x^1', '1 | 0'],
    ['implicitDependency(2*x, y)', '2 | 0'],
    ['[i for i in 1:3]*y + x', '1 | [i for i in 1:3]*y'],
    ['x*x', null],
    ['x^2', null],
    ['1/x', null],
    ['a/(b + x)', null],
    ['sin(x)', null],
    ['implicitDependency(y, x)', null],
    ['sum(x)', null],
    ['x[1]', null],
    ['x .+ v', null],
    ['f(x)', null],
  ])('%s', (text, expected) => {
    expect(parts(text)).toBe(expected)
  })
  test('finds factors of derivatives and of variables of comprehensions', () => {
    expect(parts('m*der(v) - F', 'der(v)')).toBe('m | -F')
    expect(parts('[i*y for i in 1:3]', 'i')).toBe('0 | [i*y for i in 1:3]')
    expect(parts('[i*y for i in 1:3]', 'y')).toBe('[i for i in 1:3] | [0 for i in 1:3]')
  })
})

describe('solveFor', () => {
  const solve = (left: string, right: string, variable = 'x'): string | null => {
    const result = solveFor(p(left), p(right), variable)
    return result && `${printExpr(result.solution)} | ${printExpr(result.factor)}`
  }
  test.each<[string, string, string | null]>([
    ['x', 'a + b', 'a + b | 1'],
    ['0', 'a - x', 'a | 1'],
    ['0', 'a + x', '-a | -1'],
    ['R*x', 'v', 'v/R | R'],
    ['2*x', 'x + 3', '3 | 1'],
    ['a*x + b', 'c*x', '-(b/(a - c)) | a - c'],
    ['x', 'x + 1', null],
    ['x*x', '1', null],
    ['y', '1', null],
  ])('%s = %s', (left, right, expected) => {
    expect(solve(left, right)).toBe(expected)
  })
  test('solves for a derivative', () => {
    expect(solve('C*der(v)', 'i', 'der(v)')).toBe('i/C | C')
  })
})

/** Random expressions that are linear in x, with coefficients from y and a. */
const { linear } = fc.letrec<{ linear: Expr; free: Expr }>((tie) => ({
  free: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<Expr>(name('y'), name('a'), number(2), number(-3)),
    fc.tuple(fc.constantFrom('+', '*', '-'), tie('free'), tie('free')).map(([fn, a, b]) => call(fn, a, b)),
  ),
  linear: fc.oneof(
    { maxDepth: 4 },
    fc.constant<Expr>(name('x')),
    tie('free'),
    fc.tuple(fc.constantFrom('+', '-'), tie('linear'), tie('linear')).map(([fn, a, b]) => call(fn, a, b)),
    fc.tuple(tie('free'), tie('linear')).map(([a, b]) => call('*', a, b)),
    fc.tuple(tie('linear'), tie('free')).map(([a, b]) => call('*', a, b)),
    fc.tuple(tie('linear'), tie('free')).map(([a, b]) => call('/', a, call('+', number(3), call('sin', b)))),
    tie('linear').map((a) => call('neg', a)),
    fc
      .tuple(tie('linear'), tie('linear'))
      .map(([then, otherwise]): Expr => ({ kind: 'if', condition: p('y > a'), then, else: otherwise })),
  ),
}))

test('factor and rest of random linear expressions reproduce the value', () => {
  fc.assert(
    fc.property(linear, fc.integer({ min: -5, max: 5 }), (expr, x) => {
      const at = (e: Expr): number => evaluate(e, (n) => ({ x, y: 1.25, a: 0.5 })[n]) as number
      const { factor, rest } = linearFactor(expr, 'x')!
      const value = at(expr)
      expect(Math.abs(at(factor) * x + at(rest) - value)).toBeLessThanOrEqual(
        1e-9 * (1 + Math.abs(value)) * 1e3,
      )
      expect(Math.abs(at(partial(expr, 'x')) - at(factor))).toBeLessThanOrEqual(
        1e-6 * (1 + Math.abs(at(factor))),
      )
      for (const part of [factor, rest]) expect(collectNames(part).has('x')).toBe(false)
    }),
    { seed: 9, numRuns: 500 },
  )
})
