/** Drives of one axis with limits, for flanges of joints and rotational components. */
import { rotational } from '../../library/index.ts'
import { equationsOnDemand as equations, expr, Model, Par, Var } from '../../model/index.ts'

const { Flange } = rotational

/**
 * Motor with the torque of its input tau_ref [N.m], as far as it can: at most tau_max [N.m], and below the line from
 * tau_stall [N.m] at rest to 0 at the speed w_idle [rad/s], which the voltage limits. Losses heat its winding:
 *
 *   heatCapacity*der(T) = loss*tau^2 - (T - T_ambient)/thermalResistance,   T = T_ambient at the start
 *
 * loss = R/k² [W/(N.m)²] of a DC motor with the resistance R and the torque constant k; heatCapacity [J/K];
 * thermalResistance [K/W]. Between the temperatures T_derate and T_derate + derateRange [K], tau_max and tau_stall are
 * reduced to 0 in proportion, by the factor `derating` (default: T_derate = 1e9 K, never). Results tau [N.m], w [rad/s],
 * T [K], derating.
 */
export const LimitedMotor = Model({
  flange: Flange(),
  tau_ref: Var({ input: true, unit: 'N.m' }),
  tau_max: Par(1, 'N.m'),
  tau_stall: Par(2, 'N.m'),
  w_idle: Par(100, 'rad/s'),
  loss: Par(1, 'W/(N.m)^2'),
  heatCapacity: Par(100, 'J/K'),
  thermalResistance: Par(1, 'K/W'),
  T_ambient: Par(293.15, 'K'),
  T_derate: Par(1e9, 'K'),
  derateRange: Par(20, 'K', { min: 1e-3 }),
  derating: Var(),
  w: Var({ unit: 'rad/s' }),
  tau: Var({ unit: 'N.m' }),
  upper: Var({ unit: 'N.m' }),
  lower: Var({ unit: 'N.m' }),
  T: Var({ init: expr`T_ambient`, unit: 'K' }),
  equations: equations`
    w = der(flange.phi)
    derating = max(0, min(1, 1 - (T - T_derate)/derateRange))
    upper = derating*max(-tau_max, min(tau_max, tau_stall*(1 - w/w_idle)))
    lower = derating*min(tau_max, max(-tau_max, -tau_stall*(1 + w/w_idle)))
    tau = max(lower, min(upper, tau_ref))
    flange.tau = -tau
    heatCapacity*der(T) = loss*tau^2 - (T - T_ambient)/thermalResistance
  `,
})

/** Servo that turns its flange with the angular velocity w_ref [rad/s]: torque d*(w_ref - w), at most tau_max [N.m]. */
export const VelocityServo = Model({
  flange: Flange(),
  w_ref: Var({ input: true, unit: 'rad/s' }),
  d: Par(10, 'N.m.s/rad'),
  tau_max: Par(100, 'N.m'),
  w: Var({ unit: 'rad/s' }),
  tau: Var({ unit: 'N.m' }),
  equations: equations`
    w = der(flange.phi)
    tau = max(-tau_max, min(tau_max, d*(w_ref - w)))
    flange.tau = -tau
  `,
})

/**
 * Servo that turns its flange to the angle phi_ref [rad]: a `VelocityServo` whose reference is k*(phi_ref - phi), at most
 * w_max [rad/s], with k [1/s].
 */
export const PositionServo = Model({
  flange: Flange(),
  phi_ref: Var({ input: true, unit: 'rad' }),
  k: Par(10, '1/s'),
  w_max: Par(1, 'rad/s'),
  d: Par(10, 'N.m.s/rad'),
  tau_max: Par(100, 'N.m'),
  w: Var({ unit: 'rad/s' }),
  tau: Var({ unit: 'N.m' }),
  equations: equations`
    w = der(flange.phi)
    tau = max(-tau_max, min(tau_max, d*(max(-w_max, min(w_max, k*(phi_ref - flange.phi))) - w)))
    flange.tau = -tau
  `,
})
