/** Changes of structure and velocities by commands. */
export { createLockLimits } from './lock-limits.ts'
export { type AppliedChange, StructureChanges } from './structure-changes.ts'
