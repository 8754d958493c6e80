/**
 * The step loop that all methods share: steps, event location, output, checks inside of steps; and the interface of
 * methods.
 */
export { DefectWatch, type EvaluateDefect } from './defect-watch.ts'
export { findLanding, LANDING_MARGIN } from './event-landing.ts'
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
export {
  assertInterval,
  assertProblem,
  resolveTolerances,
  type ToleranceOptions,
  toVector,
} from './solver-options.ts'
export { StepProjection } from './step-projection.ts'
export { computeFirstStep, fitStep, type StartPoint, smallestStep } from './step-size.ts'
export type { Stepper, StepperOptions } from './stepper.ts'
