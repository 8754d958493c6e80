/** Distributions as plain data. */

/** A normal distribution. */
export interface NormalDistribution {
  readonly kind: 'normal'
  readonly mean: number
  readonly deviation: number
  /** Unit of its numbers; default: that of the varied parameter. */
  readonly unit?: string
}

/** All values between two limits are equally likely. */
export interface UniformDistribution {
  readonly kind: 'uniform'
  readonly low: number
  readonly high: number
  readonly unit?: string
}

/** A density that is linear up to the mode and down to the upper limit. */
export interface TriangularDistribution {
  readonly kind: 'triangular'
  readonly low: number
  readonly mode: number
  readonly high: number
  readonly unit?: string
}

/** The logarithm of the value is normally distributed. */
export interface LogNormalDistribution {
  readonly kind: 'log-normal'
  readonly median: number
  /** Standard deviation of the logarithm. */
  readonly sigma: number
  readonly unit?: string
}

/** Another distribution, of which only the values between two limits occur. */
export interface TruncatedDistribution {
  readonly kind: 'truncated'
  readonly of: NormalDistribution | UniformDistribution | TriangularDistribution | LogNormalDistribution
  readonly low: number
  readonly high: number
}

/** Some values with their probabilities. */
export interface DiscreteDistribution {
  readonly kind: 'discrete'
  readonly values: readonly (number | string | boolean)[]
  /** Relative weights; default: all are equal. */
  readonly weights?: readonly number[]
  readonly unit?: string
}

/** A distribution of a varied value. */
export type Distribution =
  | NormalDistribution
  | UniformDistribution
  | TriangularDistribution
  | LogNormalDistribution
  | TruncatedDistribution
  | DiscreteDistribution
