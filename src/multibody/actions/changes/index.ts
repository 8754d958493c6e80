/** What commands do to the structure, and to velocities. */
export { createLockLimits } from './context/index.ts'
export { StructureChanges } from './structure-changes.ts'
