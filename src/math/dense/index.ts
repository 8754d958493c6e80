/** Dense linear algebra: LU, real and complex, QR, and Cholesky. */
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
export { computeGrowthRate, computeSpectralRadius } from './growth-rate.ts'
export { createHessenbergForm, type HessenbergForm, reduceToHessenberg } from './hessenberg.ts'
export { HessenbergLu } from './hessenberg-lu.ts'
export { computeNullSpaceQr, createQr, factorQr, type Qr, solveQr } from './qr.ts'
