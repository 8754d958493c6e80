/** Linear electric components, the saturating inductor and the battery. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'
import { table1D } from '../functions/index.ts'
import { OnePort, Pin, TwoPort } from './interfaces.ts'

/** Reference of the potentials: p.v = 0. */
export const Ground = Model({ p: Pin(), equations: equations`p.v = 0` })

/** Resistor R*i = v. Resistance R [Ohm]. */
export const Resistor = OnePort.extend({ R: Par(1, 'Ohm'), equations: equations`R*i = v` })

/** Conductor i = G*v. Conductance G [S]. */
export const Conductor = OnePort.extend({ G: Par(1, 'S'), equations: equations`i = G*v` })

/** Capacitor C*der(v) = i. Capacitance C [F]; initial voltage v [V]. */
export const Capacitor = OnePort.extend({
  C: Par(1, 'F'),
  v: Var({ init: 0 }),
  equations: equations`C*der(v) = i`,
})

/** Inductor L*der(i) = v. Inductance L [H]; initial current i [A]. */
export const Inductor = OnePort.extend({
  L: Par(1, 'H'),
  i: Var({ init: 0 }),
  equations: equations`L*der(i) = v`,
})

/** Two coupled inductors. Self-inductances L1, L2 and mutual inductance M [H]; initial currents i1, i2 [A]. */
export const Transformer = TwoPort.extend({
  L1: Par(1, 'H'),
  L2: Par(1, 'H'),
  M: Par(0.5, 'H'),
  i1: Var({ init: 0 }),
  i2: Var({ init: 0 }),
  equations: equations`
    v1 = L1*der(i1) + M*der(i2)
    v2 = M*der(i1) + L2*der(i2)
  `,
})

/** Transformer without losses and storage: v1 = n*v2, i2 = -n*i1. Ratio of turns n. */
export const IdealTransformer = TwoPort.extend({
  n: Par(1),
  equations: equations`
    v1 = n*v2
    i2 = -n*i1
  `,
})

/** Three coupled inductors v = L*der(i). Symmetric inductance matrix L [H] (3 × 3); initial currents i1, i2, i3 [A]. */
export const ThreeCoupledInductors = TwoPort.extend({
  p3: Pin(),
  n3: Pin(),
  v3: Var({ unit: 'V' }),
  i1: Var({ init: 0 }),
  i2: Var({ init: 0 }),
  i3: Var({ init: 0, unit: 'A' }),
  L: Par(
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    'H',
  ),
  equations: equations`
    v3 = p3.v - n3.v
    0 = p3.i + n3.i
    i3 = p3.i
    v1 = L[1,1]*der(i1) + L[1,2]*der(i2) + L[1,3]*der(i3)
    v2 = L[2,1]*der(i1) + L[2,2]*der(i2) + L[2,3]*der(i3)
    v3 = L[3,1]*der(i1) + L[3,2]*der(i2) + L[3,3]*der(i3)
  `,
})

/** Operational amplifier of infinite gain: no voltage between its inputs in_p, in_n and no current into them. */
export const IdealOpAmp3Pin = Model({
  in_p: Pin(),
  in_n: Pin(),
  out: Pin(),
  equations: equations`
    in_p.v = in_n.v
    in_p.i = 0
    in_n.i = 0
  `,
})

/**
 * Inductor whose iron saturates: flux psi = Linf*i + (L0 - Linf)*Isat*atan(i/Isat) [Wb]. Inductances L0 [H] at small and Linf
 * [H] at large currents, current Isat [A] at which the part of the iron is halved; initial current i [A].
 */
export const SaturatingInductor = OnePort.extend({
  L0: Par(1, 'H'),
  Linf: Par(0.1, 'H'),
  Isat: Par(1, 'A'),
  i: Var({ init: 0 }),
  psi: Var({ unit: 'Wb' }),
  equations: equations`
    psi = Linf*i + (L0 - Linf)*Isat*atan(i/Isat)
    (Linf + (L0 - Linf)/(1 + (i/Isat)^2))*der(i) = v
  `,
})

/**
 * Battery: open-circuit voltage OCV [V] by a table over the state of charge SOC (0 … 1), inner resistance R0 [Ohm], and a
 * slow part R1 [Ohm], C1 [F]. Charge Q [C]; initial SOC and voltage v1 [V] of the slow part. The current i is positive into
 * p: it charges. Beyond 0 … 1 the table is held.
 */
export const Battery = OnePort.extend({
  Q: Par(3600, 'C'),
  R0: Par(0.01, 'Ohm'),
  R1: Par(0.01, 'Ohm'),
  C1: Par(1000, 'F'),
  OCV: Par([
    [0, 3],
    [0.1, 3.4],
    [0.9, 3.9],
    [1, 4.2],
  ]),
  interpolation: Par('linear'),
  SOC: Var({ init: 1 }),
  v1: Var({ init: 0, unit: 'V' }),
  equations: equations`
    Q*der(SOC) = i
    R1*C1*der(v1) = R1*i - v1
    v = ${table1D}(OCV, SOC, interpolation, "hold") + v1 + R0*i
  `,
})
