/** Changes of structure and velocities by commands. */
export { type AppliedChange, StructureChanges } from './structure-changes.ts'
