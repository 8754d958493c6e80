/** Connectors and partial models of electric components. */
import { equationsOnDemand as equations, Model, Var } from '../../model/index.ts'

/** Electric pin: potential v [V], current i [A] into the component. */
export const Pin = Model({
  v: Var({ potential: true, unit: 'V' }),
  i: Var({ flow: true, unit: 'A' }),
})

/** Two pins p, n with the voltage v = p.v - n.v [V] and the current i [A] from p to n. */
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

/** Two pairs of pins with their voltages v1, v2 [V] and currents i1, i2 [A], positive into p1, p2. */
export const TwoPort = Model({
  p1: Pin(),
  n1: Pin(),
  p2: Pin(),
  n2: Pin(),
  v1: Var({ unit: 'V' }),
  v2: Var({ unit: 'V' }),
  i1: Var({ unit: 'A' }),
  i2: Var({ unit: 'A' }),
  equations: equations`
    v1 = p1.v - n1.v
    v2 = p2.v - n2.v
    0 = p1.i + n1.i
    0 = p2.i + n2.i
    i1 = p1.i
    i2 = p2.i
  `,
})
