/** Connectors and partial models of translational mechanics. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'

/** Flange of a rod: position s [m], force f [N] on the component. */
export const Flange = Model({
  s: Var({ potential: true, unit: 'm' }),
  f: Var({ flow: true, unit: 'N' }),
})

/** A rigid rod between two flanges. Length L [m]; s [m] is the position of its center. */
export const PartialRigid = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  L: Par(0, 'm'),
  s: Var({ unit: 'm' }),
  equations: equations`
    flange_a.s = s - L/2
    flange_b.s = s + L/2
  `,
})

/** Two flanges with the distance s_rel [m] and the force f [N] between them: positive if it pulls. */
export const PartialCompliant = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  s_rel: Var({ unit: 'm' }),
  f: Var({ unit: 'N' }),
  equations: equations`
    s_rel = flange_b.s - flange_a.s
    flange_b.f = f
    flange_a.f = -f
  `,
})
