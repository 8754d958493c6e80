/** Cases of the language reference: heat transfer. */
import { instantiate, Model, simulate } from 'vario'
import { describe, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { expectClose, SIMULATION_TOLERANCE as tolerance } from './support/expect-close.ts'
import {
  FixedHeatFlow,
  FixedTemperature,
  HeatCapacitor,
  InsulatedRod,
  ThermalConductor,
} from './support/heat.ts'

checkInterpreter()

describe('heat transfer', () => {
  it('heat-simple-rod', () => {
    const model = Model({
      fixedT: FixedTemperature({ T: 393.15 }),
      C: HeatCapacitor({ C: 200 }),
      G: ThermalConductor({ G: 100 }),
      connect: [
        ['fixedT.port', 'G.port_a'],
        ['G.port_b', 'C.port'],
      ],
    })
    const result = simulate(model, { stopTime: 15, tolerance })
    expectClose(result.final('C.T'), 393.15 - 100 * Math.exp(-7.5))
  })

  const HeatedRod = Model({
    fixedT: FixedTemperature({ T: 493.15 }),
    fixedQflow: FixedHeatFlow(),
    rod: InsulatedRod({ T: { init: [293.15, 293.15, 293.15, 293.15, 293.15] } }),
    connect: [
      ['fixedT.port', 'rod.port_a'],
      ['rod.port_b', 'fixedQflow.port'],
    ],
  })

  /**
   * Temperatures at t, from the modes of the chain: with the fixed end half an element before the first node and the insulated end
   * half an element behind the last one, the eigenvectors are sin((j - 1/2)*theta), theta = (2k - 1)*pi/(2n).
   */
  function temperatures(n: number, t: number): number[] {
    const dx = 1 / n
    const rate = 74 / (450 * 7500 * dx * dx)
    const T = new Array<number>(n).fill(493.15)
    for (let k = 1; k <= n; k++) {
      const theta = ((2 * k - 1) * Math.PI) / (2 * n)
      const decay = Math.exp(-4 * rate * Math.sin(theta / 2) ** 2 * t)
      let amplitude = 0
      let norm = 0
      for (let j = 1; j <= n; j++) {
        amplitude += -200 * Math.sin((j - 0.5) * theta)
        norm += Math.sin((j - 0.5) * theta) ** 2
      }
      for (let j = 1; j <= n; j++) T[j - 1] += (amplitude / norm) * decay * Math.sin((j - 0.5) * theta)
    }
    return T
  }

  it('heat-insulated-rod', () => {
    const result = simulate(HeatedRod, { stopTime: 1e5, tolerance })
    const expected = [492.963024, 492.607375, 492.304842, 492.085039, 491.969482]
    temperatures(5, 1e5).forEach((T, i) => {
      expectClose(T, expected[i], 2e-9)
      expectClose(result.final(`rod.T[${i + 1}]`), T)
    })
  })

  it('heat-insulated-rod2: the number of elements changes without a new translation', () => {
    const model = instantiate(HeatedRod)
    for (const n of [8, 100, 1]) {
      const merge = { rod: { T: new Array<number>(n).fill(293.15) } }
      const result = model.simulate({ stopTime: 1e5, tolerance, merge })
      temperatures(n, 1e5).forEach((T, i) => {
        expectClose(result.final(`rod.T[${i + 1}]`), T)
      })
    }
    const eight = [493.0362521, 492.81312758, 492.60294887, 492.41379303]
    eight.forEach((T, i) => {
      expectClose(temperatures(8, 1e5)[i], T, 2e-10)
    })
  })
})
