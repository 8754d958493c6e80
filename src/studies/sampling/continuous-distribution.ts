/** Functions of continuous distributions: probabilities, and the values that belong to them. */
import type { DiscreteDistribution, Distribution } from './distribution.ts'
import { computeNormalCdf, computeNormalQuantile } from './normal-distribution.ts'

/** A distribution as functions, in its unit. Both tails are accurate. */
interface ContinuousDistribution {
  /** Limits of the values; infinite if there are none. */
  readonly low: number
  readonly high: number
  /** Probability of values below x, and above it. */
  cdf(x: number): number
  survival(x: number): number
  /** The value with a probability p of smaller ones, and the one with a probability q of larger ones. */
  quantile(p: number): number
  upperQuantile(q: number): number
}

/** The functions of a continuous distribution. */
export function createContinuous(
  distribution: Exclude<Distribution, DiscreteDistribution>,
): ContinuousDistribution {
  switch (distribution.kind) {
    case 'normal': {
      const { mean, deviation } = distribution
      return {
        low: -Infinity,
        high: Infinity,
        cdf: (x) => computeNormalCdf((x - mean) / deviation),
        survival: (x) => computeNormalCdf((mean - x) / deviation),
        quantile: (p) => mean + deviation * computeNormalQuantile(p),
        upperQuantile: (q) => mean - deviation * computeNormalQuantile(q),
      }
    }
    case 'log-normal': {
      const { median, sigma } = distribution
      const place = (x: number): number => (x > 0 ? Math.log(x / median) / sigma : -Infinity)
      return {
        low: 0,
        high: Infinity,
        cdf: (x) => computeNormalCdf(place(x)),
        survival: (x) => computeNormalCdf(-place(x)),
        quantile: (p) => median * Math.exp(sigma * computeNormalQuantile(p)),
        upperQuantile: (q) => median * Math.exp(-sigma * computeNormalQuantile(q)),
      }
    }
    case 'uniform': {
      const { low, high } = distribution
      const part = (x: number): number => Math.min(1, Math.max(0, x))
      return {
        low,
        high,
        cdf: (x) => part((x - low) / (high - low)),
        survival: (x) => part((high - x) / (high - low)),
        quantile: (p) => low + p * (high - low),
        upperQuantile: (q) => high - q * (high - low),
      }
    }
    case 'triangular':
      return createTriangular(distribution.low, distribution.mode, distribution.high)
    case 'truncated':
      return createTruncated(createContinuous(distribution.of), distribution.low, distribution.high)
  }
}

function createTriangular(low: number, mode: number, high: number): ContinuousDistribution {
  const width = high - low
  const belowMode = (mode - low) / width
  const aboveMode = (high - mode) / width
  /** Probabilities beyond x on the side of one limit: a parabola from there to the mode. */
  const lowPart = (x: number): number => (x <= low ? 0 : (x - low) ** 2 / (width * (mode - low)))
  const highPart = (x: number): number => (x >= high ? 0 : (high - x) ** 2 / (width * (high - mode)))
  const fromLow = (p: number): number => low + Math.sqrt(p * width * (mode - low))
  const fromHigh = (q: number): number => high - Math.sqrt(q * width * (high - mode))
  return {
    low,
    high,
    cdf: (x) => (x < mode ? lowPart(x) : 1 - highPart(x)),
    survival: (x) => (x < mode ? 1 - lowPart(x) : highPart(x)),
    quantile: (p) => (p < belowMode ? fromLow(p) : fromHigh(1 - p)),
    upperQuantile: (q) => (q < aboveMode ? fromHigh(q) : fromLow(1 - q)),
  }
}

function createTruncated(whole: ContinuousDistribution, from: number, to: number): ContinuousDistribution {
  const low = Math.max(from, whole.low)
  const high = Math.min(to, whole.high)
  // from the side of the smaller tail: differences of probabilities near 1 have no digits
  const isUpper = whole.cdf(low) > 0.5
  const below = whole.cdf(low)
  const above = whole.survival(high)
  const inside = isUpper ? whole.survival(low) - above : whole.cdf(high) - below
  const limit = (x: number): number => Math.min(high, Math.max(low, x))
  const cdf = (x: number): number =>
    isUpper
      ? (whole.survival(low) - whole.survival(limit(x))) / inside
      : (whole.cdf(limit(x)) - below) / inside
  const survival = (x: number): number =>
    isUpper ? (whole.survival(limit(x)) - above) / inside : (whole.cdf(high) - whole.cdf(limit(x))) / inside
  const quantile = (p: number): number =>
    limit(isUpper ? whole.upperQuantile(above + (1 - p) * inside) : whole.quantile(below + p * inside))
  const upperQuantile = (q: number): number =>
    limit(isUpper ? whole.upperQuantile(above + q * inside) : whole.quantile(below + (1 - q) * inside))
  return { low, high, cdf, survival, quantile, upperQuantile }
}
