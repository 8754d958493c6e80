/** Actions: programs that change the structure of a world while it runs, and their view of it. */
export { type ActionRecord, printRecord } from './action-log.ts'
export { type Action, type ActionProgram, type Actions, printAction } from './actions.ts'
export { findPrograms, type ProgramMember } from './find-programs.ts'
export { type DueCommand, ProgramRunner } from './program-runner.ts'
export { ReferencePaths } from './reference-paths.ts'
export { isWhenRecord, when } from './when.ts'
export type { StateSource, WorldState } from './world-state.ts'
