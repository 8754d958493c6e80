/** Servo drive of one axis: motor, gear and cascaded position and speed control (thesis 3.3). */
import { blocks, rotational } from '../../library/index.ts'
import { equationsOnDemand as equations, expr, Model, Par, Var } from '../../model/index.ts'

const { Feedback, Gain, PI } = blocks
const { Flange, IdealGear, Inertia, UnitlessAngleSensor, UnitlessSpeedSensor, UnitlessTorque } = rotational

/**
 * Cascade of a P controller of the motor angle and a PI controller of the motor speed. refLoadAngle: reference of the
 * angle behind the gear; gainRef: its ratio to the motor angle; gain k1 [1/s] of the position controller; gain k2
 * [N.m.s/rad] and reset time T [s] of the speed controller. Output refTorque [N.m] of the motor.
 */
const ServoController = Model({
  refLoadAngle: Var({ input: true }),
  motorAngle: Var({ input: true }),
  motorSpeed: Var({ input: true }),
  refTorque: Var({ output: true }),
  gainOuter: Gain(),
  angleFeedback: Feedback(),
  gainInner: Gain(),
  speedFeedback: Feedback(),
  PI: PI(),
  connect: [
    ['refLoadAngle', 'gainOuter.u'],
    ['gainOuter.y', 'angleFeedback.u1'],
    ['motorAngle', 'angleFeedback.u2'],
    ['angleFeedback.y', 'gainInner.u'],
    ['gainInner.y', 'speedFeedback.u1'],
    ['motorSpeed', 'speedFeedback.u2'],
    ['speedFeedback.y', 'PI.u'],
    ['PI.y', 'refTorque'],
  ],
})

/**
 * Motor with its inertia, and an ideal gear to the flange. The motor turns with the connected parts, and has no
 * separate initial values.
 */
const ServoMotor = Model({
  flange: Flange(),
  refTorque: Var({ input: true }),
  motorAngle: Var({ output: true }),
  motorSpeed: Var({ output: true }),
  torque: UnitlessTorque(),
  motorInertia: Inertia({ phi: { init: null }, w: { init: null } }),
  angleSensor: UnitlessAngleSensor(),
  speedSensor: UnitlessSpeedSensor(),
  idealGear: IdealGear(),
  connect: [
    ['refTorque', 'torque.tau'],
    ['torque.flange', 'motorInertia.flange_a', 'angleSensor.flange', 'speedSensor.flange'],
    ['motorInertia.flange_b', 'idealGear.flange_a'],
    ['idealGear.flange_b', 'flange'],
    ['angleSensor.phi', 'motorAngle'],
    ['speedSensor.w', 'motorSpeed'],
  ],
})

/**
 * Servo drive that turns its flange to the input refLoadAngle [rad]:
 *
 *   u = k1*(ratio*refLoadAngle - motorAngle) - motorSpeed,   der(PI.x) = u/T,   motor torque = k2*(PI.x + u)
 *
 * Gear ratio = motor angle/flange angle; inertia J [kg.m2] of the motor; k1 [1/s] of the position controller; k2
 * [N.m.s/rad] and T [s] of the speed controller. Its angle is that of the component at the flange, which has the
 * initial values.
 */
export const Servo = Model({
  refLoadAngle: Var({ input: true }),
  flange: Flange(),
  ratio: Par(1),
  J: Par(1, 'kg.m2'),
  k1: Par(1),
  k2: Par(1),
  T: Par(1, 's'),
  ppi: ServoController({
    gainOuter: { k: expr`ratio` },
    gainInner: { k: expr`k1` },
    PI: { k: expr`k2`, T: expr`T` },
  }),
  drive: ServoMotor({ motorInertia: { J: expr`J` }, idealGear: { ratio: expr`ratio` } }),
  equations: equations`
    ppi.refLoadAngle = refLoadAngle
    drive.refTorque = ppi.refTorque
    ppi.motorAngle = drive.motorAngle
    ppi.motorSpeed = drive.motorSpeed
  `,
  connect: [['drive.flange', 'flange']],
})
