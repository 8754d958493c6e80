/** Guards of branches: they change nothing if the condition holds, and keep functions defined if it does not. */
import { describe, expect, it } from 'vitest'
import {
  guardBranches,
  hasGuardedBranches,
  isGuard,
  withoutGuards,
} from '../../../src/compiler/events-and-clocks/guard-branches.ts'
import { parseExpression, printExpr, someNode } from '../../../src/symbolic/index.ts'
import { valueAt } from '../handmade.ts'

const NO_DEFINITION = () => undefined
const guarded = (text: string) => guardBranches(parseExpression(text), NO_DEFINITION)
/** The `then` or `else` branch with the condition frozen, evaluated on the other side. */
const branch = (text: string, side: 'then' | 'else', h: number) => {
  const expr = guarded(text)
  if (expr.kind !== 'if') throw new Error('no branches')
  return valueAt(expr[side], { h, noEvent: 0 })
}

describe('guardBranches', () => {
  it.each([
    ['if h > 0 then sqrt(h) else 0', 'then', 4, 2],
    ['if h > 0 then sqrt(h) else 0', 'then', -4, Math.sqrt(1e-300)],
    ['if h > 0 then 0 else sqrt(-h)', 'else', -9, 3],
    ['if h > 0 then 0 else sqrt(-h)', 'else', 9, Math.sqrt(1e-300)],
    ['if h < 1 then asin(h) else 0', 'then', 0.5, Math.asin(0.5)],
    ['if h < 1 then asin(h) else 0', 'then', 1.5, Math.asin(1 - 2 ** -53)],
    ['if h > -1 then acos(h) else 0', 'then', -1.5, Math.acos(-1 + 2 ** -53)],
    ['if h > 0 then h^1.5 else 0', 'then', -1, 1e-300 ** 1.5],
    ['if h > 0 then h^3 else 0', 'then', -2, -8],
    ['if h > 0 then log(h) else 0', 'then', -1, Math.log(1e-300)],
  ] as const)('%s, %s at h = %d', (text, side, h, expected) => {
    expect(branch(text, side, h)).toBeCloseTo(expected, 12)
  })

  it('keeps the error of an undefined value if the condition holds', () => {
    expect(branch('if h < 9 then sqrt(h) else 0', 'then', -4)).toBeNaN()
  })

  it('combines the conditions of nested branches', () => {
    const text = 'if h > 0 then (if h < 2 then sqrt(h*(2 - h)) else 0) else 0'
    const outer = guarded(text)
    const inner = outer.kind === 'if' ? outer.then : outer
    if (inner.kind !== 'if') throw new Error('no branches')
    expect(valueAt(inner.then, { h: 1 })).toBe(1)
    for (const h of [-1, 3]) expect(valueAt(inner.then, { h })).toBe(Math.sqrt(1e-300))
  })

  it('replaces Boolean variables by their definitions; unknown ones guard nothing', () => {
    const text = 'if on then sqrt(h) else 0'
    expect(printExpr(guarded(text))).toBe(text)
    const known = guardBranches(parseExpression(text), (name) =>
      name === 'on' ? parseExpression('h > 0') : undefined,
    )
    expect(someNode(known, isGuard)).toBe(true)
  })

  it('changes nothing outside branches, in noEvent, and for numbers', () => {
    for (const text of ['sqrt(h)', 'noEvent(if h > 0 then sqrt(h) else 0)', 'if h > 0 then sqrt(4) else 0'])
      expect(printExpr(guarded(text))).toBe(printExpr(parseExpression(text)))
  })

  it('withoutGuards restores the original expression', () => {
    const text = 'if h > 0 then sqrt(h) + asin(h)*log(2*h) else max(h, 0)'
    expect(someNode(guarded(text), isGuard)).toBe(true)
    expect(printExpr(withoutGuards(guarded(text)))).toBe(text)
  })
})

it('hasGuardedBranches finds branches with functions of limited domain', () => {
  const has = (text: string) => hasGuardedBranches(parseExpression(text))
  expect(has('if h > 0 then sqrt(h) else 0')).toBe(true)
  expect([has('sqrt(h)'), has('if h > 0 then sin(h) else 0')]).toEqual([false, false])
})
