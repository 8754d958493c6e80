/** Problems with their evaluation, costs and failures of runs. */
export type {
  DaeProblem,
  DaeRootFunctions,
  OdeProblem,
  Outcome,
  ProblemIsland,
  ProblemIslands,
  RootFunctions,
  SparseRows,
  WatchedRates,
} from './problem.ts'
export { readClock } from './read-clock.ts'
export { findNonFinite, RightHandSide } from './right-hand-side.ts'
export { createStepError, SolverError, type SolverErrorCode, type SolverState } from './solver-error.ts'
export { clearStatistics, createStatistics, type Statistics } from './statistics.ts'
export {
  ERROR_TEST_FAILED,
  FATAL,
  INCONSISTENT,
  NEWTON_FAILED,
  NON_FINITE,
  OK,
  RECOVERABLE,
  SINGULAR,
  STEP_TOO_SMALL,
} from './status.ts'
