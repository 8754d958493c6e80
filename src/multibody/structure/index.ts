/** From records to bodies: paths, super-objects, masses, joints. */
export type { Frame } from './frame.ts'
export { type AxisElement, isAxisElement, type RotationElement } from './joint-motion.ts'
export { chooseNominals, createFreeScales, type MotionScales, smallStartFactor } from './motion-scales.ts'
export { composePoses, invertPose, type Pose } from './pose.ts'
export { readMass } from './solid-mass.ts'
export {
  createFinder,
  type FlangeJointPart,
  type JointNode,
  type ObjectNode,
  readStructure,
  type Structure,
} from './structure.ts'
export { type Grouping, groupObjects } from './super-objects.ts'
