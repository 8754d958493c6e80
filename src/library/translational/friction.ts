/** Friction with sticking and sliding. */
import { equationsOnDemand as equations, expr, Par, Var } from '../../model/index.ts'
import { coulombEquations, frictionEquations, oneWayEquations, pressedEquations } from '../one-axis/index.ts'
import { PartialCompliant, PartialRigid } from './interfaces.ts'

/** Memory of a friction element: mode 1 sliding forwards, -1 backwards, 0 stuck, 2 free. */
const memory = {
  v_small: Par(1e-5, 'm/s'),
  v: Var({ unit: 'm/s' }),
  a: Var({ unit: 'm/s2' }),
  mode: Var({ start: 0 }),
}

/** Parameters of Coulomb and viscous friction. */
const coulomb = {
  f_c: Par(1, 'N', { min: 0 }),
  d: Par(0, 'N.s/m', { min: 0 }),
  peak: Par(1, { min: 1 }),
  sa: Var({ nominal: expr`peak*f_c` }),
}

/** Parameters of friction under a normal force. */
const normalForce = {
  mue: Par(0.5, { min: 0 }),
  peak: Par(1, { min: 1 }),
  cgeo: Par(1, { min: 0 }),
  fn_max: Par(1, 'N', { min: 0 }),
  f_normalized: Var({ input: true }),
  fn: Var({ unit: 'N' }),
  sa: Var({ nominal: expr`peak*cgeo*mue*fn_max` }),
}

const coulombLaw = coulombEquations({ velocity: 'v', sliding: 'f_sliding', largest: 'f_max', coulomb: 'f_c' })

const pressedLaw = pressedEquations({ sliding: 'f_sliding', largest: 'f_max' })

const law = frictionEquations({
  velocity: 'v',
  acceleration: 'a',
  force: 'f',
  sliding: 'f_sliding',
  largest: 'f_max',
  small: 'v_small',
})

/** A rod with the friction force f [N] against the fixed housing. */
const PartialFrictionRod = PartialRigid.extend({
  ...memory,
  f: Var({ unit: 'N' }),
  equations: equations`
    v = der(s)
    a = der(v)
    flange_a.f + flange_b.f = f
  `,
})

/** Two sliding parts with their relative velocity. */
const PartialFrictionPair = PartialCompliant.extend({
  ...memory,
  equations: equations`
    v = der(s_rel)
    a = der(v)
  `,
})

/**
 * Coulomb and viscous friction of a sliding rod in its bearing, with sticking. Coulomb force f_c [N], viscous
 * coefficient d [N.s/m], `peak` (≥ 1): ratio of the breakaway force to f_c. `mode`: 1, -1 sliding, 0 stuck.
 */
export const BearingFriction = PartialFrictionRod.extend({ ...coulomb, equations: coulombLaw }).extend({
  equations: law,
})

/**
 * Coulomb and viscous friction between two sliding parts, as a block on a belt, with sticking. Coulomb force f_c [N],
 * viscous coefficient d [N.s/m], `peak` (≥ 1): ratio of the breakaway force to f_c. `mode`: 1, -1 sliding, 0 stuck.
 */
export const SlidingFriction = PartialFrictionPair.extend({ ...coulomb, equations: coulombLaw }).extend({
  equations: law,
})

/**
 * Brake of a sliding rod against the fixed housing, pressed by the input f_normalized (0 … 1). Friction coefficient mue when
 * sliding, `peak` (≥ 1) times it when stuck, cgeo: number of friction surfaces, normal force fn_max [N] at f_normalized = 1.
 * `mode`: 1, -1 sliding, 0 stuck, 2 free.
 */
export const Brake = PartialFrictionRod.extend({ ...normalForce, equations: pressedLaw }).extend({
  equations: law,
})

/**
 * Clutch between two sliding parts, as a gripper on a rod, pressed by the input f_normalized (0 … 1). Friction
 * coefficient mue when sliding, `peak` (≥ 1) times it when stuck, cgeo: number of friction surfaces, normal force fn_max
 * [N] at f_normalized = 1. `mode`: 1, -1 sliding, 0 stuck, 2 free.
 */
export const Clutch = PartialFrictionPair.extend({ ...normalForce, equations: pressedLaw }).extend({
  equations: law,
})

const [oneWay, oneWayFriction] = oneWayEquations({
  velocity: 'v',
  acceleration: 'a',
  force: 'f',
  small: 'v_small',
})

/**
 * Rail with a fine ratchet: flange_b may move faster than flange_a, and is taken along otherwise; it pushes, and never
 * pulls. `mode`: 1 overrunning, 0 engaged. Its start with a slower flange_b is an error.
 */
export const OneWayClutch = PartialFrictionPair.extend({ sa: Var(), equations: oneWay }).extend({
  equations: oneWayFriction,
})
