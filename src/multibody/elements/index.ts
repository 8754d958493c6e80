/** Force elements, constraints and sensors between objects. Each kind is one definition. */
export { GearConstraint, RackConstraint, Rod, RollingWheel, RollingWheelSet } from './constraints/index.ts'
export { checkElement, createElement, ELEMENTS, isElementRecord } from './elements.ts'
export {
  Bushing,
  LineForce,
  SpringDamperPtP,
  WorldForce,
  type WorldForceArguments,
  WorldTorque,
} from './forces/index.ts'
export { ContactResult, JointForce, SensorResult } from './sensors/index.ts'
