export {
  cardan123AccelerationBias_B,
  cardan123FromRotation,
  cardan123RatesFromW_A,
  cardan123RatesFromW_B,
  cardan123RatesToW_A,
  cardan123RatesToW_B,
  cardan123ToRotation,
  cardan132AccelerationBias_B,
  cardan132FromRotation,
  cardan132RatesFromW_A,
  cardan132RatesFromW_B,
  cardan132RatesToW_A,
  cardan132RatesToW_B,
  cardan132ToRotation,
  cardanSingularityDistance,
} from './cardan.ts'
export { type ColumnColoring, colorColumns } from './coloring.ts'
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
export {
  ddAdd,
  ddCompare,
  ddCross3,
  ddDiv,
  ddDot3,
  ddFromDouble,
  ddMul,
  ddNeg,
  ddSqrt,
  ddSub,
  ddToDouble,
} from './double-double.ts'
export { createHessenbergForm, type HessenbergForm, reduceToHessenberg } from './hessenberg.ts'
export { HessenbergLu } from './hessenberg-lu.ts'
export {
  mat3AddScaled,
  mat3Copy,
  mat3Determinant,
  mat3Identity,
  mat3Inverse,
  mat3Mul,
  mat3MulTransposeA,
  mat3MulTransposeB,
  mat3MulVec,
  mat3Skew,
  mat3SymmetricEigen,
  mat3Transpose,
  mat3TransposeMulVec,
} from './mat3.ts'
export { computeErrorWeights, maxAbs, worstComponent, wrmsNorm, wrmsNormAt } from './norms.ts'
export { computeNullSpaceQr, createQr, factorQr, type Qr, solveQr } from './qr.ts'
export {
  quatConjugate,
  quatDerivativeFromW_A,
  quatDerivativeFromW_B,
  quatExp,
  quatFromRotation,
  quatIdentity,
  quatInverseRotateVec,
  quatLog,
  quatMul,
  quatNormalize,
  quatRotateVec,
  quatSlerp,
  quatToRotation,
} from './quaternion.ts'
export {
  rotationExp,
  rotationFromAxesXY,
  rotationFromAxisAngle,
  rotationLog,
  rotationOrthonormalize,
  rotationToAxisAngle,
  rotationX,
  rotationY,
  rotationZ,
} from './rotation.ts'
export {
  assertCscPattern,
  type CscMatrix,
  type CscPattern,
  createCscFromDense,
  createCscFromTriplets,
  createDensePattern,
  createPatternFromPairs,
  createPatternFromRows,
  fillDenseFromCsc,
  findEntry,
  multiplyCsc,
  multiplyTransposeCsc,
  transposeCsc,
  transposePattern,
} from './sparse.ts'
export {
  createSparseLu,
  factorSparseLu,
  getPivotRatioSparseLu,
  type SparseLu,
  solveSparseLu,
} from './sparse-lu.ts'
export {
  type ComplexSparseLu,
  createComplexSparseLu,
  factorComplexSparseLu,
  solveComplexSparseLu,
} from './sparse-lu-complex.ts'
export { analyzeSparseLu, type LuStructure, type SparseLuAnalysis } from './sparse-lu-structure.ts'
export { computeAmdOrdering } from './sparse-ordering.ts'
export {
  spatialCrossForce,
  spatialCrossMotion,
  spatialDot,
  spatialForceToA,
  spatialForceToB,
  spatialMotionToA,
  spatialMotionToB,
  spatialShiftForce,
  spatialShiftMotion,
} from './spatial.ts'
export {
  SPATIAL_INERTIA_SIZE,
  spatialInertiaAdd,
  spatialInertiaFromCentral,
  spatialInertiaMulMotion,
  spatialInertiaRotate,
  spatialInertiaShift,
  spatialInertiaToMatrix6,
} from './spatial-inertia.ts'
export { findMaximumTransversal, type Transversal } from './transversal.ts'
export {
  vec3Add,
  vec3AddScaled,
  vec3Copy,
  vec3Cross,
  vec3Distance,
  vec3Dot,
  vec3Norm,
  vec3Normalize,
  vec3Perpendicular,
  vec3Scale,
  vec3Set,
  vec3Sub,
} from './vec3.ts'
