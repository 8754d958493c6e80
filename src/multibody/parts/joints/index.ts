/** Joints, one file for each kind: record, keys, units, reading, and states. */
export type { AxisElement } from './axis-element.ts'
export { AxisLaw, type Side } from './axis-law.ts'
export {
  type AxisFriction,
  type AxisLimits,
  hasAxisLaws,
  hasReactions,
  type JointAxes,
  readAxisLaws,
} from './axis-laws.ts'
export {
  Cylindrical,
  type CylindricalArguments,
  type CylindricalRecord,
  CylindricalWithFlanges,
} from './cylindrical.ts'
export { Fix, type FixArguments, type FixRecord } from './fix.ts'
export {
  type AxesMotion,
  createPoseAxes,
  type FlangeVariables,
  hasMotion,
  listFlangeVariables,
  listMotionAxes,
  markMotion,
  type PoseMotion,
  readMotion,
  readMotionFlags,
} from './flange-axes.ts'
export { Free, type FreeArguments, type FreeRecord } from './free.ts'
export {
  isAxisElement,
  type JointArguments,
  type JointElement,
  type JointEndArguments,
} from './joint-definition.ts'
export {
  type AxesForceArguments,
  type AxisForceArguments,
  hasAxisForces,
  hasDrive,
  isDrivenRecord,
  listForceKeys,
  readDrives,
} from './joint-forces.ts'
export { isJointRecord, JOINTS, type JointRecord, listLawKeys } from './joint-kinds.ts'
export { assertFixedLaws, listLawSignals } from './law-signals.ts'
export { Planar, type PlanarArguments, type PlanarRecord, PlanarWithFlanges } from './planar.ts'
export { Prismatic, type PrismaticArguments, type PrismaticRecord, PrismaticWithFlange } from './prismatic.ts'
export { Revolute, type RevoluteArguments, type RevoluteRecord, RevoluteWithFlange } from './revolute.ts'
export { type OrientationStart, type RotationElement, readRotationElement } from './rotation-element.ts'
export { Spherical, type SphericalArguments, type SphericalRecord } from './spherical.ts'
export {
  Universal,
  type UniversalArguments,
  type UniversalRecord,
  UniversalWithFlanges,
} from './universal.ts'
