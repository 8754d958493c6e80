/** State selection between variables related by constraints. */

import { describe, expect, it } from 'vitest'
import { STATE_PREFERENCE } from '../../../src/compiler/structural-analysis/index.ts'
import { expectSortable, select, type Term } from './select-states.ts'

const { start, init } = STATE_PREFERENCE

describe('state selection', () => {
  it('reports that the choice depends on the position for the Cartesian pendulum', () => {
    const result = select(
      [
        [
          ["x'", 2],
          ['w', 2],
        ],
        [
          ["y'", 2],
          ['z', 2],
        ],
        [
          ["w'", 2],
          ['T', 0],
          ['x', 0],
        ],
        [
          ["z'", 2],
          ['T', 0],
          ['y', 0],
        ],
        [
          ['x', 0],
          ['y', 0],
        ],
      ],
      { x: init, y: start },
    )
    expect(result.isExplicit).toBe(false)
    expect(result.isSingular).toBe(false)
    expect(result.constraintSets.map((set) => [set.level, set.kind])).toEqual([
      [2, 'implicit'],
      [1, 'implicit'],
    ])
    expect(result.constraintSets.map((set) => Array.from(set.implicitEqs))).toEqual([[4], [5]])
    expect(result.stateNames.sort()).toEqual(['w', 'x'])
    expectSortable(result.graph, result.isState)
  })

  it('selects one current of two inductors in series (LRRL after elimination)', () => {
    const result = select(
      [
        [
          ["i1'", 1],
          ['v1', 2],
        ],
        [
          ["i2'", 1],
          ['v2', 2],
        ],
        [
          ['i1', 2],
          ['i2', 2],
        ],
        [
          ['v1', 2],
          ['v2', 2],
          ['vR', 2],
        ],
        [
          ['iR1', 1],
          ['vR', 2],
        ],
        [
          ['iR2', 1],
          ['vR', 2],
        ],
        [
          ['i1', 2],
          ['iR1', 2],
          ['iR2', 2],
        ],
      ],
      { i2: init },
    )
    expect(result.stateNames).toEqual(['i2'])
    expectSortable(result.graph, result.isState)
  })

  it('selects two currents of three inductors in a star', () => {
    const equations: Term[][] = [
      [
        ['i1', 2],
        ['i2', 2],
        ['i3', 2],
      ],
    ]
    for (const k of [1, 2, 3])
      equations.push([
        [`i${k}'`, 1],
        ['v', 2],
      ])
    expect(select(equations, {}).stateNames).toEqual(['i1', 'i2'])
    const result = select(equations, { i3: init })
    expect(result.stateNames).toEqual(['i1', 'i3'])
    expect(result.isExplicit).toBe(true)
    expectSortable(result.graph, result.isState)
  })

  it('prefers a sequence to a loop, which might be singular', () => {
    const equations: Term[][] = [
      [
        ['x1', 2],
        ['x2', 2],
        ['x3', 2],
      ],
      [
        ['x1', 2],
        ['x2', 2],
        ['x4', 2],
      ],
    ]
    for (const k of [1, 2, 3, 4])
      equations.push([
        [`x${k}'`, 1],
        ['f1', 2],
        ['f2', 2],
      ])
    const result = select(equations, { x3: init, x4: init })
    expect(result.isExplicit).toBe(true)
    // One of x3, x4 must be eliminated: they are equal
    expect(result.stateNames.filter((name) => name === 'x3' || name === 'x4').length).toBe(1)
    expectSortable(result.graph, result.isState)
  })

  it('reports constraints that can only be solved simultaneously', () => {
    const equations: Term[][] = [
      [
        ['x1', 1],
        ['x2', 1],
      ],
      [
        ['x1', 1],
        ['x2', 1],
      ],
    ]
    for (const k of [1, 2])
      equations.push([
        [`x${k}'`, 1],
        ['f1', 2],
        ['f2', 2],
      ])
    const result = select(equations, {})
    expect(result.constraintSets[0].kind).toBe('loop')
    expect(Array.from(result.constraintSets[0].implicitEqs)).toEqual([0, 1])
    expect(result.states.length).toBe(0)
    expectSortable(result.graph, result.isState)
  })
})
