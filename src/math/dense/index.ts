/** Dense linear algebra: LU, real and complex, QR, Cholesky, eigenvalues, matrix exponential. */

export { createCholesky, factorCholesky, solveCholesky } from './cholesky.ts'
export {
  computeDenseNorm1,
  createDenseLu,
  type DenseLu,
  factorDenseLu,
  rcondDenseLu,
  solveDenseLu,
  solveTransposeDenseLu,
} from './dense-lu.ts'
export {
  type ComplexDenseLu,
  createComplexDenseLu,
  factorComplexDenseLu,
  solveComplexDenseLu,
} from './dense-lu-complex.ts'
export { balanceMatrix, computeEigenvalues } from './eigenvalues.ts'
export { computeGrowthRate, computeSpectralRadius } from './growth-rate.ts'
export { createHessenbergForm, type HessenbergForm, reduceToHessenberg } from './hessenberg.ts'
export { HessenbergLu } from './hessenberg-lu.ts'
export { computeMatrixExponential } from './matrix-exponential.ts'
export { multiplyDense } from './multiply-dense.ts'
export { computeNullSpaceQr, createQr, factorQr, type Qr, solveQr } from './qr.ts'
export { computeRealSchur, createRealSchur, type RealSchur, standardizeBlock } from './real-schur.ts'
export { moveBlock, reorderSchur } from './reorder-schur.ts'
