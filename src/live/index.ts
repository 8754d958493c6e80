/** Runs that somebody watches: what goes to and fro, and the run itself. */
export { type LiveHost, LiveRun } from './live-run.ts'
export { type LiveCommand, type LivePhase, type LiveStatus, parseCommand } from './protocol.ts'
