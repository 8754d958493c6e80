/** Friction with sticking and sliding. */
import { equationsOnDemand as equations, expr, Model, Par, Var } from '../../model/index.ts'
import { coulombEquations, frictionEquations, oneWayEquations, pressedEquations } from '../one-axis/index.ts'
import { Flange, PartialCompliant } from './interfaces.ts'

/** Memory of a friction element: mode 1 sliding forwards, -1 backwards, 0 stuck, 2 free. */
const memory = {
  mode: Var({ start: 0 }),
  w_small: Par(1e-5, 'rad/s'),
}

const law = frictionEquations({
  velocity: 'w',
  acceleration: 'a',
  force: 'tau',
  sliding: 'tau_sliding',
  largest: 'tau_max',
  small: 'w_small',
})

/** A shaft with the friction torque tau [N.m] against the fixed housing. */
const PartialFrictionShaft = Model({
  ...memory,
  flange_a: Flange(),
  flange_b: Flange(),
  phi: Var({ unit: 'rad' }),
  w: Var({ unit: 'rad/s' }),
  a: Var({ unit: 'rad/s2' }),
  tau: Var({ unit: 'N.m' }),
  equations: equations`
    phi = flange_a.phi
    phi = flange_b.phi
    w = der(phi)
    a = der(w)
    flange_a.tau + flange_b.tau = tau
  `,
})

/** Parameters of Coulomb and viscous friction. */
const coulomb = {
  tau_c: Par(1, 'N.m', { min: 0 }),
  d: Par(0, 'N.m.s/rad', { min: 0 }),
  peak: Par(1, { min: 1 }),
  sa: Var({ nominal: expr`peak*tau_c` }),
}
const coulombLaw = coulombEquations({
  velocity: 'w',
  sliding: 'tau_sliding',
  largest: 'tau_max',
  coulomb: 'tau_c',
})

/**
 * Coulomb and viscous friction of a shaft in its bearing, with sticking. Coulomb torque tau_c [N.m], viscous
 * coefficient d [N.m.s/rad], `peak` (≥ 1): ratio of the breakaway torque to tau_c. `mode`: 1, -1 sliding, 0 stuck.
 */
export const BearingFriction = PartialFrictionShaft.extend({ ...coulomb, equations: coulombLaw }).extend({
  equations: law,
})

/** Members of an element between two shafts. */
const relative = {
  ...memory,
  w: Var({ unit: 'rad/s' }),
  a: Var({ unit: 'rad/s2' }),
  equations: equations`
    w = der(phi_rel)
    a = der(w)
  `,
}

/**
 * Coulomb and viscous friction between two shafts, as a slip ring or a torque limiter, with sticking. Coulomb torque tau_c
 * [N.m], viscous coefficient d [N.m.s/rad], `peak` (≥ 1): ratio of the breakaway torque to tau_c. `mode`: 1, -1 sliding, 0
 * stuck.
 */
export const SlidingFriction = PartialCompliant.extend({ ...coulomb, ...relative })
  .extend({ equations: coulombLaw })
  .extend({ equations: law })

const normalForce = {
  mue: Par(0.5, { min: 0 }),
  peak: Par(1, { min: 1 }),
  cgeo: Par(1, 'm', { min: 0 }),
  fn_max: Par(1, 'N', { min: 0 }),
  f_normalized: Var({ input: true }),
  fn: Var({ unit: 'N' }),
  sa: Var({ nominal: expr`peak*cgeo*mue*fn_max` }),
}
const pressedLaw = pressedEquations({ sliding: 'tau_sliding', largest: 'tau_max' })

/**
 * Brake of a shaft against the fixed housing, pressed by the input f_normalized (0 … 1). Friction coefficient mue when
 * sliding, `peak` (≥ 1) times it when stuck, geometry cgeo [m], normal force fn_max [N] at f_normalized = 1. `mode`: 1,
 * -1 sliding, 0 stuck, 2 free.
 */
export const Brake = PartialFrictionShaft.extend({ ...normalForce, equations: pressedLaw }).extend({
  equations: law,
})

/**
 * Clutch between two shafts, pressed by the input f_normalized (0 … 1). Friction coefficient mue when sliding, `peak`
 * (≥ 1) times it when stuck, geometry cgeo [m], normal force fn_max [N] at f_normalized = 1. `mode`: 1, -1 sliding, 0
 * stuck, 2 free.
 */
export const Clutch = PartialCompliant.extend({ ...normalForce, ...relative })
  .extend({ equations: pressedLaw })
  .extend({ equations: law })

const [oneWay, oneWayFriction] = oneWayEquations({
  velocity: 'w',
  acceleration: 'a',
  force: 'tau',
  small: 'w_small',
})

/**
 * Clutch that transmits torque in one direction and overruns in the other: flange_b may turn faster than flange_a, and is
 * taken along otherwise. `mode`: 1 overrunning, 0 engaged. Its start with a slower flange_b is an error.
 */
export const OneWayClutch = PartialCompliant.extend({ ...relative, sa: Var() })
  .extend({ equations: oneWay })
  .extend({ equations: oneWayFriction })
