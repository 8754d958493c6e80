/** Masses and compliances. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'
import { elastoGapEquations } from '../one-axis/index.ts'
import { PartialRigid, PartialTranslationalCompliant, TranslationalFlange } from './interfaces.ts'

/** Flange fixed in the housing at the position 0. */
export const FixedPosition = Model({ flange: TranslationalFlange(), equations: equations`flange.s = 0` })

/** Sliding mass. Mass m [kg], length L [m]; initial position s [m] and velocity v [m/s]. */
export const TranslationalMass = PartialRigid.extend({
  m: Par(1, 'kg'),
  s: Var({ init: 0 }),
  v: Var({ init: 0, unit: 'm/s' }),
  equations: equations`
    v = der(s)
    m*der(v) = flange_a.f + flange_b.f
  `,
})

/** Linear spring. Stiffness c [N/m], free length s_rel0 [m]. */
export const Spring = PartialTranslationalCompliant.extend({
  c: Par(1, 'N/m'),
  s_rel0: Par(0, 'm'),
  equations: equations`f = c*(s_rel - s_rel0)`,
})

/** Linear damper. Damping constant d [N.s/m]. */
export const Damper = PartialTranslationalCompliant.extend({
  d: Par(1, 'N.s/m'),
  s_rel: Var({ start: 0 }),
  v_rel: Var({ unit: 'm/s' }),
  equations: equations`
    v_rel = der(s_rel)
    f = d*v_rel
  `,
})

/** Spring and damper in parallel. Stiffness c [N/m], damping constant d [N.s/m], free length s_rel0 [m]. */
export const SpringDamper = PartialTranslationalCompliant.extend({
  c: Par(1, 'N/m'),
  d: Par(0, 'N.s/m'),
  s_rel0: Par(0, 'm'),
  equations: equations`f = c*(s_rel - s_rel0) + d*der(s_rel)`,
})

/**
 * Spring and damper that act only while s_rel < s_rel0 and never pull: the damping force is at most that of the spring.
 * Stiffness c [N/m], damping constant d [N.s/m], distance of contact s_rel0 [m].
 */
export const ElastoGap = PartialTranslationalCompliant.extend({
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
