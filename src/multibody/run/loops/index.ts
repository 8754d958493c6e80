/** Closed loops while a model runs. */
export { FlangeMap } from './flange-map.ts'
export { LoopRun } from './loop-run.ts'
