import type { Statistics } from './statistics.ts'

/**
 * One integration method at work on one problem: everything it needs is allocated at creation, `step` works in place.
 * The step loop (solver.ts) uses only this interface.
 */
export interface Stepper {
  /** Name of the method, for messages. */
  readonly name: string
  /** A restart may keep the step size: nothing but x is carried from step to step. */
  readonly isOneStep: boolean
  readonly stats: Statistics
  /** Solution at `t`: written by the caller before `start`, by the stepper after each step (n). */
  readonly x: Float64Array
  /** End of the last accepted step and start of the next one [s]. */
  t: number
  /** Start of the last accepted step [s]. */
  tOld: number
  /** Size of the next step [s]; after a failure, the size that failed. */
  h: number
  /** Order of the last step. */
  order: number
  /** Estimated error of the last accepted step relative to the tolerances, at most 1. */
  error: number
  /** Why the last attempt failed (status.ts), and which component was at fault (-1: unknown). */
  failure: number
  worst: number
  /** Why the last start has failed, for an error message; undefined or '': nothing is known beyond the status. */
  readonly startFailure?: string
  /**
   * Starts at time `t` from `x`. `hGuess` > 0 is used as the first step size; 0 asks for the heuristic of the method.
   * At a restart after an event the caller passes the last `h` of a one-step method and sets `isRestart`: then a size
   * that the heuristic finds wrong by orders of magnitude is replaced.
   */
  start(t: number, tStop: number, hGuess: number, isRestart?: boolean): number
  /** Makes one accepted step that does not pass `tStop`, and ends exactly there if it comes close. Returns a status. */
  step(tStop: number): number
  /**
   * Reports that the caller has moved `x` at the end of a step a little, from `before`: what was computed there is
   * outdated.
   */
  takeMove?(before: Float64Array): void
  /** Before a start: the caller's expectation of the solution after it. Ignored by methods without a choice. */
  expect?(expectation: 'stiff' | 'nonstiff'): void
  /**
   * Repeats the last step such that it ends at `tLanding`, before its previous end. Only methods that carry nothing but
   * x from step to step can do that.
   */
  stepAgain?(tLanding: number): number
  /** True if the last step can be repeated; undefined: every one can. */
  readonly canStepAgain?: boolean
  /**
   * Number of islands with separate steps: `step` may go as far beyond the requested time as the islands like, but not
   * beyond a time at which something happens to all of them. Undefined: steps are common to all.
   */
  readonly nIsland?: number
  /**
   * Repeats the last steps of the islands that go too far beyond an event, see `findLanding`; they end there then.
   * Returns the status; undefined: all stay.
   */
  landIslands?(tEvent: number): number | undefined
  /** Length of the longest step of islands that have made no other since the last start [s]. */
  longestFirstStep?(): number
  /**
   * Writes the solution at `t` in [tOld, t] (or a hair outside) to `out`: the dense output of the last step. Before the
   * first step it is the tangent at the start.
   */
  interpolate(t: number, out: Float64Array): void
  /**
   * Writes the derivative of the dense output at `t` inside the last step to `out`. Undefined: islands, which check
   * their steps internally.
   */
  interpolateSlope?(t: number, out: Float64Array): void
  /**
   * Implicit methods: turns the defect of the dense output inside the last step, in place, into the error that it makes,
   * by the matrix of the step; bounded for stiff components. The defect is f - x' times the step size, or the residual
   * of an implicit problem with its sign changed. Undefined: the defect is the error.
   */
  filterDefect?(defect: Float64Array): void
}

/** Options of every stepper. */
export interface StepperOptions {
  /** Relative tolerance, the largest of all components. */
  readonly rtol: number
  /** Relative tolerances, one per component; 0: only the absolute one counts (n). */
  readonly rtols: Float64Array
  /** Absolute tolerances, one per component (n). */
  readonly atol: Float64Array
  /** Smallest allowed step size [s]; 0: only the resolution of the time. */
  readonly minStep: number
  /** Largest allowed step size [s]; may be Infinity. */
  readonly maxStep: number
  /** Longest time inside of a step without a look at the equations [s]; Infinity: the method alone decides. */
  readonly lookInterval: number
}
