/** From records to bodies: paths, super-objects, masses, joints. */
export { findInScopes, findObject } from './find-object.ts'
export { chooseNominals, createFreeScales, type MotionScales, smallStartFactor } from './motion-scales.ts'
export { createJoint, type JointNode, type ObjectNode } from './nodes.ts'
export { readStructure, type Structure } from './structure.ts'
export { type Grouping, groupObjects } from './super-objects.ts'
