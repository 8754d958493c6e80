/** A rod as component with memory: compared with numbers, equations, and other ways to run it. */

import { instantiate, linearize, Model, simulate } from 'vario'
import { FixedHeatFlow, FixedTemperature, InsulatedRod } from 'vario/library/heat-transfer'
import { describe, expect, test } from 'vitest'
import { HeatedRod, InsulatedRod2, simulateHeatedRods } from '../../examples/insulated-rod.ts'

describe('insulated rod (thesis 10.1.5, reference case heat-insulated-rod2)', () => {
  test('8 elements give the derived numbers, like the version with equations', () => {
    const { asEquations, withMemory } = simulateHeatedRods()
    const derived = [
      493.0362521, 492.81312758, 492.60294887, 492.41379303, 492.25292921, 492.12653931, 492.03948044,
      491.99509821,
    ]
    const T = withMemory.finalVector('rod.T')
    // the tolerance of both runs is 1e-8; the compared difference has decayed to 1 K below 493 K
    derived.forEach((value, i) => {
      expect(Math.abs(T[i] - value)).toBeLessThan(1e-5)
      expect(Math.abs(T[i] / asEquations.finalVector('rod.T')[i] - 1)).toBeLessThan(1e-7)
    })
    // … and during the run
    for (const t of [1e3, 1e4, 3e4]) {
      const [a, b] = [withMemory.vectorAt('rod.T', t), asEquations.vectorAt('rod.T', t)]
      for (let i = 0; i < 8; i++) expect(Math.abs(a[i] / b[i] - 1)).toBeLessThan(1e-6)
    }
  })

  test('the result has the shapes and units of its elements', () => {
    const rod = instantiate(HeatedRod)
    for (const nT of [1, 8, 100]) {
      const result = rod.simulate({ stopTime: 1e5, merge: { rod: { nT } } })
      const T = result.signal('rod.T')
      expect([T.size, T.unit, T.kind, T.nPoint]).toEqual([[nT], 'K', 'state', 501])
      const derT = result.signal('rod.der(T)')
      expect([derT.size, derT.unit, derT.kind]).toEqual([[nT], 'K/s', 'derivative'])
      expect(T.missing).toBeUndefined()
      expect(result.has('rod.done')).toBe(false)
    }
  })

  test('the heat flow at the ends is the heat that the temperatures absorb', () => {
    const result = simulate(HeatedRod, { stopTime: 1e5, merge: { rod: { nT: 8 } } })
    const C = (450 * 7500 * 0.0004 * 1) / 8
    const Q = result.values('rod.port_a.Q_flow')
    for (let i = 0; i < Q.length; i++) {
      const sum = result
        .values('rod.der(T)')
        .subarray(8 * i, 8 * i + 8)
        .reduce((a, b) => a + b)
      // all are computed from the same temperatures, of 500 K; rounding errors of those are multiplied by G = 0.47 W/K
      expect(Math.abs(C * sum - Q[i])).toBeLessThan(1e-11)
    }
  })

  test('two halves agree with one rod: a linear system with factors from two memories', () => {
    const half = { L: 0.5 }
    const model = Model({
      source: FixedTemperature({ T: 493.15 }),
      a: InsulatedRod2({ ...half, nT: 4 }),
      b: InsulatedRod2({ ...half, nT: 4 }),
      tip: FixedHeatFlow(),
      connect: [
        ['source.port', 'a.port_a'],
        ['a.port_b', 'b.port_a'],
        ['b.port_b', 'tip.port'],
      ],
    })
    const both = simulate(model, { stopTime: 1e4, tolerance: 1e-9 })
    const { withMemory } = simulateHeatedRods()
    const T = [...both.finalVector('a.T'), ...both.finalVector('b.T')]
    withMemory.vectorAt('rod.T', 1e4).forEach((value, i) => {
      expect(Math.abs(T[i] / value - 1)).toBeLessThan(1e-7)
    })
    // instances have separate memories
    expect(both.finalVector('a.T')[0]).toBeGreaterThan(both.finalVector('b.T')[0] + 50)
  })

  test('translation is the same for every number of elements', () => {
    const { translation } = instantiate(HeatedRod)
    expect(translation.states).toEqual([])
    expect(instantiate(HeatedRod({ rod: { nT: 1000 } })).translation.code.dynamics).toEqual(
      translation.code.dynamics,
    )
  })
})

test('the rod as equations and the rod of the library agree with a rod of one element', () => {
  // one element: dT/dt = k*(2*(Ta - T)) with k = lambda/(c*rho), Ta = 493.15
  const k = 74 / (450 * 7500)
  const exact = 493.15 - 200 * Math.exp(-2 * k * 1e4)
  const one = simulate(HeatedRod, { stopTime: 1e4, tolerance: 1e-9, merge: { rod: { nT: 1 } } })
  expect(Math.abs(one.finalVector('rod.T')[0] / exact - 1)).toBeLessThan(1e-8)
  const vector = HeatedRod.extend({ rod: null }).extend({ rod: InsulatedRod({ T: { init: [293.15] } }) })
  const other = simulate(vector, { stopTime: 1e4, tolerance: 1e-9 })
  expect(Math.abs(other.finalVector('rod.T')[0] / exact - 1)).toBeLessThan(1e-8)
})

describe('other evaluations of the same model', () => {
  test('the interpreter agrees with generated code', () => {
    const options = { stopTime: 1e4, merge: { rod: { nT: 6 } } }
    const generated = instantiate(HeatedRod).simulate(options)
    const interpreted = instantiate(HeatedRod, { interpret: true }).simulate(options)
    expect(interpreted.values('rod.T')).toEqual(generated.values('rod.T'))
    expect(interpreted.values('rod.port_a.Q_flow')).toEqual(generated.values('rod.port_a.Q_flow'))
  })

  test('variant states are linearized with the others, by differences', () => {
    const { A, states, isExact } = linearize(HeatedRod({ rod: { nT: 3 } }), { stopTime: 1e3 })
    expect(isExact).toBe(false)
    expect(states).toEqual(['rod.T[1]', 'rod.T[2]', 'rod.T[3]'])
    const k = (74 / (450 * 7500)) * 9
    const exact = [
      [-3, 1, 0],
      [1, -2, 1],
      [0, 1, -1],
    ]
    // one-sided differences of a linear function: rounding errors of 1e-16*400 K over increments of 1.5e-8*400 K
    exact.forEach((row, i) => {
      row.forEach((value, j) => {
        expect(Math.abs(A[i][j] / k - value)).toBeLessThan(1e-6)
      })
    })
  })
})
