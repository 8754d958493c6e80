/** Closed loops while a model runs. */
export { LoopRun } from './loop-run.ts'
