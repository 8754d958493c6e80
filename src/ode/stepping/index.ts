/**
 * The step loop of a solver: problems with their evaluation and costs, step sizes, event location, failures of runs.
 */
export { DefectWatch, type EvaluateDefect } from './defect-watch.ts'
export { findLanding, LANDING_MARGIN } from './event-landing.ts'
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
export {
  type EventResponse,
  type RunEvent,
  type RunOptions,
  type RunOutput,
  type RunRecord,
  run,
  type SolverEvent,
} from './run-to-end.ts'
export { type Arrival, type Expectation, Solver, type WatchedRoots } from './solver.ts'
export { SolverError, type SolverErrorCode, type SolverState } from './solver-error.ts'
export {
  assertInterval,
  assertProblem,
  resolveTolerances,
  type ToleranceOptions,
  toVector,
} from './solver-options.ts'
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
export { StepProjection } from './step-projection.ts'
export { computeFirstStep, fitStep, type StartPoint, smallestStep } from './step-size.ts'
export type { Stepper, StepperOptions } from './stepper.ts'
