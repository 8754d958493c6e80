/** Electric components of the reference cases. */
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

export const Inductor = OnePort.extend({
  L: Par(1, 'H'),
  i: Var({ init: 0 }),
  equations: equations`L*der(i) = v`,
})

export const ConstantVoltage = OnePort.extend({ V: Par(1, 'V'), equations: equations`v = V` })

/** The cases use the literal 3.14, not pi. */
export const SineVoltage = OnePort.extend({
  V: Par(1, 'V'),
  f: Par(1, 'Hz'),
  equations: equations`v = V*sin(2*3.14*f*time)`,
})

/** Straight lines through the origin: nearly a short circuit for s > 0, nearly an open one for s < 0. */
export const IdealDiode = OnePort.extend({
  Ron: Par(1e-5, 'Ohm'),
  Goff: Par(1e-5, '1/Ohm'),
  uV: Par(1, 'V'),
  uA: Par(1, 'A'),
  s: Var({ start: 0 }),
  equations: equations`
    closed = positive(s)
    v = s*(if closed then Ron*uA else uV)
    i = s*(if closed then uA else Goff*uV)
  `,
})

export const Ground = Model({ p: Pin(), equations: equations`p.v = 0` })

export const SignalVoltage = Model({
  v: Var({ input: true, unit: 'V' }),
  p: Pin(),
  n: Pin(),
  i: Var({ unit: 'A' }),
  equations: equations`
    p.v - n.v = v
    0 = p.i + n.i
    i = p.i
  `,
})

export const CurrentSensor = Model({
  i: Var({ output: true, unit: 'A' }),
  p: Pin(),
  n: Pin(),
  equations: equations`
    p.v = n.v
    0 = p.i + n.i
    i = p.i
  `,
})
