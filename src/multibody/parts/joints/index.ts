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
export { Cylindrical, type CylindricalArguments, type CylindricalRecord } from './cylindrical.ts'
export { Fix, type FixArguments, type FixRecord } from './fix.ts'
export { Free, type FreeArguments, type FreeRecord } from './free.ts'
export {
  type FlangeVariables,
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
export { Planar, type PlanarArguments, type PlanarRecord } from './planar.ts'
export { Prismatic, type PrismaticArguments, type PrismaticRecord, PrismaticWithFlange } from './prismatic.ts'
export { Revolute, type RevoluteArguments, type RevoluteRecord, RevoluteWithFlange } from './revolute.ts'
export { type OrientationStart, type RotationElement, readRotationElement } from './rotation-element.ts'
export { Spherical, type SphericalArguments, type SphericalRecord } from './spherical.ts'
export { Universal, type UniversalArguments, type UniversalRecord } from './universal.ts'
