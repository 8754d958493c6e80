import type { Solver } from '../../ode/index.ts'

/** The part of a solver that the step loop uses. */
export interface SegmentSolver
  extends Pick<Solver, 't' | 'x' | 'crossing' | 'stats' | 'next' | 'restart' | 'interpolate'> {
  /** True if islands of the model have separate steps. */
  readonly isInIslands: boolean
  /** As in `Solver`, at the output points that the last step has passed. */
  isMissedAt(t: number, x: Float64Array, fx: Float64Array): boolean
  /** As in `Solver`; false: it cannot go back. */
  goBack(tGood: number, tMissed: number): boolean
  /** Sets the time of the next restart, which differs from that reached by rounding errors only. */
  skipTo(t: number): void
}

/** Fraction of the step to an event over which the slope there is taken. */
const APPROACH_PART = 1e-3

/** Slope of the states at the present time of the solver, since `tLast` [1/s]. */
export function findApproach(solver: SegmentSolver, tLast: number): Float64Array {
  const delay = APPROACH_PART * (solver.t - tLast)
  const slope = new Float64Array(solver.x.length)
  if (!(solver.t - delay < solver.t)) return slope
  solver.interpolate(solver.t - delay, slope)
  for (let i = 0; i < slope.length; i++) slope[i] = (solver.x[i] - slope[i]) / delay
  return slope
}
