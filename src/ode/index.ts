/** Solvers of differential equations, independent of models; `auto`, and islands with separate steps. */

export {
  createSolver,
  type IntegrateOptions,
  integrate,
  METHODS,
  type Method,
  type OdeRun,
} from './integrate.ts'
export {
  createDaeSolver,
  type DaeEvent,
  type DaeRun,
  type DaeSolver,
  type IntegrateDaeOptions,
  integrateDae,
} from './integrate-dae.ts'
export {
  type Arrival,
  createStatistics,
  type DaeProblem,
  type DaeRootFunctions,
  type EventResponse,
  type Expectation,
  type OdeProblem,
  type Outcome,
  type ProblemIsland,
  type ProblemIslands,
  type RootFunctions,
  type RunEvent,
  type RunOptions,
  type RunOutput,
  type RunRecord,
  Solver,
  SolverError,
  type SolverErrorCode,
  type SolverEvent,
  type SolverState,
  type SparseRows,
  type Statistics,
  type ToleranceOptions,
  type WatchedRates,
} from './stepping/index.ts'
export { VariationalSolver } from './variational/index.ts'
