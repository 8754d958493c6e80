/** Structure of a 3D model, from records to bodies: paths, super-objects, masses, joints. */
export {
  type Assembly,
  collectConnected,
  collectMechanism,
  findAssembly,
  hangsOn,
  isAssemblyRoot,
  replaceJoints,
} from './assemblies.ts'
export { findInScopes, findObject } from './find-object.ts'
export { type Link, mergeMasses } from './links.ts'
export {
  areSameScales,
  chooseNominals,
  createFreeScales,
  type MotionScales,
  smallStartFactor,
} from './motion-scales.ts'
export { addInstance, findPart, keepInstances, type PoolStart } from './pools.ts'
export { printTree, TreeDescriber } from './print-tree.ts'
export { readStructure } from './read-structure.ts'
export {
  createJoint,
  createLock,
  type JointNode,
  type ObjectNode,
  type PoolNode,
  type Structure,
} from './structure.ts'
export { type Grouping, groupObjects, type TreeJoint } from './super-objects.ts'
export { Groups } from './union-find.ts'
