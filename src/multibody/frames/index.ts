/** Frames of objects in bodies, and constant poses. */
export type { Frame } from './frame.ts'
export { composePoses, createPose, identityPose, invertPose, type Pose, rotationToAxis } from './pose.ts'
