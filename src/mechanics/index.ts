/** Trees of rigid bodies over flat arrays: kinematics, dynamics, forces and balances. */

export type { CollidableShape } from './contact/collidable-shapes.ts'
export { ContactHandler, type ContactInfo, type Overlap } from './contact/contact-handler.ts'
export type { ContactOptions } from './contact/contact-options.ts'
export * from './contact/contact-result.ts'
export type { ContactRules } from './contact/contact-rules.ts'
export { combineYoungsModuli } from './contact/force-law.ts'
export type { ContactResponse, PairMaterial } from './contact/pair-material.ts'
export { createTree } from './create-tree.ts'
export {
  computeCentreOfMass,
  computeKineticEnergy,
  computeMomentum,
  computeUniformPotential,
} from './energy.ts'
export { factorMassMatrix, solveMassMatrix } from './factor-mass-matrix.ts'
export { addForceAtPoint, addUniformGravity, clearForces } from './forces.ts'
export { computeForwardDynamics } from './forward-dynamics.ts'
export { computeAccelerations, computeInverseDynamics, computeJointForces } from './inverse-dynamics.ts'
export { computeMassMatrix } from './mass-matrix.ts'
export { addPointGravity, computePointPotential } from './point-gravity.ts'
export { computePositions } from './positions.ts'
export { computePrescribedMassMatrix } from './prescribed-mass-matrix.ts'
export { SingularInertiaError } from './singular-inertia-error.ts'
export {
  type BodyDeclaration,
  FREE,
  JOINT_NQ,
  JOINT_NV,
  type PartDeclaration,
  PRISMATIC,
  REVOLUTE,
  SPHERICAL,
  type Tree,
} from './tree.ts'
export { createTreeData, type TreeData } from './tree-data.ts'
export { computeVelocities } from './velocities.ts'
