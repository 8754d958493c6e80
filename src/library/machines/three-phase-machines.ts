/** Machines with three phases in star, whose star point is open, in coordinates d, q that turn with the rotor. */
import { equationsOnDemand as equations, expr, Model, Par, Var } from '../../model/index.ts'
import { Pin } from '../electric/index.ts'
import { Flange } from '../rotational/index.ts'

/**
 * Pins of the phases, their Park transform with the length of the amplitude, and the rotor. The mean of the voltages, that
 * of the star point, has no effect on vd and vq; the sum of the currents is zero.
 */
const ThreePhaseMachine = Model({
  p1: Pin(),
  p2: Pin(),
  p3: Pin(),
  flange: Flange(),
  p: Par(2),
  J: Par(0.1, 'kg.m2'),
  Rs: Par(0.03, 'Ohm'),
  phi: Var({ init: 0, unit: 'rad' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  tau: Var({ unit: 'N.m' }),
  vd: Var({ unit: 'V' }),
  vq: Var({ unit: 'V' }),
  id: Var({ init: 0, unit: 'A' }),
  iq: Var({ init: 0, unit: 'A' }),
  equations: equations`
    phi = flange.phi
    w = der(phi)
    J*der(w) = tau + flange.tau
    vd = 2/3*(p1.v*cos(p*phi) + p2.v*cos(p*phi - 2*pi/3) + p3.v*cos(p*phi + 2*pi/3))
    vq = -2/3*(p1.v*sin(p*phi) + p2.v*sin(p*phi - 2*pi/3) + p3.v*sin(p*phi + 2*pi/3))
    p1.i = id*cos(p*phi) - iq*sin(p*phi)
    p2.i = id*cos(p*phi - 2*pi/3) - iq*sin(p*phi - 2*pi/3)
    p3.i = id*cos(p*phi + 2*pi/3) - iq*sin(p*phi + 2*pi/3)
  `,
})

/**
 * Synchronous machine with permanent magnets. Pairs of poles p, moment of inertia J [kg.m2], resistance Rs [Ohm],
 * inductances Ld, Lq [H], flux psi [Wb] of the magnets: tau = 3/2*p*(psi*iq + (Ld - Lq)*id*iq); initial id, iq [A], phi
 * [rad], w [rad/s].
 */
export const SynchronousMachine = ThreePhaseMachine.extend({
  Ld: Par(1e-3, 'H'),
  Lq: Par(expr`Ld`, 'H'),
  psi: Par(0.2, 'Wb'),
  equations: equations`
    vd = Rs*id + Ld*der(id) - p*w*Lq*iq
    vq = Rs*iq + Lq*der(iq) + p*w*(Ld*id + psi)
    tau = 1.5*p*(psi*iq + (Ld - Lq)*id*iq)
  `,
})

/**
 * Asynchronous machine with a cage. Pairs of poles p, moment of inertia J [kg.m2], resistances Rs, Rr [Ohm] of stator and
 * rotor, main inductance Lm [H], leakage inductances Lss, Lrs [H], those of the rotor with respect to the stator; initial id,
 * iq, ird, irq [A], phi [rad], w [rad/s].
 */
export const AsynchronousMachine = ThreePhaseMachine.extend({
  Rr: Par(0.04, 'Ohm'),
  Lm: Par(9e-3, 'H'),
  Lss: Par(0.3e-3, 'H'),
  Lrs: Par(expr`Lss`, 'H'),
  ird: Var({ init: 0, unit: 'A' }),
  irq: Var({ init: 0, unit: 'A' }),
  psi_d: Var({ unit: 'Wb' }),
  psi_q: Var({ unit: 'Wb' }),
  equations: equations`
    psi_d = (Lss + Lm)*id + Lm*ird
    psi_q = (Lss + Lm)*iq + Lm*irq
    vd = Rs*id + (Lss + Lm)*der(id) + Lm*der(ird) - p*w*psi_q
    vq = Rs*iq + (Lss + Lm)*der(iq) + Lm*der(irq) + p*w*psi_d
    0 = Rr*ird + (Lrs + Lm)*der(ird) + Lm*der(id)
    0 = Rr*irq + (Lrs + Lm)*der(irq) + Lm*der(iq)
    tau = 1.5*p*(psi_d*iq - psi_q*id)
  `,
})
