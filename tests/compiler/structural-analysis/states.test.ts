/** State selection: variables that become states. */

import { describe, expect, it } from 'vitest'
import {
  reduceIndexByPantelides,
  STATE_PREFERENCE,
  selectDummyDerivatives,
} from '../../../src/compiler/structural-analysis/index.ts'
import { createRandom, rigidChain } from './graphs.ts'
import { expectSortable, type Result, select, type Term } from './select-states.ts'

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

  it('leaves one degree of freedom to chains of rigidly coupled inertias', () => {
    for (const n of [2, 10, 1000]) {
      const { graph, a } = rigidChain(n)
      const reduction = reduceIndexByPantelides(graph, a)
      // Variables per inertia: phi, der(phi), w, der(w), tau; phi and w of one of them have init
      const preference = new Uint8Array(reduction.graph.nVars)
      for (let i = 0; i < n; i++) preference[5 * i] = preference[5 * i + 2] = STATE_PREFERENCE.start
      const chosen = Math.floor(n / 2)
      preference[5 * chosen] = preference[5 * chosen + 2] = STATE_PREFERENCE.init
      const selection = selectDummyDerivatives({ ...reduction, solvability: () => 2, preference })
      expect(Array.from(selection.states)).toEqual([5 * chosen, 5 * chosen + 2])
      expect(selection.isExplicit).toBe(true)
      expectSortable(reduction.graph, selection.isState)
    }
  })

  it('always leaves equations that can be sorted', () => {
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
