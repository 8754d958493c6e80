/** Quantities that are constant between events and occur in the derivatives. */
import { describe, expect, it } from 'vitest'
import { guardBranches } from '../../../src/compiler/events-and-clocks/guard-branches.ts'
import { findFrozenValues, hasGuards } from '../../../src/compiler/index.ts'
import { call, type Expr, name, number, parseExpression } from '../../../src/symbolic/index.ts'
import { handmade, stateCondition, system, timeCondition } from '../handmade.ts'
import { assignment } from '../support.ts'

/** `target = value` with an operator that is not in the language. */
const assign = (target: string, value: Expr) => ({ ...assignment(`${target} = 0`), value })
const condition = (k: number) => call('$condition', number(k))

describe('findFrozenValues', () => {
  it('finds conditions and left limits in dynamics, systems and sides of state conditions, but not in results', () => {
    const torn = { ...system(['s'], [], []), residuals: [{ value: condition(4), text: '' }] }
    const translation = {
      ...handmade({
        states: ['x'],
        preNames: ['m', 'n', 'k', 'l'],
        conditions: [
          { ...stateCondition('x', '>', '0'), left: condition(2) },
          { ...stateCondition('x', '>', '0'), right: name('pre(n)') },
          { ...timeCondition('>', '0'), right: name('pre(k)') },
        ],
      }),
      dynamics: [assign('a', call('+', condition(1), name('pre(m)'))), torn],
      rest: [assign('b', condition(7)), assign('c', name('pre(l)'))],
    }
    const found = findFrozenValues(translation)
    expect([...found.conditions].sort()).toEqual([1, 2, 4])
    expect(found.limits).toEqual(['m', 'n'])
    expect(found.hasClocks).toBe(false)
    expect(findFrozenValues(translation)).toBe(found)
  })

  it.each(['$clock', '$flag', '$sample', '$hold', '$previous'])('finds a clock in %s at any depth', (fn) => {
    const dynamics = [
      assign('a', call('+', number(1), call('sin', call(fn, number(0))))),
      assign('b', call('sin', number(1))),
    ]
    expect(findFrozenValues({ ...handmade({}), dynamics }).hasClocks).toBe(true)
    expect(findFrozenValues({ ...handmade({}), rest: dynamics }).hasClocks).toBe(false)
  })
})

describe('hasGuards', () => {
  const guarded = guardBranches(parseExpression('if h > 0 then sqrt(h) else 0'), () => undefined)

  it('finds guarded branches in dynamics only', () => {
    expect(hasGuards({ ...handmade({}), dynamics: [assign('a', guarded)] })).toBe(true)
    expect(hasGuards({ ...handmade({}), rest: [assign('a', guarded)] })).toBe(false)
    expect(hasGuards(handmade({ dynamics: ['a = max(h, 0)', 'b = if h > 0 then h else 0'] }))).toBe(false)
  })
})
