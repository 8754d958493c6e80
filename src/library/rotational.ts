/** Rotational mechanics along one axis: flanges with angle phi [rad] and torque tau [N.m]. */
export {
  Damper,
  ElastoGap,
  EMF,
  Fixed,
  IdealGear,
  IdealGear_withSupport,
  Inertia,
  Spring,
  SpringDamper,
} from './rotational/basic.ts'
export { BearingFriction, Brake, Clutch } from './rotational/friction.ts'
export { Flange, PartialCompliant } from './rotational/interfaces.ts'
export {
  AngleSensor,
  ConstantSpeed,
  ConstantTorque,
  SpeedSensor,
  Torque,
  TorqueSensor,
  UnitlessAngleSensor,
  UnitlessSpeedSensor,
  UnitlessTorque,
} from './rotational/sources.ts'
