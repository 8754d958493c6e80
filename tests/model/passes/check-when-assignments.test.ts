/** Assignments in `when`, and the sets of connected variables. */
import { describe, expect, it } from 'vitest'
import { ConnectionSets } from '../../../src/model/flattening/connection-sets.ts'
import type { Leaf } from '../../../src/model/flattening/connector.ts'
import { checkWhenAssignments } from '../../../src/model/flattening/equation-collector.ts'
import type { Instance } from '../../../src/model/flattening/index.ts'
import type { FlatWhen } from '../../../src/model/index.ts'
import { parseExpression } from '../../../src/symbolic/index.ts'
import { messageOf } from '../support.ts'

const when = (...names: string[]): FlatWhen => ({
  condition: parseExpression('a > 0'),
  actions: names.map((name) => ({ kind: 'assign', name, value: parseExpression('1 + b') })),
  component: 'sub',
})
const equation = (left: string, right: string) => ({
  left: parseExpression(left),
  right: parseExpression(right),
  component: '',
  origin: 'equation' as const,
})

describe('checkWhenAssignments', () => {
  it('accepts one assignment of a variable, in one `when` or in two', () => {
    expect(() => checkWhenAssignments([when('n', 'm'), when('k')], [])).not.toThrow()
    expect(messageOf(() => checkWhenAssignments([when('n'), when('n')], []))).toMatch(
      /'n': expected one assignment in 'when', got a second one/,
    )
    expect(messageOf(() => checkWhenAssignments([when('n', 'n')], []))).toMatch(
      /'n': expected one assignment/,
    )
  })

  it('rejects an assignment of a state, wherever its derivative occurs; reinit is for states', () => {
    for (const state of [equation('2*der(n)', '0'), equation('y', '1 - sin(der(n))')])
      expect(messageOf(() => checkWhenAssignments([when('n')], [state]))).toMatch(/reinit\(n, 1 \+ b\)/)
    expect(() => checkWhenAssignments([when('n')], [equation('der(m)', 'n')])).not.toThrow()
    const reinit: FlatWhen = {
      ...when(),
      actions: [{ kind: 'reinit', state: 'n', value: parseExpression('1') }],
    }
    expect(() => checkWhenAssignments([reinit, reinit], [equation('der(n)', '1')])).not.toThrow()
  })
})

describe('ConnectionSets', () => {
  const leaf = (name: string, isInside = true) => ({ name, isInside }) as Leaf
  const level = (path: string) => ({ path }) as Instance
  const TOP = level('')
  const SUB = level('sub')
  const texts = (sets: ConnectionSets) =>
    Array.from(sets.all(), (set) => `${set.level.path}: ${set.leaves.map(({ name }) => name).join(' ')}`)

  it('unites variables connected through others, in the order of mention, at the outermost level', () => {
    const sets = new ConnectionSets()
    sets.unite([leaf('a'), leaf('b')], SUB, 1)
    sets.unite([leaf('c'), leaf('d')], SUB, 1)
    sets.unite([leaf('e'), leaf('f')], SUB, 1)
    expect(texts(sets)).toEqual(['sub: a b', 'sub: c d', 'sub: e f'])
    sets.unite([leaf('f'), leaf('b')], TOP, 0)
    expect(texts(sets)).toEqual([': a b e f', 'sub: c d'])
    // the smaller set is moved into the larger one, and the level of either counts
    sets.unite([leaf('c'), leaf('a')], SUB, 1)
    expect(texts(sets)).toEqual([': a b c d e f'])
    sets.unite([leaf('a'), leaf('f')], SUB, 1)
    expect(texts(sets)).toHaveLength(1)
  })

  it('takes the level of a smaller set that is farther outside', () => {
    const sets = new ConnectionSets()
    sets.unite([leaf('a'), leaf('b'), leaf('c')], SUB, 2)
    sets.unite([leaf('d'), leaf('e')], TOP, 0)
    sets.unite([leaf('a'), leaf('d')], level('x'), 1)
    expect(texts(sets)).toEqual([': a b c d e'])
  })

  it('keeps the two sides of a variable in separate sets', () => {
    const sets = new ConnectionSets()
    sets.unite([leaf('p'), leaf('q')], TOP, 0)
    sets.unite([leaf('p', false), leaf('r')], SUB, 1)
    expect(texts(sets)).toEqual([': p q', 'sub: p r'])
    expect(['p', 'q', 'r', 's'].map((name) => sets.isConnectedOutside(name))).toEqual([
      true,
      true,
      true,
      false,
    ])
    const inner = new ConnectionSets()
    inner.unite([leaf('p', false), leaf('r')], SUB, 1)
    expect(inner.isConnectedOutside('p')).toBe(false)
  })
})
