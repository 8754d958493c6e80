/** Functions of a 3D model without a run: assembly, inverse kinematics, poses, distances, kinematics and dynamics. */
export { type AssembleOptions, assemble } from './assemble.ts'
export { Configuration, type ObjectPose } from './configuration.ts'
export {
  createDynamics,
  type Dynamics,
  type DynamicsOptions,
  type NamedValues,
  type ReachOptions,
} from './create-dynamics.ts'
export type { TargetMiss, TargetPose } from './target.ts'
