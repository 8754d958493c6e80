import {
  type BipartiteGraph,
  createBipartiteGraph,
  reduceIndex,
  type Solvability,
  STATE_PREFERENCE,
  type StateSelection,
  selectStates,
  sortEquations,
} from 'vario/compiler/structure'
import { describe, expect, it } from 'vitest'
import { createRandom, Names, rigidChain } from './graphs.ts'

/** A term of an equation: [name, class of solvability]; der(x) is written `x'`. */
type Term = readonly [string, number]

interface Result extends StateSelection {
  readonly names: string[]
  readonly graph: BipartiteGraph
  readonly stateNames: string[]
}

/** Index reduction and state selection of equations given by name; classes are inherited by differentiated equations. */
function select(equations: Term[][], preference: Record<string, number>): Result {
  const names = new Names()
  for (const terms of equations) {
    for (const [name] of terms) {
      const base = name.replace(/'+$/, '')
      for (let k = 0; k <= name.length - base.length; k++) names.of(base + "'".repeat(k))
    }
  }
  const list = names.list
  const a = Int32Array.from(list, (name) => list.indexOf(`${name}'`))
  const original = createBipartiteGraph(
    list.length,
    equations.map((terms) => terms.map(([name]) => names.of(name))),
  )
  const reduction = reduceIndex(original, a)
  for (let v = 0; v < reduction.graph.nVars; v++) {
    const below = reduction.integralOfVar[v]
    if (v >= list.length) list.push(`${list[below]}'`)
  }
  // Linear equations: the derivative holds the derivatives only, with the same factors
  const rows: Map<number, number>[] = []
  for (let e = 0; e < reduction.graph.nEqs; e++) {
    const row = new Map<number, number>()
    if (e < equations.length) for (const [name, c] of equations[e]) row.set(names.of(name), c)
    else {
      for (const [v, c] of rows[reduction.integralOfEq[e]]) {
        row.set(reduction.derivativeOfVar[v], c)
        if (c <= 0) row.set(v, c)
      }
    }
    rows.push(row)
  }
  const graph = createBipartiteGraph(
    list.length,
    rows.map((row) => Array.from(row.keys())),
  )
  const solvability: Solvability = (e, v) => rows[e].get(v)!
  const classes = Uint8Array.from(
    list,
    (name, v) =>
      preference[name] ??
      (v < a.length && a[v] >= 0 ? STATE_PREFERENCE.differentiated : STATE_PREFERENCE.none),
  )
  const selection = selectStates({
    graph,
    derivativeOfVar: reduction.derivativeOfVar,
    derivativeOfEq: reduction.derivativeOfEq,
    solvability,
    preference: classes,
  })
  return { ...selection, names: list, graph, stateNames: Array.from(selection.states, (v) => list[v]) }
}

/** Fails unless the whole system can be sorted with the states known; returns the sizes of the blocks. */
function expectSortable(graph: BipartiteGraph, isState: Uint8Array): number[] {
  const { matching, blocks } = sortEquations(graph, isState)
  expect(matching.size).toBe(graph.nEqs)
  expect(graph.nVars - isState.reduce((x, y) => x + y, 0)).toBe(graph.nEqs)
  return Array.from({ length: blocks.nBlocks }, (_, b) => blocks.blockPtr[b + 1] - blocks.blockPtr[b])
}

const { start, init } = STATE_PREFERENCE

describe('state selection', () => {
  it('makes the variable of an ODE a state', () => {
    const result = select(
      [
        [['u', 2]],
        [
          ["x'", 1],
          ['u', 1],
          ['x', 1],
        ],
        [
          ['y', 2],
          ['x', 1],
        ],
      ],
      { x: init },
    )
    expect(result.stateNames).toEqual(['x'])
    expect(result.constraintSets).toEqual([])
    expect(expectSortable(result.graph, result.isState)).toEqual([1, 1, 1])
  })

  const gear = (): Term[][] => [
    [['tau', 2]],
    [
      ['w1', 2],
      ["phi1'", 2],
    ],
    [
      ["w1'", 1],
      ['tau', 2],
      ['tau1', 2],
    ],
    [
      ['phi1', 2],
      ['phi2', 1],
    ],
    [
      ['tau1', 1],
      ['tau2', 2],
    ],
    [
      ['w2', 2],
      ["phi2'", 2],
    ],
    [
      ["w2'", 1],
      ['tau2', 2],
    ],
  ]

  it('keeps the side of a gear that avoids a division (tutorial-gear-state-selection)', () => {
    const result = select(gear(), { phi1: init, w1: init, phi2: init, w2: init })
    expect(result.stateNames.sort()).toEqual(['phi2', 'w2'])
    expect(result.isExplicit).toBe(true)
    expect(Array.from(result.dummies, (v) => result.names[v]).sort()).toEqual([
      'phi1',
      "phi1'",
      "phi2'",
      'w1',
    ])
    expectSortable(result.graph, result.isState)
  })

  it('keeps the variables with init (tutorial-gear-removed-inits)', () => {
    expect(select(gear(), { phi2: init, w2: init }).stateNames.sort()).toEqual(['phi2', 'w2'])
    const other = select(gear(), { phi1: init, w1: init })
    expect(other.stateNames.sort()).toEqual(['phi1', 'w1'])
    expectSortable(other.graph, other.isState)
  })

  it('selects the published states of states-two-coupled-inertias', () => {
    const result = select(
      [
        [
          ['J1_w', 2],
          ["J1_phi'", 2],
        ],
        [
          ["J1_w'", 1],
          ['J1_tau', 2],
        ],
        [
          ['J2_w', 2],
          ["J2_phi'", 2],
        ],
        [
          ["J2_w'", 1],
          ['J2_tau', 2],
        ],
        [
          ['J2_phi', 2],
          ['J1_phi', 2],
        ],
        [
          ['J2_tau', 2],
          ['J1_tau', 2],
        ],
      ],
      { J1_phi: start, J1_w: start, J2_phi: start, J2_w: start },
    )
    expect(result.stateNames).toEqual(['J1_w', 'J1_phi'])
    expect(result.isExplicit).toBe(true)
    expectSortable(result.graph, result.isState)
  })

  it('keeps position and velocity of the same coordinate without a velocity variable', () => {
    const result = select(
      [
        [
          ["x''", 1],
          ['f', 2],
        ],
        [
          ["y''", 1],
          ['f', 2],
        ],
        [
          ['x', 2],
          ['y', 2],
        ],
      ],
      {},
    )
    expect(result.stateNames).toEqual(['x', "x'"])
    expectSortable(result.graph, result.isState)
  })

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
    // One of x3, x4 must give way: they are equal
    expect(result.stateNames.filter((name) => name === 'x3' || name === 'x4').length).toBe(1)
    expectSortable(result.graph, result.isState)
  })

  it('says so if constraints can be solved simultaneously only', () => {
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

  it('leaves one degree of freedom to chains of rigidly coupled inertias', () => {
    for (const n of [2, 10, 1000]) {
      const { graph, a } = rigidChain(n)
      const reduction = reduceIndex(graph, a)
      // Variables per inertia: phi, der(phi), w, der(w), tau; phi and w of one of them have init
      const preference = new Uint8Array(reduction.graph.nVars)
      for (let i = 0; i < n; i++) preference[5 * i] = preference[5 * i + 2] = STATE_PREFERENCE.start
      const chosen = Math.floor(n / 2)
      preference[5 * chosen] = preference[5 * chosen + 2] = STATE_PREFERENCE.init
      const selection = selectStates({ ...reduction, solvability: () => 2, preference })
      expect(Array.from(selection.states)).toEqual([5 * chosen, 5 * chosen + 2])
      expect(selection.isExplicit).toBe(true)
      expectSortable(reduction.graph, selection.isState)
    }
  })

  it('always leaves a system that can be sorted', () => {
    const random = createRandom(10)
    let nConstrained = 0
    for (let k = 0; k < 200; k++) {
      // Masses with random constraints, each with a multiplier that acts on its masses
      const n = 2 + Math.floor(5 * random())
      const equations: Term[][] = []
      const forces: Term[][] = Array.from({ length: n }, () => [])
      for (let c = 0; c < Math.floor(random() * n); c++) {
        const members = Array.from({ length: n }, (_, i) => i).filter(() => random() < 0.5)
        if (members.length < 2) continue
        equations.push(members.map((i): Term => [`x${i}`, random() < 0.2 ? 0 : 1 + Math.floor(2 * random())]))
        for (const i of members) forces[i].push([`f${c}`, 1])
      }
      const preference: Record<string, number> = {}
      for (let i = 0; i < n; i++) {
        equations.push(
          [
            [`v${i}`, 2],
            [`x${i}'`, 2],
          ],
          [[`v${i}'`, 1], ...forces[i]],
        )
        preference[`x${i}`] = Math.floor(5 * random())
      }
      let result: Result
      try {
        result = select(equations, preference)
      } catch (error) {
        expect(String(error)).toMatch(/structurally singular/)
        continue
      }
      if (result.constraintSets.length > 0) nConstrained++
      expect(result.isSingular).toBe(false)
      expectSortable(result.graph, result.isState)
      for (const set of result.constraintSets) expect(set.solvedVars.length).toBe(set.eqs.length)
    }
    expect(nConstrained).toBeGreaterThan(50)
  })
})
