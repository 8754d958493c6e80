/** Nonlinear least squares with bounds: a trust region, differences, uncertainty of the result. */

export { DifferenceColumns } from './differences.ts'
export {
  type LeastSquaresResult,
  minimizeLeastSquares,
  type Termination,
} from './least-squares.ts'
export { computeStudentLimit } from './student-distribution.ts'
