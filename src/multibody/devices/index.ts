/** Devices of robots: sensors and their errors, propellers, drives with limits, switches of contacts. */
export {
  ContactFriction,
  type ContactFrictionArguments,
  type ContactFrictionRecord,
  contactFriction,
  FRICTION_KEYS,
} from './contact-friction.ts'
export {
  ContactSwitch,
  type ContactSwitchArguments,
  type ContactSwitchRecord,
  contactSwitch,
} from './contact-switch.ts'
export { LimitedMotor, PositionServo, VelocityServo } from './drives.ts'
export {
  type DelayArguments,
  type DelayedSensor,
  Imu,
  type ImuArguments,
  type ImuRecord,
  imu,
} from './imu.ts'
export { Propeller, type PropellerArguments, type PropellerRecord, propeller } from './propeller.ts'
export {
  RangeSensor,
  type RangeSensorArguments,
  type RangeSensorRecord,
  rangeSensor,
} from './range-sensor.ts'
export { SampledSensor } from './sampled-sensor.ts'
