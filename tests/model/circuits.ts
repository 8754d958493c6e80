/** Small component library for the tests of the language. */
import { equations, Model, Par, Var } from 'vario'

export const Pin = Model({ v: Var({ potential: true, unit: 'V' }), i: Var({ flow: true, unit: 'A' }) })

export const OnePort = Model({
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

export const Resistor = OnePort.extend({ R: Par(1, 'Ohm'), equations: equations`R*i = v` })
export const Capacitor = OnePort.extend({
  C: Par(1, 'F'),
  v: Var({ init: 0 }),
  equations: equations`C*der(v) = i`,
})
export const ConstantVoltage = OnePort.extend({ V: Par(1, 'V'), equations: equations`v = V` })
export const Ground = Model({ p: Pin(), equations: equations`p.v = 0` })

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

export const Flange = Model({
  phi: Var({ potential: true, unit: 'rad' }),
  tau: Var({ flow: true, unit: 'N.m' }),
})
export const Inertia = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  J: Par(1, 'kg.m2'),
  phi: Var({ init: 0, unit: 'rad' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  equations: equations`
    phi = flange_a.phi
    phi = flange_b.phi
    w = der(phi)
    a = der(w)
    J*a = flange_a.tau + flange_b.tau
  `,
})
