/** Kinematics and dynamics of a 3D model as functions of its state, without a run. */
export { createDynamics, type Dynamics } from './create-dynamics.ts'
