/** The model as a problem for the solvers: its Jacobian with the pattern, constraints between states, islands. */
export { createSegmentSolver, findLookInterval } from './create-segment-solver.ts'
export { type ChannelNames, type Linearization, LinearizationPoints, Linearizer } from './linearizer.ts'
export { ModelProblem } from './model-problem.ts'
export { findRedundantConstraints } from './redundant-constraints.ts'
export { findApproach, type SegmentSolver } from './segment-solver.ts'
export { StateConstraints } from './state-constraints.ts'
export { findStatePattern } from './state-pattern.ts'
