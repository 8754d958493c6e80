/** Small integers inside the solvers: 0 is success, > 0 may be cured by a smaller step, < 0 ends the run. */
export const OK = 0
/** f reported that it cannot be evaluated here. */
export const RECOVERABLE = 1
/** f returned NaN or Infinity. */
export const NON_FINITE = 2
/** The Newton iteration did not converge. */
export const NEWTON_FAILED = 3
/** The iteration matrix is singular. */
export const SINGULAR = 4
/** The local error is too large. */
export const ERROR_TEST_FAILED = 5
/** f ended the run. */
export const FATAL = -1
/** The step size has become too small to advance the time. */
export const STEP_TOO_SMALL = -2
/** No consistent initial values were found. */
export const INCONSISTENT = -3
