import type { SegmentSolver } from '../constraints/index.ts'

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
