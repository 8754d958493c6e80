/** Changes of structure and velocities by commands. */
export { createLockLimits } from './context/index.ts'
export { type AppliedChange, StructureChanges } from './structure-changes.ts'
