/** Joints that stop, go on, break, or become others. */
export { changeJoint } from './change-joint.ts'
export { disconnect, lockJoint, unlockJoint } from './joint-changes.ts'
