/** Diodes and switches. The ideal ones have two linear branches, with an event at their junction. */
import { equationsOnDemand as equations, Par, Var } from '../../model/index.ts'
import { OnePort } from './interfaces.ts'

/**
 * The characteristic as a curve with parameter s: closed, s is the current and the voltage small; open, s is the
 * voltage and the current small. So v and i are linear in s, and the branch changes only at events.
 */
const IdealSwitching = OnePort.extend({
  Ron: Par(1e-5, 'Ohm', { min: 0 }),
  Goff: Par(1e-5, 'S', { min: 0 }),
  s: Var({ start: 0 }),
})

/**
 * Ideal diode with the knee at Vknee. Resistance Ron [Ohm] when conducting, conductance Goff [S] when blocking, knee
 * voltage Vknee [V]. `closed` is true while it conducts.
 */
export const IdealDiode = IdealSwitching.extend({
  Vknee: Par(0, 'V', { min: 0 }),
  equations: equations`
    closed = s > 0
    v = s*(if closed then Ron else 1) + Vknee
    i = s*(if closed then 1 else Goff) + Goff*Vknee
  `,
})

/**
 * Switch, closed while the Boolean input `control` is true. Resistance Ron [Ohm] when closed, conductance Goff [S] when
 * open.
 */
export const Switch = IdealSwitching.extend({
  control: Var({ input: true }),
  equations: equations`
    v = s*(if control then Ron else 1)
    i = s*(if control then 1 else Goff)
  `,
})

/**
 * Diode i = Ids*(exp(v/Vt) - 1) + v/R, continued by its tangent above v = Maxexp*Vt. Saturation current Ids [A],
 * temperature voltage Vt [V], parallel resistance R [Ohm].
 */
export const Diode = OnePort.extend({
  Ids: Par(1e-6, 'A'),
  Vt: Par(0.04, 'V'),
  Maxexp: Par(15),
  R: Par(1e8, 'Ohm'),
  equations: equations`
    i = Ids*noEvent(if v/Vt > Maxexp then exp(Maxexp)*(1 + v/Vt - Maxexp) - 1 else exp(v/Vt) - 1) + v/R
  `,
})
