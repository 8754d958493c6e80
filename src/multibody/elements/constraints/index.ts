/** Constraints between objects and between joints, and masses on lines. */
export { GearConstraint, gearConstraint } from './gear-constraint.ts'
export { LineMasses, readLineMass } from './line-masses.ts'
export { RackConstraint, rackConstraint } from './rack-constraint.ts'
export { Rod, rod } from './rod.ts'
export { RollingWheel, rollingWheel } from './rolling-wheel.ts'
export { RollingWheelSet } from './rolling-wheel-set.ts'
