/** Inertias, compliances, gears and the electric motor. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'
import { Pin } from '../electric/index.ts'
import {
  elastoGapEquations,
  idealGearEquations,
  stopEquations,
  supportedGearEquations,
} from '../one-axis/index.ts'
import { Flange, PartialCompliant } from './interfaces.ts'

/** Flange fixed in the housing at the angle 0. */
export const Fixed = Model({ flange: Flange(), equations: equations`flange.phi = 0` })

/** Rotating mass. Moment of inertia J [kg.m2]; initial angle phi [rad] and angular velocity w [rad/s]. */
export const Inertia = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  J: Par(1, 'kg.m2'),
  phi: Var({ init: 0, unit: 'rad' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  a: Var({ unit: 'rad/s2' }),
  equations: equations`
    phi = flange_a.phi
    phi = flange_b.phi
    w = der(phi)
    a = der(w)
    J*a = flange_a.tau + flange_b.tau
  `,
})

/** Linear spring. Stiffness c [N.m/rad], free angle phi_rel0 [rad]. */
export const Spring = PartialCompliant.extend({
  c: Par(1, 'N.m/rad'),
  phi_rel0: Par(0, 'rad'),
  equations: equations`tau = c*(phi_rel - phi_rel0)`,
})

/** Linear damper. Damping constant d [N.m.s/rad]. */
export const Damper = PartialCompliant.extend({
  d: Par(1, 'N.m.s/rad'),
  phi_rel: Var({ start: 0 }),
  w_rel: Var({ unit: 'rad/s' }),
  equations: equations`
    w_rel = der(phi_rel)
    tau = d*w_rel
  `,
})

/** Spring and damper in parallel. Stiffness c [N.m/rad], damping constant d [N.m.s/rad], free angle phi_rel0 [rad]. */
export const SpringDamper = PartialCompliant.extend({
  c: Par(1, 'N.m/rad'),
  d: Par(0, 'N.m.s/rad'),
  phi_rel0: Par(0, 'rad'),
  equations: equations`tau = c*(phi_rel - phi_rel0) + d*der(phi_rel)`,
})

/**
 * Spring and damper that act only while phi_rel < phi_rel0 and never pull: the damping torque is at most that of the
 * spring. Stiffness c [N.m/rad], damping constant d [N.m.s/rad], angle of contact phi_rel0 [rad].
 */
export const ElastoGap = PartialCompliant.extend({
  c: Par(1, 'N.m/rad'),
  d: Par(1, 'N.m.s/rad'),
  phi_rel0: Par(0, 'rad'),
  equations: elastoGapEquations({
    position: 'phi_rel',
    atContact: 'phi_rel0',
    force: 'tau',
    ofSpring: 'tau_c',
    ofDamper: 'tau_d',
  }),
})

/** Electromotive force: k*w = v, and torque k*i. Transformation coefficient k [N.m/A]. */
export const EMF = Model({
  p: Pin(),
  n: Pin(),
  flange: Flange(),
  k: Par(1, 'N.m/A'),
  v: Var({ unit: 'V' }),
  i: Var({ unit: 'A' }),
  phi: Var({ unit: 'rad' }),
  w: Var({ unit: 'rad/s' }),
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

/** Gear without losses and inertia, mounted in the fixed housing. Transmission ratio = flange_a.phi/flange_b.phi. */
export const IdealGear = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  ratio: Par(1),
  phi_a: Var({ unit: 'rad' }),
  phi_b: Var({ unit: 'rad' }),
  equations: idealGearEquations({ position: 'phi', force: 'tau' }),
})

/**
 * Gear without losses and inertia whose housing is the flange `support`. Transmission ratio of the angles relative to
 * it.
 */
export const IdealGearWithSupport = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  support: Flange(),
  ratio: Par(1),
  phi_a: Var({ unit: 'rad' }),
  phi_b: Var({ unit: 'rad' }),
  equations: supportedGearEquations({ position: 'phi', force: 'tau' }),
})

/**
 * Rotating mass between rigid stops at phi_min and phi_max [rad], with the coefficient of restitution e (0: an impact ends
 * at rest; below w_small [rad/s] always). Moment of inertia J [kg.m2]; initial angle phi [rad] and angular velocity w
 * [rad/s]. `stop`: 1 at rest at phi_max, -1 at phi_min, 0 between them; tau_stop [N.m]: torque of the stop.
 */
export const InertiaWithStops = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  J: Par(1, 'kg.m2'),
  phi_min: Par(-1, 'rad'),
  phi_max: Par(1, 'rad'),
  e: Par(0, { min: 0, max: 1 }),
  w_small: Par(1e-3, 'rad/s', { min: 0 }),
  phi: Var({ init: 0, unit: 'rad' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  a: Var({ unit: 'rad/s2' }),
  tau_stop: Var({ unit: 'N.m' }),
  stop: Var({ start: 0 }),
  sa: Var(),
  equations: equations`
    phi = flange_a.phi
    phi = flange_b.phi
    w = der(phi)
    a = der(w)
    J*a = flange_a.tau + flange_b.tau + tau_stop
  `,
}).extend({
  equations: stopEquations({
    position: 'phi',
    velocity: 'w',
    acceleration: 'a',
    lowest: 'phi_min',
    highest: 'phi_max',
    force: 'tau_stop',
    small: 'w_small',
  }),
})
