/** Sources and sensors. */
import { equations, Model, Par, Var } from '../../model/index.ts'
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

/** Flange whose angle is the input phi [rad], which is differentiated twice: the torque follows. */
export const PrescribedAngle = Model({
  flange: Flange(),
  phi: Var({ input: true, unit: 'rad' }),
  equations: equations`flange.phi = phi`,
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

/** Output tau [N.m]: the torque that goes from flange_a to flange_b. */
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
