/** Semiconductors. Exponentials continue by their tangents, so that Newton's method never meets infinite currents. */
import { equationsOnDemand as equations, Model, Par, registerFunction, Var } from '../../model/index.ts'
import { OnePort, Pin } from './interfaces.ts'

const curvature = {
  name: 'vario_limitedExpCurvature',
  evaluate: (x: number, limit: number) => (x > limit ? 0 : Math.exp(x)),
}
const slope = {
  name: 'vario_limitedExpSlope',
  evaluate: (x: number, limit: number) => Math.exp(Math.min(x, limit)),
  jacobian: [curvature, null],
}

/** exp(x), continued by its tangent from `limit` on. */
const limitedExp = registerFunction(
  'vario_limitedExp',
  (x: number, limit: number): number => (x > limit ? Math.exp(limit) * (1 + x - limit) : Math.exp(x)),
  { isSmooth: true, jacobian: [slope, null] },
)

/**
 * Zener diode: conducts forwards as a diode, and backwards below -Bv. i = Ids*(exp(v/Vt) - 1) - Ibv*exp(-(v + Bv)/(Nbv*Vt)) +
 * v/R. Saturation current Ids [A], temperature voltage Vt [V], breakthrough voltage Bv [V] at the current Ibv [A], its
 * emission coefficient Nbv, parallel resistance R [Ohm]; Maxexp: exponent from which the exponentials go straight on.
 */
export const ZenerDiode = OnePort.extend({
  Ids: Par(1e-6, 'A'),
  Vt: Par(0.04, 'V'),
  Maxexp: Par(30),
  R: Par(1e8, 'Ohm'),
  Bv: Par(5.1, 'V'),
  Ibv: Par(0.7, 'A'),
  Nbv: Par(0.74),
  equations: equations`
    i = Ids*(${limitedExp}(v/Vt, Maxexp) - 1) - Ibv*${limitedExp}(-(v + Bv)/(Nbv*Vt), Maxexp) + v/R
  `,
})

/**
 * Ideal thyristor: blocks until the Boolean input `fire` is true at a positive voltage, then conducts until its current is
 * zero. Resistance Ron [Ohm] when conducting, conductance Goff [S] when blocking, knee voltage Vknee [V].
 */
export const IdealThyristor = OnePort.extend({
  Ron: Par(1e-5, 'Ohm', { min: 0 }),
  Goff: Par(1e-5, 'S', { min: 0 }),
  Vknee: Par(0, 'V', { min: 0 }),
  fire: Var({ input: true }),
  s: Var({ start: 0 }),
  closed: Var({ start: false }),
  equations: equations`
    closed = s > 0 and (pre(closed) or fire)
    v = s*(if closed then Ron else 1) + Vknee
    i = s*(if closed then 1 else Goff) + Goff*Vknee
  `,
})

/** Drain D, gate G, source S, bulk B. */
const Mosfet = Model({ D: Pin(), G: Pin(), S: Pin(), B: Pin() })

/**
 * Field effect transistor with an n-channel [Shichman, Hodges 1968], both directions of the current. Transconductance Beta
 * [A/V2], threshold Vt [V], body factor K2 of the bulk voltage, width W and length L [m] reduced by dW and dL [m];
 * resistance RDS [Ohm] between drain and source beside the channel. Current ID [A] from drain to source.
 */
export const NMOS = Mosfet.extend({
  W: Par(20e-6, 'm'),
  L: Par(6e-6, 'm'),
  Beta: Par(0.041e-3, 'A/V2'),
  Vt: Par(0.8, 'V'),
  K2: Par(1.144),
  dW: Par(-2.5e-6, 'm'),
  dL: Par(-1.5e-6, 'm'),
  RDS: Par(1e7, 'Ohm'),
  ID: Var({ unit: 'A' }),
  equations: equations`
    low = min(D.v, S.v)
    vds = abs(D.v - S.v)
    over = G.v - low - Vt + K2*min(B.v - low, 0)
    channel = noEvent(if over <= 0 then 0 elseif vds < over then (over - vds/2)*vds else over^2/2)
    ID = Beta*(W + dW)/(L + dL)*noEvent(if D.v < S.v then -channel else channel) + (D.v - S.v)/RDS
    G.i = 0
    B.i = 0
    D.i = ID
    S.i = -ID
  `,
})

