/** Forces, accelerations, mass matrices and energies of a tree of bodies. */
export { computeArticulatedInertias, passInertiaToParent } from './articulated-inertias.ts'
export {
  computeCenterOfMass,
  computeKineticEnergy,
  computeMomentum,
  computeUniformPotential,
} from './energy.ts'
export { factorMassMatrix, solveMassMatrix } from './factor-mass-matrix.ts'
export { addFieldGravity, computeFieldPotential } from './field-gravity.ts'
export { addForceAtPoint, addUniformGravity, clearForces } from './forces.ts'
export { computeArticulatedAccelerations, computeForwardDynamics } from './forward-dynamics.ts'
export { computeAccelerations, computeInverseDynamics, computeJointForces } from './inverse-dynamics.ts'
export { computeMassMatrix } from './mass-matrix.ts'
export { computeMomentumMatrix } from './momentum-matrix.ts'
export { addPointGravity, computePointPotential } from './point-gravity.ts'
export { computePrescribedMassMatrix } from './prescribed-mass-matrix.ts'
