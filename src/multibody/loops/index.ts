/** Closed loops of a world: their constraints, projection onto them, and the wrenches of all their joints. */
export type { LineMass, NamedConstraint } from './find-loop-groups.ts'
export { AT_REST, type JointGap, type LoopGroup } from './loop-group.ts'
export type { LoopReactions } from './loop-reactions.ts'
export type { ProjectedWorld } from './project-loops.ts'
export { WorldLoops } from './world-loops.ts'
