/**
 * Force elements, constraints and sensors between objects, each kind one definition; the servo drive of joints, and
 * its paths.
 */
export { Bushing, type BushingArguments, type BushingRecord } from './bushing.ts'
export { ContactResult, type ContactResultArguments, type ContactResultRecord } from './contact-result.ts'
export { checkElement, createElement, ELEMENTS, isElementRecord } from './element-kinds.ts'
export type { LawValue, LawVector, ScalarFunction } from './force-law.ts'
export { GearConstraint, type GearConstraintArguments, type GearConstraintRecord } from './gear-constraint.ts'
export { AxisDrive, findAxisResults, WrenchDrive } from './joint-drive.ts'
export { JointForce, type JointForceArguments, type JointForceRecord } from './joint-force.ts'
export { LineForce, type LineForceArguments } from './line-force.ts'
export type { LoadEvents } from './load-events.ts'
export { HillMuscle, Muscle, type MuscleArguments } from './muscle.ts'
export { PathReference, PtpReference } from './ptp-reference.ts'
export { RackConstraint, type RackConstraintArguments, type RackConstraintRecord } from './rack-constraint.ts'
export { ReferencePath, ReferencePathMemory, type ReferencePathOptions } from './reference-path.ts'
export { Rod, type RodArguments, type RodRecord } from './rod.ts'
export { RollingWheel, type RollingWheelArguments, type RollingWheelRecord } from './rolling-wheel.ts'
export { RollingWheelSet, type RollingWheelSetArguments } from './rolling-wheel-set.ts'
export { SensorResult, type SensorResultArguments, type SensorResultRecord } from './sensor-result.ts'
export { Servo } from './servo.ts'
export {
  SpringDamperPtP,
  type SpringDamperPtPArguments,
  type SpringDamperPtPRecord,
} from './spring-damper-ptp.ts'
export { listTendonLines, Tendon, type TendonArguments, type TendonRecord } from './tendon.ts'
export {
  type AppliedObject,
  type VectorFunction,
  WorldForce,
  type WorldForceArguments,
  type WorldForceRecord,
  type WorldLoadArguments,
  WorldTorque,
  type WorldTorqueArguments,
  type WorldTorqueRecord,
} from './world-force.ts'
