export { SolverError, type SolverErrorCode, type SolverState } from './errors.ts'
export { createSolver, type IntegrateOptions, integrate, type OdeRun } from './integrate.ts'
export {
  createDaeSolver,
  type DaeEvent,
  type DaeRun,
  type DaeSolver,
  type IntegrateDaeOptions,
  integrateDae,
} from './integrate-dae.ts'
export type { Method } from './methods.ts'
export type {
  DaeProblem,
  DaeRootFunctions,
  OdeProblem,
  Outcome,
  ProblemPart,
  ProblemParts,
  RootFunctions,
  SparseRows,
} from './problem.ts'
export type { EventResponse, RunEvent, RunOptions, RunOutput, RunRecord, SolverEvent } from './run.ts'
export type { Arrival, Expectation, Solver } from './solver.ts'
export type { Statistics } from './statistics.ts'
