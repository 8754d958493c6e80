/** Rotational mechanics along one axis: flanges with angle phi [rad] and torque tau [N.m]. */
export {
  Damper,
  ElastoGap,
  EMF,
  Fixed,
  IdealGear,
  IdealGearWithSupport,
  Inertia,
  InertiaWithStops,
  Spring,
  SpringDamper,
} from './basic.ts'
export { BearingFriction, Brake, Clutch, OneWayClutch, SlidingFriction } from './friction.ts'
export { Belt, BevelGear, ElastoBacklash, IdealPlanetary, IdealRollingWheel, LossyGear } from './gears.ts'
export { Flange, PartialCompliant } from './interfaces.ts'
export {
  AngleSensor,
  ConstantSpeed,
  ConstantTorque,
  Position,
  SpeedSensor,
  Torque,
  TorqueSensor,
  UnitlessAngleSensor,
  UnitlessSpeedSensor,
  UnitlessTorque,
} from './sources.ts'
