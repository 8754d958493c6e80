/** Linear equations along a known solution: sensitivities. */
export { VariationalSolver } from './variational-solver.ts'
