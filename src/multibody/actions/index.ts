/** Actions: programs that change the structure of a world while it runs, and their view of it. */
export {
  type Action,
  type ActionProgram,
  type Actions,
  printAction,
  printRecord,
} from './actions.ts'
export { findPrograms, type ProgramMember } from './find-programs.ts'
export { ReferencePaths } from './path-commands.ts'
export { type DueCommand, ProgramRunner } from './program-runner.ts'
export { isWhenRecord, when } from './when.ts'
export type { StateSource, WorldState } from './world-state.ts'
