/** Paths in space and of axes, and the laws of time by which they are passed. */
export { CartesianPath } from './cartesian-path.ts'
export { PtpPath } from './ptp-path.ts'
export { readLimits, readNumbers } from './read-points.ts'
export { SplinePath } from './spline-path.ts'
export type { TimedPath } from './timed-path.ts'
export { VectorSpline } from './vector-spline.ts'
