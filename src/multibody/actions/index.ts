/** Actions: programs that change the structure of a world while it runs, their view of it, and the changes. */
export {
  type Action,
  type ActionProgram,
  type Actions,
  type ChangeOptions,
  type Condition,
  type JointChange,
  type PathAction,
  printAction,
  printRecord,
  type SetAction,
  type StructureAction,
  type WaitAction,
} from './actions.ts'
export { findPrograms, type ProgramMember } from './find-programs.ts'
export { createLockLimits } from './lock-limits.ts'
export { ReferencePaths } from './path-commands.ts'
export { type DueCommand, ProgramRunner } from './program-runner.ts'
export { type AppliedChange, StructureChanges } from './structure-changes.ts'
export { isWhenRecord, type Reaction, type WhenRecord, when } from './when.ts'
export type { StateSource, WorldState } from './world-state.ts'
