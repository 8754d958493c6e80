/** Closed kinematic loops: constraints where the tree is cut, and the multipliers that keep them. */
export { RowEvaluator } from './evaluate-rows.ts'
export {
  createLoopData,
  createLoopModel,
  DISTANCE,
  type LoopData,
  type LoopJoint,
  type LoopModel,
  type LoopRow,
  PERPENDICULAR,
  TRANSLATION,
} from './loop-model.ts'
export { LoopSolver } from './loop-solver.ts'
export { SelfStress } from './self-stress.ts'
