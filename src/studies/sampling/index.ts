/** Random and quasi-random points, and distributions of values. */
export { createContinuous } from './continuous-distribution.ts'
export type {
  DiscreteDistribution,
  Distribution,
  LogNormalDistribution,
  NormalDistribution,
  TriangularDistribution,
  TruncatedDistribution,
  UniformDistribution,
} from './distribution.ts'
export { discrete, logNormal, normal, triangular, truncated, uniform } from './distributions.ts'
export { MORRIS_STEP } from './morris-points.ts'
export { computeNormalCdf, computeNormalQuantile } from './normal-distribution.ts'
export { encryptCounter, RandomNumbers, STREAM } from './random-numbers.ts'
export { SobolSequence } from './sobol-sequence.ts'
export {
  countDesignPoints,
  createUnitPoints,
  SAMPLINGS,
  type Sampling,
  type UnitPoints,
} from './unit-points.ts'
