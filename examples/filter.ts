/**
 * An electric low-pass filter from user-defined components: a connector, a common base of the two-pin components, three
 * of them by inheritance, and a circuit that connects them. No equation is solved for a particular variable: the
 * translation finds the order of computation.
 *
 *   npx tsx examples/filter.ts
 */
import { type Experiment, equations, Model, Par, plotText, type SignalTable, simulate, Var } from 'vario'
import { isMain } from './support/is-main.ts'

/** Connected pins have equal voltages, and currents that sum up to zero. */
const Pin = Model({ v: Var({ potential: true, unit: 'V' }), i: Var({ flow: true, unit: 'A' }) })

const OnePort = Model({
  p: Pin(),
  n: Pin(),
  v: Var({ unit: 'V' }),
  i: Var({ unit: 'A' }),
  equations: equations`
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
  `,
})

const Resistor = OnePort.extend({ R: Par(1, 'Ohm'), equations: equations`R*i = v` })
const Capacitor = OnePort.extend({
  C: Par(1, 'F'),
  v: Var({ init: 0 }),
  equations: equations`C*der(v) = i`,
})
const ConstantVoltage = OnePort.extend({ V: Par(1, 'V'), equations: equations`v = V` })

export const Filter = Model({
  R: Resistor({ R: 0.5 }),
  C: Capacitor({ C: 2 }),
  V: ConstantVoltage({ V: 10 }),
  connect: [
    ['V.p', 'R.p'],
    ['R.n', 'C.p'],
    ['C.n', 'V.n'],
  ],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 6, plot: [['R.v', 'C.v']] }

/** R C = 1 s: six time constants of charging. */
export function simulateFilter(): SignalTable {
  return simulate(Filter, { stopTime: 6 })
}

if (isMain(import.meta.url)) {
  const result = simulateFilter()
  console.log(result.summary({ names: ['time', 'R.v', 'R.i', 'C.v', 'C.der(v)', 'R.R', 'C.C', 'V.V'] }))
  console.log(plotText(result, ['R.v', 'C.v'], { heading: 'Voltages at the resistor and the capacitor' }))
}
