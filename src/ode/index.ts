/** Solvers of differential equations, independent of models. */

export { createSolver, type IntegrateOptions, integrate, type OdeRun } from './integrate.ts'
export {
  createDaeSolver,
  type DaeRun,
  type DaeSolver,
  type IntegrateDaeOptions,
  integrateDae,
} from './integrate-dae.ts'
export { METHODS, type Method } from './methods.ts'
export {
  type DaeProblem,
  type OdeProblem,
  type Outcome,
  type ProblemIsland,
  type ProblemIslands,
  type RootFunctions,
  SolverError,
  type SparseRows,
  type Statistics,
} from './problem/index.ts'
export { type EventResponse, Solver, type SolverEvent } from './stepping/index.ts'
