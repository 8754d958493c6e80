/** Random and quasi-random points, and distributions of values. */
export { type ContinuousDistribution, createContinuous } from './continuous-distribution.ts'
export {
  type DiscreteDistribution,
  type Distribution,
  discrete,
  type LogNormalDistribution,
  logNormal,
  type NormalDistribution,
  normal,
  type TriangularDistribution,
  type TruncatedDistribution,
  triangular,
  truncated,
  type UniformDistribution,
  uniform,
} from './distributions.ts'
export { computeNormalCdf, computeNormalQuantile } from './normal-distribution.ts'
export { encryptCounter, RandomNumbers, STREAM } from './random-numbers.ts'
export { SobolSequence } from './sobol-sequence.ts'
export { createUnitPoints, SAMPLINGS, type Sampling, type UnitPoints } from './unit-points.ts'
