/** Translational mechanics along one axis: flanges with position s [m] and force f [N]. */
export {
  Damper,
  ElastoGap,
  FixedPosition,
  Spring,
  SpringDamper,
  TranslationalMass,
} from './translational/basic.ts'
export { SlidingFriction, SupportFriction } from './translational/friction.ts'
export {
  PartialRigid,
  PartialTranslationalCompliant,
  TranslationalFlange,
} from './translational/interfaces.ts'
export {
  ConstantForce,
  ConstantVelocity,
  Force,
  ForceSensor,
  PositionSensor,
  UnitlessForce,
  UnitlessPositionSensor,
  UnitlessVelocitySensor,
  VelocitySensor,
} from './translational/sources.ts'
