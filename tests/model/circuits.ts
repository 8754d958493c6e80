/** Small component library for the tests of the language. */
import { Model } from 'vario'
import { Capacitor, ConstantVoltage, Ground, Resistor } from '../reference/support/electric.ts'

export { Capacitor, ConstantVoltage, Ground, OnePort, Pin, Resistor } from '../reference/support/electric.ts'
export { Flange, Inertia } from '../reference/support/rotational.ts'

export const Filter = Model({
  R: Resistor({ R: 0.5 }),
  C: Capacitor({ C: 2, v: { init: 0.1 } }),
  V: ConstantVoltage({ V: 10 }),
  ground: Ground(),
  connect: [
    ['V.p', 'R.p'],
    ['R.n', 'C.p'],
    ['C.n', 'V.n', 'ground.p'],
  ],
})
