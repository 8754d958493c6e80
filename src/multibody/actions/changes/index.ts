/** What commands do to the structure, and to velocities. */
export { createLockLimits } from './lock-limits.ts'
export { StructureChanges } from './structure-changes.ts'
