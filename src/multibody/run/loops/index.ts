/** Closed loops while a model runs. */
export { CutJoint } from './cut-joint.ts'
export { LoopRun } from './loop-run.ts'
