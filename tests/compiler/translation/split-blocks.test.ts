/** Blocks that the solver needs, and blocks that only the results need. */
import { expect, it } from 'vitest'
import { blockTargets } from '../../../src/compiler/equations/index.ts'
import { listNotes, listStates, splitBlocks } from '../../../src/compiler/index.ts'
import { EMPTY_MODEL, func, stateCondition, system, timeCondition } from '../handmade.ts'
import { assignment, given } from '../support.ts'

const STATES = [{ name: 'x', derivative: 'der(x)', rank: 'scalar' as const }]
const targetsOf = (blocks: ReturnType<typeof splitBlocks>['rest']) =>
  blocks.map((block) => blockTargets(block).join())

it('the solver needs derivatives, constraints, sides of state conditions and memories, with their dependences', () => {
  const blocks = [
    assignment('a = x'),
    assignment('b = 2*a'),
    assignment('c = b'),
    system(['s'], ['t = d'], ['s - t']),
    assignment('d2 = c'),
    assignment('der(x) = b'),
    assignment('e = s'),
    assignment('f = s'),
    assignment('g = 1'),
    assignment('$constraint[1] = g'),
    assignment('m = 3'),
    assignment('n = mem(m)'),
    assignment('o = plain(m)'),
  ]
  const conditions = [timeCondition('>', 'f'), stateCondition('0', '>', 'e')]
  const functions = new Map([func('mem', true), func('plain')])
  const { dynamics, rest } = splitBlocks(blocks, STATES, conditions, functions)
  expect(targetsOf(dynamics)).toEqual(['a', 'b', 's,t', 'der(x)', 'e', 'g', '$constraint[1]', 'm', 'n'])
  expect(targetsOf(rest)).toEqual(['c', 'd2', 'f', 'o'])
  const left = splitBlocks(blocks, STATES, [stateCondition('f', '>', '0')], new Map())
  expect(targetsOf(left.dynamics)).toEqual(['a', 'b', 's,t', 'der(x)', 'f', 'g', '$constraint[1]'])
})

it('a system is needed if one of its unknowns is needed', () => {
  const torn = system(['s'], ['t = q'], ['s - 1'])
  const { dynamics } = splitBlocks(
    [assignment('q = 1'), torn],
    STATES,
    [stateCondition('t', '>', '0')],
    new Map(),
  )
  expect(targetsOf(dynamics)).toEqual(['q', 's,t'])
})

it('listStates returns the selected unknowns in the order of their first occurrence', () => {
  const { equationSet: all } = given('der(x) = y; der(y) = z; z = 1')
  const isState = Uint8Array.from(all.names, (name) => Number(name === 'x' || name === 'y'))
  expect(listStates(all, isState, (name) => (name === 'y' ? 'vector' : 'scalar'))).toEqual([
    { name: 'x', derivative: 'der(x)', rank: 'scalar' },
    { name: 'y', derivative: 'der(y)', rank: 'vector' },
  ])
})

it('listNotes returns remarks of all stages in order, without zero counts', () => {
  const model = { ...EMPTY_MODEL, notes: ['a.i is zero'] }
  const nothing = { arbitrary: [], redundant: [], differentiated: [], constraints: [] }
  expect(listNotes(model, nothing)).toEqual(['a.i is zero'])
  const all = {
    arbitrary: ['v'],
    redundant: ['a = b', 'c = d'],
    differentiated: ['x = y'],
    constraints: [assignment('$constraint[1] = x')],
  }
  expect(listNotes(model, all)).toEqual([
    'a.i is zero',
    'v is determined by nothing and set to zero.',
    '2 equation(s) follow from the others and were removed.',
    'Differentiated: x = y',
    'Nonlinear constraint between states, kept by the solver: $constraint[1] = x',
  ])
})
