/** Joints that close loops: what they demand, and what all joints of loops transmit. */
export { AccelerationHistory } from './acceleration-history.ts'
export { connectFrames, createInertias, createLoopJoint } from './loop-joints.ts'
export { LoopReactions } from './loop-reactions.ts'
