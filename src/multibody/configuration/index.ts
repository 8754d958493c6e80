/** Configurations of 3D models without a run: closed loops, inverse kinematics, poses, distances. */
export { type AssembleOptions, assemble } from './assemble.ts'
export { Configuration, type ObjectPose } from './configuration.ts'
export type { TargetMiss, TargetPose } from './target.ts'
