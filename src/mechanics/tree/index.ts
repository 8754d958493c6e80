/** The tree of bodies as constants and as data of one evaluation, with its kinematics: positions and velocities. */
export { createTree, type TreeOfBodies } from './create-tree.ts'
export {
  ARTICULATED_PLACES,
  ARTICULATED_SIZE,
  factorFreeJoint,
  factorSphericalJoint,
  isPivot,
  reduceDrivenJoint,
  reducePrismaticJoint,
  reduceSphericalJoint,
} from './joint-elimination.ts'
export type { Stamp } from './motion-stamps.ts'
export { computePositions } from './positions.ts'
export { SingularInertiaError } from './singular-inertia-error.ts'
export {
  type BodyDeclaration,
  FREE,
  JOINT_NQ,
  type PartDeclaration,
  PRISMATIC,
  REVOLUTE,
  SPHERICAL,
  type Tree,
} from './tree.ts'
export { createTreeData, type TreeData } from './tree-data.ts'
export { updatePositions, updateVelocities } from './update-motion.ts'
export { computeVelocities } from './velocities.ts'
