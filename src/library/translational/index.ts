/** Translational mechanics along one axis: flanges with position s [m] and force f [N]. */
export {
  Damper,
  ElastoBacklash,
  ElastoGap,
  FixedPosition,
  MassWithStops,
  Spring,
  SpringDamper,
  TranslationalMass,
} from './basic.ts'
export { Brake, SlidingFriction, SupportFriction } from './friction.ts'
export { PartialRigid, PartialTranslationalCompliant, TranslationalFlange } from './interfaces.ts'
export {
  ConstantForce,
  ConstantVelocity,
  Force,
  ForceSensor,
  Position,
  PositionSensor,
  UnitlessForce,
  UnitlessPositionSensor,
  UnitlessVelocitySensor,
  VelocitySensor,
} from './sources.ts'
