/** Gears, wheels and belts. */
import { equationsOnDemand as equations, expr, Model, Par, Var } from '../../model/index.ts'
import { backlashEquations, lossyGearEquations } from '../one-axis/index.ts'
import { Flange as RodFlange } from '../translational/index.ts'
import { Flange, PartialCompliant } from './interfaces.ts'

/**
 * Planetary gear without losses and inertia. Ratio of the numbers of teeth of ring and sun: (1 + ratio)*carrier.phi =
 * sun.phi + ratio*ring.phi.
 */
export const IdealPlanetary = Model({
  sun: Flange(),
  carrier: Flange(),
  ring: Flange(),
  ratio: Par(2),
  equations: equations`
    (1 + ratio)*carrier.phi = sun.phi + ratio*ring.phi
    ring.tau = ratio*sun.tau
    carrier.tau = -(1 + ratio)*sun.tau
  `,
})

/**
 * Bevel gear without losses and inertia: the shafts have different axes, so that the housing has a flange for the torque
 * about each of them: connect both supports, to `Fixed` or to a moving housing. Transmission ratio of the angles relative
 * to it.
 */
export const BevelGear = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  support_a: Flange(),
  support_b: Flange(),
  ratio: Par(1),
  equations: equations`
    flange_a.phi - support_a.phi = ratio*(flange_b.phi - support_b.phi)
    0 = ratio*flange_a.tau + flange_b.tau
    0 = flange_a.tau + support_a.tau
    0 = flange_b.tau + support_b.tau
  `,
})

const [lossyGear, lossyGearFriction] = lossyGearEquations({
  position: 'phi',
  force: 'tau',
  velocity: 'w',
  acceleration: 'a',
  loss: 'tau_loss',
  bearing: 'tau_bearing',
  small: 'w_small',
})

/**
 * Gear with losses in its mesh and bearings, mounted in the fixed housing. Transmission ratio = flange_a.phi/flange_b.phi;
 * efficiency eta of the mesh in both directions of the power (0 < eta ≤ 1), friction torque tau_bearing [N.m] of the
 * bearings at flange_a. At rest the losses hold. `mode`: 1, -1 sliding, 0 stuck; after [Pelchen, Schweiger, Otter 2002,
 * Modeling and simulating the efficiency of gearboxes and of planetary gearboxes].
 */
export const LossyGear = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  ratio: Par(1),
  eta: Par(1, { min: 0, max: 1 }),
  tau_bearing: Par(0, 'N.m', { min: 0 }),
  w_small: Par(1e-5, 'rad/s'),
  phi: Var({ unit: 'rad' }),
  w: Var({ unit: 'rad/s' }),
  a: Var({ unit: 'rad/s2' }),
  tau_loss: Var({ unit: 'N.m' }),
  mode: Var({ start: 0 }),
  equations: lossyGear,
}).extend({ equations: lossyGearFriction })

/** Wheel that rolls without slip: flange_t.s = radius*flange_r.phi. Radius [m]. */
export const IdealRollingWheel = Model({
  flange_r: Flange(),
  flange_t: RodFlange(),
  radius: Par(1, 'm'),
  equations: equations`
    flange_t.s = radius*flange_r.phi
    0 = radius*flange_t.f + flange_r.tau
  `,
})

/**
 * Belt around two pulleys, elastic, without slip. Radii r_a, r_b [m], stiffness c [N/m] and damping constant d [N.s/m] of
 * each of its two spans, pretension f_0 [N]: a span whose force would be negative is slack. Forces
 * `f_1`, `f_2` [N] of the span that flange_b pulls when it turns forwards, and of the other one.
 */
export const Belt = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  r_a: Par(0.1, 'm'),
  r_b: Par(expr`r_a`, 'm'),
  c: Par(1e5, 'N/m'),
  d: Par(0, 'N.s/m'),
  f_0: Par(1000, 'N', { min: 0 }),
  s: Var({ unit: 'm' }),
  v: Var({ unit: 'm/s' }),
  f_1: Var({ unit: 'N' }),
  f_2: Var({ unit: 'N' }),
  equations: equations`
    s = r_b*flange_b.phi - r_a*flange_a.phi
    v = der(s)
    pull = c*s + d*v
    f_1 = if f_0 + pull > 0 then f_0 + pull else 0
    f_2 = if f_0 - pull > 0 then f_0 - pull else 0
    flange_b.tau = r_b*(f_1 - f_2)
    flange_a.tau = -r_a*(f_1 - f_2)
  `,
})

/**
 * Spring and damper with the backlash b [rad] between its sides, which never pull: the damping torque is at most that of
 * the spring. Stiffness c [N.m/rad], damping constant d [N.m.s/rad], angle phi_rel0 [rad] in the middle of the backlash.
 */
export const ElastoBacklash = PartialCompliant.extend({
  c: Par(1, 'N.m/rad'),
  d: Par(0, 'N.m.s/rad'),
  b: Par(0, 'rad', { min: 0 }),
  phi_rel0: Par(0, 'rad'),
  tau_c: Var({ unit: 'N.m' }),
  tau_d: Var({ unit: 'N.m' }),
  equations: backlashEquations({
    position: 'phi_rel',
    middle: 'phi_rel0',
    backlash: 'b',
    force: 'tau',
    ofSpring: 'tau_c',
    ofDamper: 'tau_d',
  }),
})
