/** Joints that are locked, unlocked, disconnected or changed. */
export { changeJoint } from './change-joint.ts'
export { disconnect, findLooseRoot, lockJoint, unlockJoint } from './joint-changes.ts'
export { nameApart } from './name-results.ts'
