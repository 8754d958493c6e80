/** Nonlinear least squares with bounds: a trust region, differences, what the result says of its parameters. */
export {
  type LeastSquares,
  type LeastSquaresResult,
  minimizeLeastSquares,
  type Termination,
} from './least-squares.ts'
export { computeStudentLimit, computeStudentTails } from './student-distribution.ts'
