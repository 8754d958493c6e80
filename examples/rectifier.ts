/**
 * A bridge rectifier with ideal diodes: 220 V at 50 Hz charge a capacitor that feeds a load. The state of each diode
 * depends on currents and voltages that depend on the states of all diodes; at each event the model finds the
 * consistent combination, and between events the circuit is linear.
 *
 *   npx tsx examples/rectifier.ts
 */
import { type Experiment, Model, plotText, quantity, type SignalTable, simulate } from 'vario'
import { Capacitor, Ground, IdealDiode, Resistor, SineVoltage } from 'vario/library/electric'
import { isMain } from './support/is-main.ts'

export const Rectifier = Model({
  V: SineVoltage({ V: 220, f: 50 }),
  R1: Resistor({ R: 20 }),
  D1: IdealDiode(),
  D2: IdealDiode(),
  D3: IdealDiode(),
  D4: IdealDiode(),
  C: Capacitor({ C: quantity(100, 'uF') }),
  load: Resistor({ R: 500 }),
  ground: Ground(),
  connect: [
    ['V.p', 'R1.p'],
    ['R1.n', 'D1.p', 'D3.n'],
    ['V.n', 'D2.p', 'D4.n', 'ground.p'],
    ['D1.n', 'D2.n', 'load.p', 'C.p'],
    ['D3.p', 'D4.p', 'load.n', 'C.n'],
  ],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 0.1, plot: [['V.v', 'C.v']] }

/** Five periods of the mains, from a discharged capacitor. */
export function simulateRectifier(tolerance = 1e-6): SignalTable {
  return simulate(Rectifier, { stopTime: 0.1, tolerance })
}

if (isMain(import.meta.url)) {
  const result = simulateRectifier()
  console.log(result.summary({ names: ['V.v', 'R1.i', 'D1.i', 'D1.closed', 'D2.closed', 'C.v', 'load.i'] }))
  console.log(plotText(result, ['V.v', 'C.v'], { heading: 'Mains and capacitor' }))
}
