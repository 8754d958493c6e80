/** Actions: programs that change the structure of a world while it runs, and their view of it. */
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
export { ReferencePaths } from './path-commands.ts'
export { type DueCommand, ProgramRunner } from './program-runner.ts'
export { isWhenRecord, type Reaction, type WhenRecord, when } from './when.ts'
export type { StateSource, WorldState } from './world-state.ts'
