/** What commands do to the structure, and to velocities. */
export { createLockLimits } from './context/index.ts'
export { type AppliedChange, StructureChanges } from './structure-changes.ts'
