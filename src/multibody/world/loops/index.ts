/** Closed loops of a world: their constraints, and the wrenches of all their joints. */
export { findLoopGroups, joinLoops } from './find-loop-groups.ts'
export { AT_REST, type JointGap, LoopGroup } from './loop-group.ts'
export { LoopReactions } from './loop-reactions.ts'
export { type ProjectedWorld, projectPositions, projectVelocities } from './project-loops.ts'
