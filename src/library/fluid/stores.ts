/** Volumes, tanks, the inertia of the liquid, and actuators. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'
import { Flange } from '../rotational/index.ts'
import { Flange as RodFlange } from '../translational/index.ts'
import { PartialFlow, Port } from './interfaces.ts'

/** Compliant volume: V/K*der(p) = inflow. Volume V [m3], bulk modulus K [Pa] of liquid and walls; initial pressure p [Pa]. */
export const Volume = Model({
  port: Port(),
  V: Par(1e-3, 'm3'),
  K: Par(1.5e9, 'Pa'),
  p: Var({ init: 0, unit: 'Pa' }),
  equations: equations`
    p = port.p
    V/K*der(p) = port.q
  `,
})

/** Open tank: A*der(level) = inflow, pressure rho*g*level at its bottom. Area A [m2]; initial level [m]. */
export const Tank = Model({
  port: Port(),
  A: Par(1, 'm2'),
  rho: Par(1000, 'kg/m3'),
  g: Par(9.80665, 'm/s2'),
  level: Var({ init: 1, unit: 'm', min: 0 }),
  equations: equations`
    A*der(level) = port.q
    port.p = rho*g*level
  `,
})

/** Inertia of the liquid in a pipe of the length L [m] and the area A [m2]: rho*L/A*der(q) = dp. Initial flow q [m3/s]. */
export const Inertance = PartialFlow.extend({
  rho: Par(1000, 'kg/m3'),
  L: Par(1, 'm'),
  A: Par(1e-4, 'm2'),
  q: Var({ init: 0 }),
  equations: equations`rho*L/A*der(q) = dp`,
})

/**
 * Double-acting cylinder: piston on flange_b, housing on flange_a, chamber a pushes the piston outwards. Areas A_a, A_b [m2],
 * stroke s_max [m], dead volumes V_a, V_b [m3], bulk modulus K [Pa], leakage G [m3/(s.Pa)] between the chambers; initial
 * pressures p_a, p_b [Pa]. Position s [m] of the piston, 0 … s_max: stops are components beside it.
 */
export const HydraulicCylinder = Model({
  port_a: Port(),
  port_b: Port(),
  flange_a: RodFlange(),
  flange_b: RodFlange(),
  A_a: Par(2e-3, 'm2'),
  A_b: Par(1e-3, 'm2'),
  s_max: Par(0.5, 'm'),
  V_a: Par(1e-5, 'm3'),
  V_b: Par(1e-5, 'm3'),
  K: Par(1.5e9, 'Pa'),
  G: Par(0, 'm3/(s.Pa)', { min: 0 }),
  s: Var({ unit: 'm' }),
  p_a: Var({ init: 0, unit: 'Pa' }),
  p_b: Var({ init: 0, unit: 'Pa' }),
  f: Var({ unit: 'N' }),
  equations: equations`
    s = flange_b.s - flange_a.s
    p_a = port_a.p
    p_b = port_b.p
    leak = G*(p_a - p_b)
    (V_a + A_a*s)/K*der(p_a) = port_a.q - A_a*der(s) - leak
    (V_b + A_b*(s_max - s))/K*der(p_b) = port_b.q + A_b*der(s) + leak
    f = p_a*A_a - p_b*A_b
    flange_b.f = -f
    flange_a.f = f
    assert(s > -V_a/A_a and s < s_max + V_b/A_b, "HydraulicCylinder: expected the piston within its stroke; add stops, such as ElastoGap or MassWithStops")
  `,
})

/** Motor or pump with constant displacement V_rev [m3/rad], without losses: q = V_rev*w, torque V_rev*dp on the shaft. */
export const HydraulicMotor = PartialFlow.extend({
  flange: Flange(),
  V_rev: Par(1e-6, 'm3/rad'),
  phi: Var({ unit: 'rad' }),
  w: Var({ unit: 'rad/s' }),
  equations: equations`
    phi = flange.phi
    w = der(phi)
    q = V_rev*w
    flange.tau = -V_rev*dp
  `,
})
