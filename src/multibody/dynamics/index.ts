/** Kinematics and dynamics of a 3D model as functions of its state, without a run. */
export { createDynamics, type Dynamics, type NamedValues, type ReachOptions } from './create-dynamics.ts'
