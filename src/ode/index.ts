/** Solvers of differential equations, independent of models. */

export { createSolver, type IntegrateOptions, integrate, type OdeRun } from './integrate.ts'
export {
  createDaeSolver,
  type DaeEvent,
  type DaeRun,
  type DaeSolver,
  type IntegrateDaeOptions,
  integrateDae,
} from './integrate-dae.ts'
export { METHODS, type Method } from './methods.ts'
export {
  type DaeProblem,
  type DaeRootFunctions,
  type OdeProblem,
  type Outcome,
  type ProblemIsland,
  type ProblemIslands,
  type RootFunctions,
  SolverError,
  type SolverErrorCode,
  type SolverState,
  type SparseRows,
  type Statistics,
  type WatchedRates,
} from './problem/index.ts'
export {
  type Arrival,
  type EventResponse,
  type Expectation,
  type RunEvent,
  type RunOptions,
  type RunOutput,
  type RunRecord,
  Solver,
  type SolverEvent,
  type ToleranceOptions,
} from './stepping/index.ts'
