/** Linear equations along a known solution: sensitivities. */
export { type VariationalProblem, VariationalSolver } from './variational-solver.ts'
