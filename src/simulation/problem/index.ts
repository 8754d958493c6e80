/** The model as a problem for the solvers. */
export { LookAhead } from './look-ahead.ts'
export { ModelProblem } from './model-problem.ts'
export { ModelSolver } from './model-solver.ts'
