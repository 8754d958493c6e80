/** Machines for direct current. */
import { equationsOnDemand as equations, Par, Var } from '../../model/index.ts'
import { OnePort, Pin } from '../electric/index.ts'
import { Flange } from '../rotational/index.ts'

/** Armature with its rotor: v = Ra*i + La*der(i) + psi*w, torque psi*i. */
const DcMachine = OnePort.extend({
  flange: Flange(),
  Ra: Par(0.05, 'Ohm'),
  La: Par(1.5e-3, 'H'),
  J: Par(0.15, 'kg.m2'),
  i: Var({ init: 0 }),
  phi: Var({ init: 0, unit: 'rad' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  psi: Var({ unit: 'N.m/A' }),
  tau: Var({ unit: 'N.m' }),
  equations: equations`
    phi = flange.phi
    w = der(phi)
    tau = psi*i
    J*der(w) = tau + flange.tau
  `,
})

/**
 * Machine with permanent magnets: v = Ra*i + La*der(i) + k*w, torque k*i. Resistance Ra [Ohm] and inductance La [H] of the
 * armature, constant k [N.m/A], moment of inertia J [kg.m2]; initial i [A], phi [rad], w [rad/s].
 */
export const DcPermanentMagnet = DcMachine.extend({
  k: Par(0.6, 'N.m/A'),
  equations: equations`
    psi = k
    v = Ra*i + La*der(i) + psi*w
  `,
})

/**
 * Machine with a winding for its field, between the pins ep and en: connected to p and n it is a shunt machine. Resistance Re
 * [Ohm] and inductance Le [H] of that winding, mutual inductance M [H]: torque M*ie*i; others as `DcPermanentMagnet`.
 */
export const DcSeparatelyExcited = DcMachine.extend({
  ep: Pin(),
  en: Pin(),
  Re: Par(100, 'Ohm'),
  Le: Par(1, 'H'),
  M: Par(0.6, 'H'),
  ie: Var({ init: 0, unit: 'A' }),
  equations: equations`
    0 = ep.i + en.i
    ie = ep.i
    ep.v - en.v = Re*ie + Le*der(ie)
    psi = M*ie
    v = Ra*i + La*der(i) + psi*w
  `,
})

/**
 * Series machine: the current of the armature also makes the field. Resistance Re [Ohm] and inductance Le [H] of the winding
 * for the field, mutual inductance M [H]: torque M*i^2; others as `DcPermanentMagnet`.
 */
export const DcSeries = DcMachine.extend({
  Re: Par(0.01, 'Ohm'),
  Le: Par(0.5e-3, 'H'),
  M: Par(0.01, 'H'),
  equations: equations`
    psi = M*i
    v = (Ra + Re)*i + (La + Le)*der(i) + psi*w
  `,
})
