/** Masses, compliances and the linear motor. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'
import { Pin } from '../electric/index.ts'
import { backlashEquations, elastoGapEquations, stopEquations } from '../one-axis/index.ts'
import { Flange, PartialCompliant, PartialRigid } from './interfaces.ts'

/** Flange fixed in the housing at the position 0. */
export const Fixed = Model({ flange: Flange(), equations: equations`flange.s = 0` })

/** Sliding mass. Mass m [kg], length L [m]; initial position s [m] and velocity v [m/s]. */
export const Mass = PartialRigid.extend({
  m: Par(1, 'kg'),
  s: Var({ init: 0 }),
  v: Var({ init: 0, unit: 'm/s' }),
  a: Var({ unit: 'm/s2' }),
  equations: equations`
    v = der(s)
    a = der(v)
    m*a = flange_a.f + flange_b.f
  `,
})

/** Linear spring. Stiffness c [N/m], free length s_rel0 [m]. */
export const Spring = PartialCompliant.extend({
  c: Par(1, 'N/m'),
  s_rel0: Par(0, 'm'),
  equations: equations`f = c*(s_rel - s_rel0)`,
})

/** Linear damper. Damping constant d [N.s/m]. */
export const Damper = PartialCompliant.extend({
  d: Par(1, 'N.s/m'),
  s_rel: Var({ start: 0 }),
  v_rel: Var({ unit: 'm/s' }),
  equations: equations`
    v_rel = der(s_rel)
    f = d*v_rel
  `,
})

/** Spring and damper in parallel. Stiffness c [N/m], damping constant d [N.s/m], free length s_rel0 [m]. */
export const SpringDamper = PartialCompliant.extend({
  c: Par(1, 'N/m'),
  d: Par(0, 'N.s/m'),
  s_rel0: Par(0, 'm'),
  equations: equations`f = c*(s_rel - s_rel0) + d*der(s_rel)`,
})

/**
 * Spring and damper that act only while s_rel < s_rel0 and never pull: the damping force is at most that of the spring.
 * Stiffness c [N/m], damping constant d [N.s/m], distance of contact s_rel0 [m].
 */
export const ElastoGap = PartialCompliant.extend({
  c: Par(1, 'N/m'),
  d: Par(1, 'N.s/m'),
  s_rel0: Par(0, 'm'),
  equations: elastoGapEquations({
    position: 's_rel',
    atContact: 's_rel0',
    force: 'f',
    ofSpring: 'f_c',
    ofDamper: 'f_d',
  }),
})

/**
 * Spring and damper with the backlash b [m] between its sides, which never pull: the damping force is at most that of the
 * spring. Stiffness c [N/m], damping constant d [N.s/m], distance s_rel0 [m] in the middle of the backlash.
 */
export const ElastoBacklash = PartialCompliant.extend({
  c: Par(1, 'N/m'),
  d: Par(0, 'N.s/m'),
  b: Par(0, 'm', { min: 0 }),
  s_rel0: Par(0, 'm'),
  f_c: Var({ unit: 'N' }),
  f_d: Var({ unit: 'N' }),
  equations: backlashEquations({
    position: 's_rel',
    middle: 's_rel0',
    backlash: 'b',
    force: 'f',
    ofSpring: 'f_c',
    ofDamper: 'f_d',
  }),
})

/**
 * Electromotive force of a linear motor or voice coil: k*v_rel = v, and force k*i. Transformation coefficient k [N/A];
 * v_rel [m/s]: velocity of the flange.
 */
export const EMF = Model({
  p: Pin(),
  n: Pin(),
  flange: Flange(),
  k: Par(1, 'N/A'),
  v: Var({ unit: 'V' }),
  i: Var({ unit: 'A' }),
  s: Var({ unit: 'm' }),
  v_rel: Var({ unit: 'm/s' }),
  equations: equations`
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
    s = flange.s
    v_rel = der(s)
    k*v_rel = v
    flange.f = -k*i
  `,
})

/**
 * Sliding mass between rigid stops at s_min and s_max [m], with the coefficient of restitution e (0: an impact ends at rest;
 * below v_small [m/s] always). Mass m [kg], length L [m]; initial position s [m] and velocity v [m/s]. `stop`: 1 at rest at
 * s_max, -1 at s_min, 0 between them; f_stop [N]: force of the stop.
 */
export const MassWithStops = PartialRigid.extend({
  m: Par(1, 'kg'),
  s_min: Par(-1, 'm'),
  s_max: Par(1, 'm'),
  e: Par(0, { min: 0, max: 1 }),
  v_small: Par(1e-3, 'm/s', { min: 0 }),
  s: Var({ init: 0 }),
  v: Var({ init: 0, unit: 'm/s' }),
  a: Var({ unit: 'm/s2' }),
  f_stop: Var({ unit: 'N' }),
  stop: Var({ start: 0 }),
  sa: Var(),
  equations: equations`
    v = der(s)
    a = der(v)
    m*a = flange_a.f + flange_b.f + f_stop
  `,
}).extend({
  equations: stopEquations({
    position: 's',
    velocity: 'v',
    acceleration: 'a',
    lowest: 's_min',
    highest: 's_max',
    force: 'f_stop',
    small: 'v_small',
  }),
})
