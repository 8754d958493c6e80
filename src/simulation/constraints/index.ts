/** Constraints between states that the solution must keep. */
export { InvariantSolver, type SegmentSolver } from './invariant-solver.ts'
export { Invariants } from './invariants.ts'
