/** Solvers of differential equations, independent of models. */
export { createSolver, type IntegrateOptions, integrate, type OdeRun } from './integrate.ts'
export {
  createDaeSolver,
  type DaeRun,
  type DaeSolver,
  type IntegrateDaeOptions,
  integrateDae,
} from './integrate-dae.ts'
export type { EventResponse, Solver, SolverEvent } from './loop/index.ts'
export type { Method } from './methods/index.ts'
export type {
  DaeProblem,
  OdeProblem,
  Outcome,
  ProblemIsland,
  ProblemIslands,
  RootFunctions,
  SparseRows,
  Statistics,
} from './problem/index.ts'
export { SolverError } from './problem/index.ts'
