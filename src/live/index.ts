/** Live runs: the messages between a run and its clients, and the run itself. */
export { LiveRun } from './live-run.ts'
export { type LiveCommand, type LiveStatus, parseCommand } from './protocol.ts'
