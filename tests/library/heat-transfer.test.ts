/** Heat transfer against closed forms. */

import { equations, instantiate, Model, simulate } from 'vario'
import {
  BodyRadiation,
  Convection,
  FixedHeatFlow,
  FixedTemperature,
  HeatCapacitor,
  HeatFlowSensor,
  InsulatedRod,
  PrescribedHeatFlow,
  PrescribedTemperature,
  TemperatureSensor,
  ThermalConductor,
} from 'vario/library/heat-transfer'
import { describe, expect, it } from 'vitest'

const ACCURATE = { tolerance: 1e-9 }

describe('lumped components', () => {
  it('the temperatures of two capacities approach through a conductor, at constant energy', () => {
    const model = Model({
      hot: HeatCapacitor({ C: 200, T: { init: 353.15 } }),
      cold: HeatCapacitor({ C: 300 }),
      G: ThermalConductor({ G: 5 }),
      sensor: HeatFlowSensor(),
      T: TemperatureSensor(),
      connect: [
        ['hot.port', 'sensor.port_a', 'T.port'],
        ['sensor.port_b', 'G.port_a'],
        ['G.port_b', 'cold.port'],
      ],
    })
    const result = simulate(model, { stopTime: 30, ...ACCURATE })
    const mean = (200 * 353.15 + 300 * 293.15) / 500
    const difference = 60 * Math.exp(-5 * (1 / 200 + 1 / 300) * 30)
    expect(result.final('hot.T')).toBeCloseTo(mean + 0.6 * difference, 5)
    expect(result.final('cold.T')).toBeCloseTo(mean - 0.4 * difference, 5)
    expect(result.final('sensor.Q_flow')).toBeCloseTo(5 * difference, 5)
    expect(result.final('T.T')).toBe(result.final('hot.T'))
  })

  it('fixed and prescribed heat flows heat a capacity', () => {
    const model = Model({
      a: FixedHeatFlow({ Q_flow: 10 }),
      b: PrescribedHeatFlow(),
      C: HeatCapacitor({ C: 50, T: { init: 300 } }),
      equations: equations`b.Q_flow = 6*time`,
      connect: [['a.port', 'b.port', 'C.port']],
    })
    expect(simulate(model, { stopTime: 2, ...ACCURATE }).final('C.T')).toBeCloseTo(300 + (20 + 12) / 50, 8)
  })

  it('convection approaches a prescribed temperature', () => {
    const model = Model({
      C: HeatCapacitor({ C: 10, T: { init: 400 } }),
      convection: Convection(),
      fluid: PrescribedTemperature(),
      equations: equations`convection.Gc = 2; fluid.T = 300`,
      connect: [
        ['C.port', 'convection.port_a'],
        ['convection.port_b', 'fluid.port'],
      ],
    })
    const result = simulate(model, { stopTime: 5, ...ACCURATE })
    expect(result.final('C.T')).toBeCloseTo(300 + 100 * Math.exp(-1), 6)
  })

  it('1/T^3 grows linearly by radiation into cold space', () => {
    const model = Model({
      C: HeatCapacitor({ C: 1000, T: { init: 800 } }),
      radiation: BodyRadiation({ Gr: 2 }),
      space: FixedTemperature({ T: 0 }),
      connect: [
        ['C.port', 'radiation.port_a'],
        ['radiation.port_b', 'space.port'],
      ],
    })
    const result = simulate(model, { stopTime: 20, ...ACCURATE })
    const expected = (800 ** -3 + (3 * 2 * 5.670374419e-8 * 20) / 1000) ** (-1 / 3)
    expect(Math.abs(result.final('C.T') / expected - 1)).toBeLessThan(1e-7)
  })
})

describe('InsulatedRod', () => {
  const fill = (n: number, T = 293.15) => new Array<number>(n).fill(T)
  const Rod = Model({
    left: FixedTemperature({ T: 393.15 }),
    rod: InsulatedRod({ T: { init: fill(5) } }),
    right: FixedTemperature(),
    connect: [
      ['left.port', 'rod.port_a'],
      ['rod.port_b', 'right.port'],
    ],
  })
  const diffusivity = 74 / (7500 * 450)

  it('a rod reaches a linear profile, with any number of elements and one translation', () => {
    const model = instantiate(Rod)
    for (const n of [1, 5, 40]) {
      const result = model.simulate({ stopTime: 2e6, merge: { rod: { T: fill(n) } } })
      const T = result.finalVector('rod.T')
      expect(T).toHaveLength(n)
      for (let i = 0; i < n; i++) expect(T[i]).toBeCloseTo(393.15 - (100 * (i + 0.5)) / n, 4)
      expect(result.final('rod.port_a.Q_flow')).toBeCloseTo(74 * 0.0004 * 100, 4)
      expect(result.final('rod.port_b.Q_flow')).toBeCloseTo(-74 * 0.0004 * 100, 4)
    }
  })

  it('the first mode decays with its discrete and, to second order, its continuous rate', () => {
    const rates = [20, 40].map((n) => {
      const T = Array.from({ length: n }, (_, i) => 293.15 + 10 * Math.sin((Math.PI * (i + 0.5)) / n))
      const merge = { left: { T: 293.15 }, rod: { T } }
      const t = 2000
      const result = simulate(Rod, { stopTime: t, tolerance: 1e-10, merge })
      const amplitude = result.finalVector('rod.T')[n / 2 - 1] - 293.15
      return -Math.log(amplitude / (T[n / 2 - 1] - 293.15)) / t
    })
    const exact = diffusivity * Math.PI ** 2
    const errors = rates.map((rate, k) => {
      const n = [20, 40][k]
      const discrete = diffusivity * (2 * n * Math.sin(Math.PI / (2 * n))) ** 2
      expect(Math.abs(rate / discrete - 1)).toBeLessThan(1e-3)
      return Math.abs(rate - exact)
    })
    expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(1.8)
  })

  it('stores the heat that flows in at its ends', () => {
    const model = Rod.extend({ equations: equations`der(Q) = rod.port_a.Q_flow + rod.port_b.Q_flow` })
    const result = simulate(model, { stopTime: 3000, ...ACCURATE })
    const T = result.finalVector('rod.T')
    const stored = T.reduce((sum, Ti) => sum + (Ti - 293.15) * 450 * 7500 * 0.0004 * 0.2, 0)
    expect(Math.abs(stored / result.final('Q') - 1)).toBeLessThan(1e-7)
  })
})
