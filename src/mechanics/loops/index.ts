/** Closed kinematic loops: constraints where the tree is cut, and the multipliers that keep them. */
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
