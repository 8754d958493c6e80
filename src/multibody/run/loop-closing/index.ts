/** Closed loops during a run: their starts, projection after steps, the motion of cut joints. */

export { assertFreeStarts } from './assert-free-starts.ts'
export type { LastChange } from './assert-goes-on.ts'
export { checkStarts } from './check-starts.ts'
export { CutAxes } from './cut-axes.ts'
export { CutJoint, createCutMotion } from './cut-joint.ts'
export { describeLoops } from './describe-loops.ts'
export { FlangeMap } from './flange-map.ts'
export { findStartingJoints, type StartingJoints } from './given-starts.ts'
export { createReversedError, warnOfOpenLoops } from './loop-errors.ts'
export { LoopRun } from './loop-run.ts'
