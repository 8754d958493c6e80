/** Closed loops while a model runs. */
export { CutJoint } from './cut-joint.ts'
export { describeLoops } from './describe-loops.ts'
export { LoopRun } from './loop-run.ts'
