/** What is to be solved, how it went, and what can go wrong. */
export { readClock } from './clock.ts'
export { createStepError, SolverError, type SolverState } from './errors.ts'
export type {
  DaeProblem,
  OdeProblem,
  Outcome,
  ProblemPart,
  ProblemParts,
  RootFunctions,
  SparseRows,
  WatchedRates,
} from './problem.ts'
export { createStatistics, type Statistics } from './statistics.ts'
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
