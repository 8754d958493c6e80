import { VarioError } from '../../base/index.ts'
import type { Statistics } from './statistics.ts'
import {
  ERROR_TEST_FAILED,
  FATAL,
  INCONSISTENT,
  NEWTON_FAILED,
  NON_FINITE,
  RECOVERABLE,
  SINGULAR,
} from './status.ts'

/** Reason of the failure of a run. */
export type SolverErrorCode =
  | 'NON_FINITE'
  | 'STEP_TOO_SMALL'
  | 'TOO_MANY_STEPS'
  | 'NEWTON_FAILURE'
  | 'SINGULAR_MATRIX'
  | 'MODEL_FAILURE'
  | 'ROOT_FUNCTION'
  | 'CHATTERING'
  | 'INITIALIZATION'

/** State of the solver at its failure. */
export interface SolverState {
  readonly method: string
  /** Time [s]. */
  readonly t: number
  /** Step size of the last attempt [s]. */
  readonly h: number
  readonly order: number
  /** Component at fault: index into the state, or of the root function; -1 if none. */
  readonly component: number
  readonly stats: Readonly<Statistics>
}

/** A run that could not be finished, with the point where it stopped. */
export class SolverError extends VarioError {
  declare readonly code: SolverErrorCode
  readonly method: string
  readonly t: number
  readonly h: number
  readonly order: number
  readonly component: number
  readonly stats: Readonly<Statistics>

  constructor(code: SolverErrorCode, reason: string, state: SolverState, more: Record<string, unknown> = {}) {
    super(
      code,
      `${reason} (${state.method} at t = ${state.t}, h = ${state.h}, after ${state.stats.steps} steps)`,
      {
        ...state,
        ...more,
      },
    )
    this.method = state.method
    this.t = state.t
    this.h = state.h
    this.order = state.order
    this.component = state.component
    this.stats = { ...state.stats }
  }
}

/** Converts the recorded failure of a stepper to an error with advice. */
export function createStepError(
  failure: number,
  what: 'f' | 'residual',
  state: SolverState,
  reason = '',
): SolverError {
  const component = `component ${state.component}`
  switch (failure) {
    case NON_FINITE:
      return new SolverError(
        'NON_FINITE',
        `${what} returns NaN or Infinity in ${component}, however small the step. ` +
          'Check the model for a division by zero, a root or logarithm of a negative number, or a solution that ' +
          'grows without bound',
        state,
      )
    case RECOVERABLE:
      return new SolverError('MODEL_FAILURE', `${what} returns 'retry', however small the step`, state)
    case FATAL:
      return new SolverError('MODEL_FAILURE', `${what} has ended the run by returning 'abort'`, state)
    case NEWTON_FAILED:
      return new SolverError(
        'NEWTON_FAILURE',
        `The Newton iteration does not converge, however small the step; ${component} moves most. ` +
          `Check an exact Jacobian against finite differences, and ${what} for jumps that need a root function`,
        state,
      )
    case SINGULAR:
      return new SolverError(
        'SINGULAR_MATRIX',
        'The iteration matrix is singular, however small the ' +
          `step${state.component >= 0 ? `; column ${state.component} has no pivot` : ''}. ` +
          (what === 'f'
            ? 'Check the Jacobian'
            : 'An equation may be missing or redundant, or the index higher than 1'),
        state,
      )
    case ERROR_TEST_FAILED:
      return new SolverError(
        'STEP_TOO_SMALL',
        `The step size has become too small; the error of ${component} stays too large. ` +
          `${what} may jump there (use a root function), the solution may have a singularity, or the tolerances ` +
          'are too tight',
        state,
      )
    case INCONSISTENT:
      return new SolverError(
        'INITIALIZATION',
        reason ||
          `The initial values are inconsistent and cannot be corrected; equation ${state.component} has the ` +
            'largest residual. ' +
            'Give better guesses, mark algebraic variables in `differential`, or check that the index is at most 1',
        state,
      )
    default:
      return new SolverError('STEP_TOO_SMALL', 'The step size has become too small', state)
  }
}
