/** Trees of rigid bodies over flat arrays: kinematics, dynamics, forces and balances. */

export type { CollidableShape } from './contact/detection/index.ts'
export type { ContactOptions, ContactRules } from './contact/index.ts'
export { ContactHandler, type ContactInfo, type Overlap } from './contact/index.ts'
export type { PairMaterial } from './contact/response/index.ts'
export {
  ANGULAR_VELOCITY,
  CONTACT_RESULT_SIZE,
  combineYoungsModuli,
  FORCE_VECTOR,
  NORMAL_FORCE,
  NORMAL_VECTOR,
  PENETRATION,
  PENETRATION_VELOCITY,
  POSITION_VECTOR,
  TANGENTIAL_FORCE,
  TANGENTIAL_VELOCITY,
  TORQUE,
  TORQUE_VECTOR,
} from './contact/response/index.ts'
export {
  addForceAtPoint,
  addPointGravity,
  addUniformGravity,
  clearForces,
  computeAccelerations,
  computeCentreOfMass,
  computeForwardDynamics,
  computeInverseDynamics,
  computeJointForces,
  computeKineticEnergy,
  computeMassMatrix,
  computeMomentum,
  computePointPotential,
  computePrescribedMassMatrix,
  computeUniformPotential,
  factorMassMatrix,
  solveMassMatrix,
} from './dynamics/index.ts'
export { computePositions, computeVelocities } from './kinematics/index.ts'
export {
  type BodyDeclaration,
  createTree,
  createTreeData,
  FREE,
  JOINT_NQ,
  type PartDeclaration,
  PRISMATIC,
  REVOLUTE,
  SingularInertiaError,
  SPHERICAL,
  type Tree,
  type TreeData,
} from './tree/index.ts'
