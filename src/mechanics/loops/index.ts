/** Closed kinematic loops: constraints at the cuts of the tree, the multipliers that enforce them, and assembly. */
export { approachGuess, type GuessProblem } from './approach-guess.ts'
export { keepOffsets, type PositionedTree, RowEvaluator } from './evaluate-rows.ts'
export { computeFrameJacobian } from './frame-jacobian.ts'
export { countIndependentRows } from './independent-rows.ts'
export { InertiaCorrection } from './inertia-correction.ts'
export {
  createLoopData,
  createLoopModel,
  DISTANCE,
  type JointRelation,
  type LoopData,
  type LoopJoint,
  type LoopModel,
  type LoopRow,
  MEAN,
  PERPENDICULAR,
  ROLLING,
  TRANSLATION,
} from './loop-model.ts'
export { type LoopSizes, measureReach, measureSizes } from './loop-sizes.ts'
export { LoopSolver } from './loop-solver.ts'
export { type ConstrainedTree, LoopWorkspace } from './loop-workspace.ts'
export { computeRowJacobian } from './row-jacobian.ts'
export { type SearchProblem, searchConfiguration } from './search-configuration.ts'
export { SelfStress } from './self-stress.ts'
