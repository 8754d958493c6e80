/** Friction with sticking and sliding. */
import { equationsOnDemand as equations, expr, Par, Var } from '../../model/index.ts'
import { frictionEquations } from '../one-axis/index.ts'
import { PartialRigid, PartialTranslationalCompliant } from './interfaces.ts'

/** Parameters of the law, and its memory: mode 1 sliding forwards, -1 backwards, 0 stuck. */
const members = {
  f_c: Par(1, 'N', { min: 0 }),
  d: Par(0, 'N.s/m', { min: 0 }),
  peak: Par(1, { min: 1 }),
  v_small: Par(1e-5, 'm/s'),
  v: Var({ unit: 'm/s' }),
  a: Var({ unit: 'm/s2' }),
  mode: Var({ start: 0 }),
  sa: Var({ nominal: expr`peak*f_c` }),
}

const limits = equations`
  free = false
  f_sliding = f_c + d*abs(v)
  f_max = max(peak*f_c, f_sliding)
`

const law = frictionEquations({
  velocity: 'v',
  acceleration: 'a',
  force: 'f',
  sliding: 'f_sliding',
  largest: 'f_max',
  small: 'v_small',
})

/**
 * Coulomb and viscous friction of a sliding rod against the fixed housing, with sticking. Coulomb force f_c [N],
 * viscous coefficient d [N.s/m], `peak` (≥ 1): ratio of the breakaway force to f_c. `mode`: 1, -1 sliding, 0 stuck.
 */
export const SupportFriction = PartialRigid.extend({
  ...members,
  f: Var({ unit: 'N' }),
  equations: equations`
    v = der(s)
    a = der(v)
    flange_a.f + flange_b.f = f
  `,
})
  .extend({ equations: limits })
  .extend({ equations: law })

/**
 * Coulomb and viscous friction between two sliding parts, as a block on a belt, with sticking. Coulomb force f_c [N],
 * viscous coefficient d [N.s/m], `peak` (≥ 1): ratio of the breakaway force to f_c. `mode`: 1, -1 sliding, 0 stuck.
 */
export const SlidingFriction = PartialTranslationalCompliant.extend({
  ...members,
  equations: equations`
    v = der(s_rel)
    a = der(v)
  `,
})
  .extend({ equations: limits })
  .extend({ equations: law })

/**
 * Brake of a sliding rod against the fixed housing, pressed by the input f_normalized (0 … 1). Friction coefficient mue when
 * sliding, `peak` (≥ 1) times it when stuck, cgeo: number of friction surfaces, normal force fn_max [N] at f_normalized = 1.
 * `mode`: 1, -1 sliding, 0 stuck, 2 free.
 */
export const Brake = PartialRigid.extend({
  mue: Par(0.5, { min: 0 }),
  peak: Par(1, { min: 1 }),
  cgeo: Par(1, { min: 0 }),
  fn_max: Par(1, 'N', { min: 0 }),
  v_small: Par(1e-5, 'm/s'),
  f_normalized: Var({ input: true }),
  fn: Var({ unit: 'N' }),
  v: Var({ unit: 'm/s' }),
  a: Var({ unit: 'm/s2' }),
  f: Var({ unit: 'N' }),
  mode: Var({ start: 0 }),
  sa: Var({ nominal: expr`peak*cgeo*mue*fn_max` }),
  equations: equations`
    v = der(s)
    a = der(v)
    flange_a.f + flange_b.f = f
    fn = fn_max*f_normalized
    free = fn <= 0
    f_sliding = cgeo*mue*fn
    f_max = peak*f_sliding
  `,
}).extend({ equations: law })
