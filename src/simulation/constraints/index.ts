/** Constraints between states that the solution must keep. */
export { InvariantSolver, type SegmentSolver } from './constraint-solver.ts'
export { Invariants } from './state-constraints.ts'
