/** Paths in space and of axes, and the laws of time by which they are passed. */
export { CartesianPath, type CartesianPathOptions } from './cartesian-path.ts'
export type { CurvePath, ParameterMotion } from './curve-path.ts'
export { PtpPath, type PtpPathOptions } from './ptp-path.ts'
export { readLimits, readNumbers } from './read-points.ts'
export { SplinePath } from './spline-path.ts'
export type { LawTimes } from './time-law.ts'
export type { TimedPath } from './timed-path.ts'
export { type Curve, VectorSpline } from './vector-spline.ts'
