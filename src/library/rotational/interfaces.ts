/** Connectors and partial models of rotational mechanics. */
import { equationsOnDemand as equations, Model, Var } from '../../model/index.ts'

/** Flange of a shaft: angle phi [rad], torque tau [N.m] on the component. */
export const Flange = Model({
  phi: Var({ potential: true, unit: 'rad' }),
  tau: Var({ flow: true, unit: 'N.m' }),
})

/** Two flanges with the relative angle phi_rel [rad] and the torque tau [N.m] between them. */
export const PartialCompliant = Model({
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
