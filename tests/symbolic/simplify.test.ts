import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as b from '../../src/symbolic/index.ts'
import { p, smooth } from './helpers.ts'

const x = b.name('x')
const y = b.name('y')

describe('constructors', () => {
  const zero = b.ZERO
  test.each<[b.Expr, string]>([
    [b.add(zero, x), 'x'],
    [b.add(x, zero), 'x'],
    [b.add(b.number(1), b.number(2)), '3'],
    [b.add(x, b.neg(y)), 'x - y'],
    [b.sub(x, zero), 'x'],
    [b.sub(zero, x), '-x'],
    [b.sub(x, b.neg(y)), 'x + y'],
    [b.mul(zero, x), '0'],
    [b.mul(b.ONE, x), 'x'],
    [b.mul(x, b.ONE), 'x'],
    [b.mul(b.number(-1), x), '-x'],
    [b.mul(b.neg(x), b.neg(y)), 'x*y'],
    [b.mul(b.number(Number.POSITIVE_INFINITY), zero), '1e999*0'],
    [b.div(x, b.ONE), 'x'],
    [b.div(zero, x), '0'],
    [b.div(b.ONE, zero), '1/0'],
    [b.div(b.neg(x), y), '-(x/y)'],
    [b.neg(b.neg(x)), 'x'],
    [b.neg(b.number(3)), '-3'],
    [b.pow(x, b.ONE), 'x'],
    [b.pow(x, zero), 'x^0'],
    [b.pow(b.number(2), b.number(3)), '8'],
    [b.ifExpr(b.boolean(false), x, y), 'y'],
    [b.index(b.array(x, y), [b.number(2)]), 'y'],
    [b.index(p('[[a, b], [c, d]]'), [b.number(2), b.number(1)]), 'c'],
    [b.index(zero, [b.number(2)]), '0'],
    [b.elementwise('.+', x, zero), 'x'],
    [b.elementwise('.*', b.ONE, x), 'x'],
  ])('%#: %o is %s', (expr, printed) => {
    expect(b.printExpr(expr)).toBe(printed)
  })
})

describe('simplify', () => {
  test.each([
    ['x - x', '0'],
    ['2*x + 3*x', '5*x'],
    ['x + y - x', 'y'],
    ['x*y + 2*(x*y)', '3*x*y'],
    ['1 + x + 2', 'x + 3'],
    ['1 - x', '1 - x'],
    ['x - 1 - 2', 'x - 3'],
    ['-(a - b)', '-a + b'],
    ['a - (b - c)', 'a - b + c'],
    ['2*x*3', '6*x'],
    ['x*(2*y)', '2*x*y'],
    ['2*x/2', 'x'],
    ['2*x/4', 'x/2'],
    ['2*x/3', '2*x/3'],
    ['x/(2*y)', 'x/y/2'],
    ['-x*-y', 'x*y'],
    ['0*x + y', 'y'],
    ['x/0', 'x/0'],
    ['sin(0) + cos(0)', '1'],
    ['log(0)', 'log(0)'],
    ['if 1 < 2 then x else y', 'x'],
    ['if a then x + 0 else x', 'x'],
    ['true and a', 'a'],
    ['a or true', 'true'],
    ['not not a', 'a'],
    // y^0 of a matrix is an identity matrix
    ['x^1*y^0', 'x*y^0'],
    ['[x*1, y + 0][1]', 'x'],
    ['der(3)', '0'],
    ['dot(0, x)', '0'],
    ['A*B - B*A', 'A*B - B*A'],
    ['f(x) - f(x)', '0'],
  ])('%s', (text, expected) => {
    expect(b.printExpr(b.simplify(p(text)))).toBe(expected)
  })

  test('different objects that print alike are not equal', () => {
    const f = (value: object): b.Expr => b.call('f', { kind: 'object', value })
    const difference = b.simplify(b.call('-', f({}), f({})))
    expect(difference.kind).toBe('call')
  })

  test('keeps the value of random expressions', () => {
    const names: Record<string, number> = { x: 0.8, y: 1.3, a: -0.6 }
    const lookup = (name: string): number => names[name]
    fc.assert(
      fc.property(smooth, (expr) => {
        const before = b.evaluate(expr, lookup) as number
        const after = b.evaluate(b.simplify(expr), lookup) as number
        // only cancellation and tan and log amplify rounding errors, moderately
        expect(Math.abs(after - before)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(before)))
      }),
      { seed: 5, numRuns: 1000 },
    )
  })

  test('never makes an expression larger, also a second time', () => {
    fc.assert(
      fc.property(smooth, (expr) => {
        const once = b.simplify(expr)
        expect(b.size(once)).toBeLessThanOrEqual(b.size(expr))
        expect(b.size(b.simplify(once))).toBeLessThanOrEqual(b.size(once))
      }),
      { seed: 6, numRuns: 500 },
    )
  })
})
