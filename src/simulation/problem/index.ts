/** The model as a problem for the solvers. */
export { LookAhead } from './look-ahead.ts'
export { ModelSolver } from './model-solver.ts'
export { ModelProblem } from './ode-problem.ts'
