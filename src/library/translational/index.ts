/** Translational mechanics along one axis: flanges with position s [m] and force f [N]. */
export {
  Damper,
  ElastoBacklash,
  ElastoGap,
  EMF,
  Fixed,
  Mass,
  MassWithStops,
  Spring,
  SpringDamper,
} from './basic.ts'
export { BearingFriction, Brake, Clutch, OneWayClutch, SlidingFriction } from './friction.ts'
export { Flange, PartialCompliant, PartialRigid } from './interfaces.ts'
export { IdealGear, IdealGearWithSupport, LossyGear } from './levers.ts'
export {
  ConstantForce,
  ConstantSpeed,
  Force,
  ForceSensor,
  Position,
  PositionSensor,
  SpeedSensor,
  UnitlessForce,
  UnitlessPositionSensor,
  UnitlessSpeedSensor,
} from './sources.ts'
