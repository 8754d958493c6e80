/** Configurations of 3D models without a run: closed loops, inverse kinematics, poses, distances. */
export { type AssembleOptions, assemble, closeAndReach } from './assemble.ts'
export { Configuration, type ObjectPose } from './configuration.ts'
export { MechanismState } from './mechanism-state.ts'
export { type Mechanism, readMechanism } from './read-mechanism.ts'
export { Target, type TargetMiss, type TargetPose } from './target.ts'
