/** Iterations for nonlinear equations and least squares. */

export { differentiateByExtrapolation, type ExtrapolatedDerivatives } from './extrapolated-differences.ts'
export { fitByGaussNewton } from './gauss-newton.ts'
export { type LeastSquaresProblem, minimizeSquares } from './levenberg-marquardt.ts'
export { isContracting, searchByHalving } from './line-search.ts'
