/** Sources and sensors. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'
import { registerPosition } from '../one-axis/index.ts'
import { Flange } from './interfaces.ts'

/** Torque on the flange given by the input tau [N.m]. */
export const Torque = Model({
  flange: Flange(),
  tau: Var({ input: true, unit: 'N.m' }),
  equations: equations`flange.tau = -tau`,
})

/** Torque on the flange given by the input tau, a number in N.m without a unit. */
export const UnitlessTorque = Torque.extend({ tau: { unit: null } })

/** Constant torque tau_constant [N.m] on the flange. */
export const ConstantTorque = Model({
  flange: Flange(),
  tau_constant: Par(1, 'N.m'),
  equations: equations`flange.tau = -tau_constant`,
})

/** Flange with the constant angular velocity w_fixed [rad/s]; initial angle phi [rad]. */
export const ConstantSpeed = Model({
  flange: Flange(),
  w_fixed: Par(1, 'rad/s'),
  phi: Var({ init: 0, unit: 'rad' }),
  equations: equations`
    phi = flange.phi
    der(phi) = w_fixed
  `,
})

const buildPosition = registerPosition('vario_buildRotationalPosition', {
  flange: 'flange.phi',
  reference: 'phi_ref',
  velocity: 'w',
  unit: 'rad/s',
})

/**
 * Flange whose angle is the input phi_ref [rad]. With exact = true it follows phi_ref exactly, and phi_ref is
 * differentiated twice: it must be a smooth function, or a `ReferencePath`; a jump of its slope at an event is an
 * impulse on the moved parts. With exact = false a filter of second order with the critical frequency f_crit [Hz]
 * follows any phi_ref; it starts at the initial state of the connected parts.
 */
export const Position = Model({
  flange: Flange(),
  phi_ref: Var({ input: true, unit: 'rad' }),
  exact: Par(false),
  f_crit: Par(50, 'Hz'),
  build: buildPosition,
})

/** Output phi [rad]: the angle of the flange. */
export const AngleSensor = Model({
  flange: Flange(),
  phi: Var({ output: true, unit: 'rad' }),
  equations: equations`
    flange.tau = 0
    phi = flange.phi
  `,
})

/** Output phi: the angle of the flange as a number in rad without a unit. */
export const UnitlessAngleSensor = AngleSensor.extend({ phi: { unit: null } })

/** Output w [rad/s]: the angular velocity of the flange. */
export const SpeedSensor = Model({
  flange: Flange(),
  w: Var({ output: true, unit: 'rad/s' }),
  equations: equations`
    flange.tau = 0
    w = der(flange.phi)
  `,
})

/** Output w: the angular velocity of the flange as a number in rad/s without a unit. */
export const UnitlessSpeedSensor = SpeedSensor.extend({ w: { unit: null } })

/** Output tau [N.m]: the torque from flange_a to flange_b. */
export const TorqueSensor = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  tau: Var({ output: true, unit: 'N.m' }),
  equations: equations`
    flange_a.phi = flange_b.phi
    0 = flange_a.tau + flange_b.tau
    tau = flange_a.tau
  `,
})
