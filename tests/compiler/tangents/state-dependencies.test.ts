/** States on which derivatives depend, determined by inspection. */
import { describe, expect, it } from 'vitest'
import { findDependencies, findStatesBehind } from '../../../src/compiler/index.ts'
import { func, handmade, modelWith, system } from '../handmade.ts'

const rowsOf = (found: ReturnType<typeof findDependencies>) => found!.rows.map((row) => [...row])

describe('findDependencies', () => {
  const chain = handmade({
    states: ['x', 'y', 'z'],
    dynamics: ['a = z - x', 'der(x) = y*p', 'b = 2*a', 'der(y) = b + sin(y)*a', 'der(z) = 1 + time'],
  })

  it('follows assignments; rows are ascending without repetition', () => {
    const found = findDependencies(chain, 1000)!
    expect(rowsOf(found)).toEqual([[1], [0, 1, 2], []])
    expect([...found.statesOf('a')]).toEqual([0, 2])
    expect([...found.statesOf('z')]).toEqual([2])
    expect([...found.statesOf('p')]).toEqual([])
    expect([...found.readsMemory, ...found.feedsMemory]).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('counts a repeated name once, without the list of another name', () => {
    const found = findDependencies(
      handmade({ states: ['x', 'y'], dynamics: ['a = x', 'b = a + x', 'der(x) = b', 'der(y) = y + b'] }),
      1000,
    )
    expect(rowsOf(found)).toEqual([[0], [0, 1]])
  })

  it('makes all unknowns of a system depend on the names in any of its equations, not on each other', () => {
    const block = system(['s'], ['t = x - s'], ['s*t - z'])
    const found = findDependencies(
      handmade({ states: ['x', 'y', 'z'], dynamics: [block, 'der(x) = t', 'der(y) = y', 'der(z) = s + y'] }),
      1000,
    )!
    expect(rowsOf(found)).toEqual([[0, 2], [1], [0, 1, 2]])
    expect([...found.statesOf('s')]).toEqual([0, 2])
  })

  it('sorts numbers of several digits numerically', () => {
    const states = Array.from({ length: 12 }, (_, k) => `x${k}`)
    const dynamics = states.map((name, k) => `der(${name}) = ${k === 0 ? 'x10 + x9 + x2 + x11' : '1'}`)
    expect(rowsOf(findDependencies(handmade({ states, dynamics }), 1000))[0]).toEqual([2, 9, 10, 11])
  })

  it('finds the states that feed memories and the derivatives that read them', () => {
    const model = modelWith(new Map([func('mem', true), func('plain')]))
    const found = findDependencies(
      handmade({
        model,
        states: ['x', 'y', 'z', 'w'],
        dynamics: [
          'm = mem(x + 1)',
          'n = 2*m',
          'der(x) = plain(y)',
          'der(y) = n',
          'der(z) = mem(z)',
          'der(w) = w',
        ],
      }),
      1000,
    )!
    expect([...found.feedsMemory]).toEqual([1, 0, 1, 0])
    expect([...found.readsMemory]).toEqual([0, 1, 1, 0])
  })

  it('gives up beyond ten times the limit, and retries with a higher one', () => {
    // Entries propagated: 1 + 1 of x and y, then twice the 2 of a
    const states = ['x', 'y']
    const make = () => handmade({ states, dynamics: ['a = x + y', 'der(x) = a', 'der(y) = a'] })
    expect(findDependencies(make(), 0.5)).toBeNull()
    expect(findDependencies(make(), 0.6)).not.toBeNull()
    const same = make()
    expect(findDependencies(same, 0.1)).toBeNull()
    expect(findDependencies(same, 0.05)).toBeNull()
    expect(rowsOf(findDependencies(same, 10))).toEqual([
      [0, 1],
      [0, 1],
    ])
    expect(findDependencies(same, 0.1)).not.toBeNull()
  })
})

describe('findStatesBehind', () => {
  const model = modelWith(new Map([func('mem', true)]))
  const translation = handmade({
    model,
    states: ['x', 'y', 'z'],
    dynamics: ['a = x', 'm = mem(y)', 'der(x) = a', 'der(y) = m', 'der(z) = z'],
    rest: ['b = a + 1', 'c = b*z', 'd = m'],
    aliases: new Map([['bb', { name: 'b', sign: -1 }]]),
  })

  it.each([
    ['b', ['x']],
    ['bb', ['x']],
    ['c', ['x', 'z']],
    ['z', ['z']],
    ['nothing', []],
    ['d', null],
  ])('finds for %s', (variable, states) => {
    expect(findStatesBehind(translation, variable)).toEqual(states)
  })
})
