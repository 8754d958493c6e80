/** Joints that stop, go on, break, or become others. */
export { changeJoint } from './change-joint.ts'
export { disconnect, findLooseRoot, lockJoint, unlockJoint } from './joint-changes.ts'
export { nameApart } from './name-results.ts'
