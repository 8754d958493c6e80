/** Runs that somebody watches: what goes to and fro, and the run itself. */
export { LiveRun } from './live-run.ts'
export { type LiveCommand, type LiveStatus, parseCommand } from './protocol.ts'
