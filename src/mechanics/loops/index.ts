/** Closed kinematic loops: constraints at the cuts of the tree, and the multipliers that enforce them. */
export { keepOffsets, type LoopTree, RowEvaluator } from './evaluate-rows.ts'
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
export { LoopSolver } from './loop-solver.ts'
export { LoopMemory, type LoopSystem } from './loop-system.ts'
export { SelfStress } from './self-stress.ts'
