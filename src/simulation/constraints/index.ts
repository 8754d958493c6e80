/** Constraints between states that the solver maintains. */
export { ConstraintSolver, type SegmentSolver } from './constraint-solver.ts'
export { fulfilConstraints } from './fulfill-constraints.ts'
export { StateConstraints } from './state-constraints.ts'
