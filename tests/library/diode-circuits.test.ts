/** Inductors in series with exponential diodes: the current determines a voltage that depends on it by 1e8 V/A. */

import { instantiate, Model, simulate } from 'vario'
import { Capacitor, Diode, Ground, Inductor, Resistor, SineVoltage } from 'vario/library/electric'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'bdf', 'radau5'] as const

const Rectifier = Model({
  V: SineVoltage({ V: 10, f: 50 }),
  L: Inductor({ L: 1e-3 }),
  D: Diode(),
  C: Capacitor({ C: 1e-4 }),
  R: Resistor({ R: 100 }),
  ground: Ground(),
  connect: [
    ['V.p', 'L.p'],
    ['L.n', 'D.p'],
    ['D.n', 'C.p', 'R.p'],
    ['C.n', 'R.n', 'V.n', 'ground.p'],
  ],
})

/** C.v at 0.04 s from scipy's Radau with rtol 1e-7 and the exact Jacobian, the diode solved by bisection. */
const FROM_SCIPY = 2.3083186

describe('a rectifier with inductor and exponential diode', () => {
  // Two periods with two conducting phases: global errors of some ten tolerances
  it.each(SOLVERS.flatMap((solver) => [1e-4, 1e-6, 1e-8].map((tolerance) => [solver, tolerance] as const)))(
    '%s, tolerance %s',
    (solver, tolerance) => {
      const result = simulate(Rectifier, { stopTime: 0.04, solver, tolerance })
      expect(Math.abs(result.final('C.v') / FROM_SCIPY - 1)).toBeLessThan(20 * tolerance)
      expect(Math.min(...result.values('L.i'))).toBeGreaterThan(-2e-6)
    },
  )

  it('other diodes, sizes and scales agree with a much finer tolerance', () => {
    const model = instantiate(Rectifier)
    const variants = [
      { D: { R: 1e6 } },
      { D: { R: 1e11 } },
      { D: { Ids: 1e-9, Vt: 0.025, Maxexp: 30 } },
      { D: { Ids: 1e-12, Vt: 0.026, Maxexp: 35 } },
      { L: { L: 1e-5 } },
      { L: { L: 0.1 } },
      { C: { C: 1e-6 }, R: { R: 1e4 } },
      { V: { V: 1000 } },
    ]
    for (const merge of variants) {
      const fine = simulate(Rectifier, { stopTime: 0.04, solver: 'radau5', tolerance: 1e-10, merge })
      for (const solver of SOLVERS) {
        const result = model.simulate({ stopTime: 0.04, solver, merge })
        // the default tolerance 1e-6, and global errors of up to a hundred of it in resonant circuits
        expect(Math.abs(result.final('C.v') / fine.final('C.v') - 1)).toBeLessThan(1e-4)
      }
    }
  })
})

describe('a three-phase bridge with six diodes', () => {
  const phase = (k: number) => SineVoltage({ V: 100, f: 50, phase: (-2 * Math.PI * k) / 3 })
  const Bridge = Model({
    V1: phase(0),
    V2: phase(1),
    V3: phase(2),
    L1: Inductor({ L: 1e-3 }),
    L2: Inductor({ L: 1e-3 }),
    L3: Inductor({ L: 1e-3 }),
    D1: Diode(),
    D2: Diode(),
    D3: Diode(),
    D4: Diode(),
    D5: Diode(),
    D6: Diode(),
    C: Capacitor({ C: 1e-3 }),
    R: Resistor({ R: 50 }),
    ground: Ground(),
    connect: [
      ['V1.n', 'V2.n', 'V3.n', 'ground.p'],
      ['V1.p', 'L1.p'],
      ['V2.p', 'L2.p'],
      ['V3.p', 'L3.p'],
      ['L1.n', 'D1.p', 'D4.n'],
      ['L2.n', 'D2.p', 'D5.n'],
      ['L3.n', 'D3.p', 'D6.n'],
      ['D1.n', 'D2.n', 'D3.n', 'C.p', 'R.p'],
      ['D4.p', 'D5.p', 'D6.p', 'C.n', 'R.n'],
    ],
  })

  it('auto and radau5 agree, in thousands of steps, not millions', () => {
    const fine = simulate(Bridge, { stopTime: 0.02, solver: 'radau5', tolerance: 1e-8 })
    for (const solver of ['auto', 'radau5'] as const) {
      const result = simulate(Bridge, { stopTime: 0.02, solver })
      // Rounding-size errors decide if a diode conducts for a moment: some ten tolerances
      expect(Math.abs(result.final('C.v') / fine.final('C.v') - 1)).toBeLessThan(1e-4)
      const { f } = result.attributes.statistics as { f: number }
      expect(f).toBeLessThan(100_000)
    }
  })
})