/** Field effect transistor with a p-channel: as `NMOS` with all voltages reversed; Vt [V] is negative. */
export const PMOS = Mosfet.extend({
  W: Par(50e-6, 'm'),
  L: Par(8e-6, 'm'),
  Beta: Par(0.0085e-3, 'A/V2'),
  Vt: Par(-0.15, 'V'),
  K2: Par(0.41),
  dW: Par(-3.8e-6, 'm'),
  dL: Par(-4e-6, 'm'),
  RDS: Par(1e7, 'Ohm'),
  ID: Var({ unit: 'A' }),
  equations: equations`
    high = max(D.v, S.v)
    vds = abs(D.v - S.v)
    over = high - G.v + Vt - K2*max(B.v - high, 0)
    channel = noEvent(if over <= 0 then 0 elseif vds < over then (over - vds/2)*vds else over^2/2)
    ID = Beta*(W + dW)/(L + dL)*noEvent(if D.v < S.v then -channel else channel) + (D.v - S.v)/RDS
    G.i = 0
    B.i = 0
    D.i = ID
    S.i = -ID
  `,
})

/** Collector C, base B, emitter E, and the parameters of the equations of Ebers and Moll. */
const Bipolar = Model({
  C: Pin(),
  B: Pin(),
  E: Pin(),
  Bf: Par(50),
  Br: Par(0.1),
  Is: Par(1e-16, 'A'),
  Vak: Par(0.02, '1/V'),
  Vt: Par(0.02585, 'V'),
  Gbc: Par(1e-15, 'S'),
  Gbe: Par(1e-15, 'S'),
  Maxexp: Par(40),
  vbc: Var({ unit: 'V' }),
  vbe: Var({ unit: 'V' }),
  iCC: Var({ unit: 'A' }),
  equations: equations`
    ibe = Is/Bf*(${limitedExp}(vbe/Vt, Maxexp) - 1) + vbe*Gbe
    ibc = Is/Br*(${limitedExp}(vbc/Vt, Maxexp) - 1) + vbc*Gbc
    iCC = Is*(${limitedExp}(vbe/Vt, Maxexp) - ${limitedExp}(vbc/Vt, Maxexp))*(1 - vbc*Vak)
  `,
})

/**
 * Bipolar transistor, npn, static equations of Ebers and Moll with Early effect. Forward and reverse current gains Bf, Br,
 * saturation current Is [A], inverse Early voltage Vak [1/V], temperature voltage Vt [V], leakage Gbc, Gbe [S].
 */
export const NPN = Bipolar.extend({
  equations: equations`
    vbc = B.v - C.v
    vbe = B.v - E.v
    C.i = iCC - ibc
    B.i = ibe + ibc
    E.i = -ibe - iCC
  `,
})

/** Bipolar transistor, pnp: as `NPN` with all voltages and currents reversed. */
export const PNP = Bipolar.extend({
  equations: equations`
    vbc = C.v - B.v
    vbe = E.v - B.v
    C.i = ibc - iCC
    B.i = -ibe - ibc
    E.i = ibe + iCC
  `,
})

/**
 * Operational amplifier with finite gain and limited output: out.v = A*(in_p.v - in_n.v) within the voltages of the supply
 * pins v_max, v_min, otherwise that voltage. Gain A; no current into the inputs and the supply.
 */
export const LimitedOpAmp = Model({
  in_p: Pin(),
  in_n: Pin(),
  out: Pin(),
  v_max: Pin(),
  v_min: Pin(),
  A: Par(1e5, { min: 1 }),
  equations: equations`
    in_p.i = 0
    in_n.i = 0
    v_max.i = 0
    v_min.i = 0
    s = in_p.v - in_n.v
    out.v = if A*s > v_max.v then v_max.v elseif A*s < v_min.v then v_min.v else A*s
  `,
})

/**
 * Switch with an arc: while the Boolean input `control` is false, contacts that still carry current open slowly. Resistance
 * Ron [Ohm] when closed, conductance Goff [S] when open; the voltage of the arc begins at V0 [V], rises with dVdt [V/s] up to
 * Vmax [V], and the arc ends where the current is zero. `arcs` is true while it burns.
 */
export const SwitchWithArc = OnePort.extend({
  Ron: Par(1e-5, 'Ohm', { min: 0 }),
  Goff: Par(1e-5, 'S', { min: 0 }),
  V0: Par(30, 'V', { min: 0 }),
  dVdt: Par(10e3, 'V/s', { min: 0 }),
  Vmax: Par(60, 'V'),
  control: Var({ input: true }),
  arcs: Var({ start: false }),
  isForward: Var({ start: true }),
  t_open: Var({ start: 0, unit: 's' }),
  v_arc: Var({ unit: 'V' }),
  s: Var({ start: 0 }),
  equations: equations`
    isOpening = not control
    when isOpening then
      t_open = time
      isForward = i > 0
    end when
    arcs = not control and (edge(isOpening) and not initial() or pre(arcs)) and (if isForward then i > 0 else i < 0)
    v_arc = min(Vmax, V0 + dVdt*(time - t_open))
    v = if control then Ron*s elseif arcs then (if isForward then v_arc else -v_arc) + Ron*s else s
    i = if control or arcs then s else Goff*s
  `,
})
