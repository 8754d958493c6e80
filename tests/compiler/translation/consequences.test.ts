/** Consequences of the unknowns of a system. */
import { describe, expect, it } from 'vitest'
import { blockTargets } from '../../../src/compiler/equations/index.ts'
import { Consequences } from '../../../src/compiler/index.ts'
import { call, number } from '../../../src/symbolic/index.ts'
import { func, handmade, modelWith, system } from '../handmade.ts'
import { assignment } from '../support.ts'

const SYSTEM = system(['s'], ['t = x'], ['s - t'])
const clocked = { ...assignment('h = s'), value: call('$hold', assignment('h = s').value) }
const conditional = {
  ...assignment('j = s'),
  value: call('+', assignment('j = s').value, call('$condition', number(0))),
}
const BASE = handmade({
  model: modelWith(new Map([func('mem', true), func('plain')])),
  states: ['x'],
  dynamics: ['before = x', SYSTEM, 'a = plain(t)', 'b = x', 'c = a + b', 'm = mem(s)', 'n = m'],
  rest: ['e = sAlias*2', 'f = before'],
  aliases: new Map([['sAlias', { name: 's', sign: 1 }]]),
})
const TRANSLATION = { ...BASE, rest: [...BASE.rest, clocked, conditional] }
const consequences = new Consequences(TRANSLATION)

it('`of` returns everything after the system, including aliases and results, but not through memories and clocks', () => {
  expect(consequences.of(SYSTEM)).toEqual(['a', 'c', 'e', 'j'])
})

describe('neededFor', () => {
  const needed = (...names: string[]) => consequences.neededFor(names, SYSTEM)?.flatMap(blockTargets)

  it('returns the blocks to evaluate again, in order', () => {
    expect(needed('c')).toEqual(['a', 'b', 'c'])
    expect(needed('e', 'a')).toEqual(['a', 'e'])
    expect(needed('f', 'before', 's', 'x')).toEqual(['f'])
    expect(needed()).toEqual([])
  })

  it('returns null for memories', () => {
    expect(needed('n')).toBeUndefined()
    expect(consequences.neededFor(['m'], SYSTEM)).toBeNull()
    expect(consequences.neededFor(['h'], SYSTEM)).toBeNull()
  })
})
