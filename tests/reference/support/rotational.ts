/** Rotational components of the reference cases. */
import { equations, Model, Par, Var } from 'vario'
import { Pin } from './electric.ts'

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

export const Fixed = Model({ flange: Flange(), equations: equations`flange.phi = 0` })

const Compliant = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  phi_rel: Var({ unit: 'rad' }),
  tau: Var({ unit: 'N.m' }),
  equations: equations`
    phi_rel = flange_b.phi - flange_a.phi
    flange_b.tau = tau
    flange_a.tau = -tau
  `,
})

export const Spring = Compliant.extend({
  c: Par(1, 'N.m/rad'),
  phi_rel0: Par(0, 'rad'),
  equations: equations`tau = c*(phi_rel - phi_rel0)`,
})

export const SpringDamper = Compliant.extend({
  c: Par(1, 'N.m/rad'),
  d: Par(0, 'N.m.s/rad'),
  phi_rel0: Par(0, 'rad'),
  equations: equations`tau = c*(phi_rel - phi_rel0) + d*der(phi_rel)`,
})

export const Damper = Compliant.extend({
  d: Par(1, 'N.m.s/rad'),
  phi_rel: Var({ start: 0 }),
  w_rel: Var({ unit: 'rad/s' }),
  equations: equations`
    w_rel = der(phi_rel)
    tau = d*w_rel
  `,
})

/** Damper to the surroundings. */
export const AbsoluteDamper = Model({
  flange: Flange(),
  d: Par(1, 'N.m.s/rad'),
  phi: Var({ init: 0, unit: 'rad' }),
  equations: equations`
    phi = flange.phi
    w = der(phi)
    flange.tau = d*w
  `,
})

export const EMF = Model({
  p: Pin(),
  n: Pin(),
  flange: Flange(),
  k: Par(1, 'N.m/A'),
  equations: equations`
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
    phi = flange.phi
    w = der(phi)
    k*w = v
    flange.tau = -k*i
  `,
})

export const IdealGear = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  ratio: 1,
  equations: equations`
    phi_a = flange_a.phi
    phi_b = flange_b.phi
    phi_a = ratio*phi_b
    0 = ratio*flange_a.tau + flange_b.tau
  `,
})

export const IdealGearWithSupport = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  support: Flange(),
  ratio: 1,
  equations: equations`
    phi_a = flange_a.phi - support.phi
    phi_b = flange_b.phi - support.phi
    phi_a = ratio*phi_b
    0 = ratio*flange_a.tau + flange_b.tau
    0 = flange_a.tau + flange_b.tau + support.tau
  `,
})

export const Torque = Model({
  tau: Var({ input: true, unit: 'N.m' }),
  flange: Flange(),
  equations: equations`flange.tau = -tau`,
})

export const SpeedSensor = Model({
  flange: Flange(),
  w: Var({ output: true, unit: 'rad/s' }),
  equations: equations`
    flange.tau = 0
    w = der(flange.phi)
  `,
})
