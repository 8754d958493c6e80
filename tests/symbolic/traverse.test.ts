import { describe, expect, test } from 'vitest'
import { inferUnit } from '../../src/model/unit-checks/unit-inference.ts'
import {
  call,
  collectNames,
  dependsOn,
  differentiateTime,
  type Expr,
  equalExpr,
  evaluate,
  linearFactor,
  mapExpr,
  name,
  number,
  partial,
  printExpr,
  simplify,
  size,
  substitute,
  visitExpr,
} from '../../src/symbolic/index.ts'
import { p } from './helpers.ts'

test('mapExpr rebuilds from the bottom and shares unchanged parts', () => {
  const expr = p('a*b + sin(c)') as { args: readonly Expr[] } & Expr
  const changed = mapExpr(expr, (node) => (node.kind === 'name' && node.name === 'c' ? number(1) : node))
  expect(printExpr(changed)).toBe('a*b + sin(1)')
  expect((changed as typeof expr).args[0]).toBe(expr.args[0])
  expect(mapExpr(expr, (node) => node)).toBe(expr)
  const everywhere = p('[if a then x else y, x[1:2:3], A[2, end]; f(x), [i for i in 1:n], "s"]')
  expect(
    printExpr(mapExpr(everywhere, (node) => (node.kind === 'number' ? number(node.value + 1) : node))),
  ).toBe('[if a then x else y, x[2:3:4], A[3, end]; f(x), [i for i in 2:n], "s"]')
})

test('visitExpr goes from left to right and skips parts on request', () => {
  const seen: string[] = []
  visitExpr(p('a + f(b, c)*d'), (node) => {
    seen.push(node.kind === 'call' ? node.fn : (node as { name: string }).name)
    return !(node.kind === 'call' && node.fn === 'f')
  })
  expect(seen).toEqual(['+', 'a', '*', 'f', 'd'])
})

test('names are collected in order, without the variables of comprehensions', () => {
  expect([...collectNames(p('b + [i*a[j] for i in 1:n][i] + b'))]).toEqual(['b', 'a', 'j', 'n', 'i'])
  expect(dependsOn(p('[i for i in 1:2]'), 'i')).toBe(false)
  expect(dependsOn(p('a + i'), 'i')).toBe(true)
})

describe('substitute', () => {
  const sub = (text: string, values: Record<string, string>): string =>
    printExpr(substitute(p(text), new Map(Object.entries(values).map(([key, value]) => [key, p(value)]))))

  test('replaces all names at once', () => {
    expect(sub('a*b + a', { a: 'b + 1', b: 'c' })).toBe('(b + 1)*c + (b + 1)')
  })
  test('leaves variables of comprehensions alone', () => {
    expect(sub('[i*a for i in 1:i]', { i: '7' })).toBe('[i*a for i in 1:7]')
  })
  test('renames variables that would capture a name', () => {
    expect(sub('[v*T[i] for i in 1:n]', { v: 'R*i' })).toBe('[R*i*T[i_1] for i_1 in 1:n]')
    expect(sub('[v*i + i_1 for i in 1:n]', { v: 'i' })).toBe('[i*i_2 + i_1 for i_2 in 1:n]')
  })
  test('shares unchanged trees', () => {
    const expr = p('[v*T[i] for i in 1:n] + 1')
    expect(substitute(expr, new Map([['w', number(1)]]))).toBe(expr)
  })
})

test('equalExpr ignores positions only', () => {
  expect(equalExpr(p('a+b'), p('a  +  b'))).toBe(true)
  for (const [a, b] of [
    ['a', 'b'],
    ['a + b', 'a - b'],
    ['f(a)', 'f(a, b)'],
    ['1', '2'],
    ['0', '-0'],
    ['"a"', '"b"'],
    ['true', 'false'],
    ['1', 'true'],
    ['[i for i in 1:2]', '[i for j in 1:2]'],
    ['x[1:2]', 'x[1:2:2]'],
  ])
    expect(equalExpr(p(a), p(b)), `${a} and ${b}`).toBe(false)
})

test('size counts nodes', () => {
  expect(size(p('a + b*sin(2)'))).toBe(6)
  expect(size(p('x[1:end]'))).toBe(5)
})

describe('a sum of 20 000 terms, built to the left and to the right', () => {
  const n = 20_000
  let left: Expr = name('x0')
  for (let i = 1; i < n; i++) left = call('+', left, call('*', number(2), name(`x${i}`)))
  let right: Expr = name('x0')
  for (let i = 1; i < n; i++) right = call('+', name(`x${i}`), right)

  test.each([
    ['left', left],
    ['right', right],
  ])('%s', (side, sum) => {
    expect(collectNames(sum).size).toBe(n)
    expect(
      equalExpr(
        sum,
        mapExpr(sum, (node) => node),
      ),
    ).toBe(true)
    expect(equalExpr(sum, substitute(sum, new Map([['x5', name('y')]])))).toBe(false)
    expect(printExpr(sum).length).toBeGreaterThan(5 * n)
    expect(collectNames(simplify(sum)).size).toBe(n)
    expect(collectNames(differentiateTime(sum, { isConstant: () => false })).size).toBe(n)
    expect(printExpr(partial(sum, 'x7'))).toBe(side === 'left' ? '2' : '1')
    expect(printExpr(linearFactor(sum, 'x7')!.factor)).toBe(side === 'left' ? '2' : '1')
    expect(inferUnit(sum, () => 'any')).toBe('any')
  })

  test('the left one is also evaluated', () => {
    expect(evaluate(left, () => 1)).toBe(2 * n - 1)
  })
})
