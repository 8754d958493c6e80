/** Problems and tolerances of the suite for all methods. */
import type { OdeProblem, OdeRun } from 'vario/ode'

/** x = t and y = 1 - 2t from (0, 1): linear, so that every method and its dense output are exact but for rounding. */
export const LINES: OdeProblem = {
  n: 2,
  f: (_t, _x, dx) => {
    dx[0] = 1
    dx[1] = -2
  },
}
/** x = cos t, y = -sin t from (1, 0). */
export const OSCILLATOR: OdeProblem = {
  n: 2,
  f: (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = -x[0]
  },
}
export const TOLERANCE = 1e-7
export const TOLERANCES = { rtol: TOLERANCE, atol: TOLERANCE }
/** Global error over one to three radians of the oscillator, in units of the tolerance per step, for the worst method. */
export const ERROR_FACTOR = 100

export const toRows = ({ output }: OdeRun, n: number): number[][] =>
  Array.from(output.t, (_, k) => Array.from(output.x.slice(k * n, (k + 1) * n)))
