/** Constructors of distributions. */
import { assertFinite, assertPositive, InputError } from '../../base/index.ts'
import { createContinuous } from './continuous-distribution.ts'
import type {
  DiscreteDistribution,
  LogNormalDistribution,
  NormalDistribution,
  TriangularDistribution,
  TruncatedDistribution,
  UniformDistribution,
} from './distribution.ts'

const withUnit = (unit: string | undefined): { readonly unit?: string } =>
  unit === undefined ? {} : { unit }

/** A normal distribution: `normal(10, 0.2, 'mm')`. */
export function normal(mean: number, deviation: number, unit?: string): NormalDistribution {
  assertFinite('normal: mean', mean)
  assertPositive('normal: deviation', deviation)
  return { kind: 'normal', mean, deviation, ...withUnit(unit) }
}

/** A uniform distribution: `uniform(1, 2, 'kOhm')`. */
export function uniform(low: number, high: number, unit?: string): UniformDistribution {
  assertOrder('uniform', low, high)
  return { kind: 'uniform', low, high, ...withUnit(unit) }
}

/** A triangular distribution: `triangular(9, 10, 12, 'mm')`. */
export function triangular(low: number, mode: number, high: number, unit?: string): TriangularDistribution {
  assertOrder('triangular', low, high)
  if (!(mode >= low && mode <= high))
    throw new InputError('triangular: mode', `a number from ${low} to ${high}`, mode)
  return { kind: 'triangular', low, mode, high, ...withUnit(unit) }
}

/** A log-normal distribution: half of the values are below the median, 68 % between median/e^sigma and median*e^sigma. */
export function logNormal(median: number, sigma: number, unit?: string): LogNormalDistribution {
  assertPositive('logNormal: median', median)
  assertPositive('logNormal: sigma', sigma)
  return { kind: 'log-normal', median, sigma, ...withUnit(unit) }
}

/** The values of a distribution between two limits, in its unit: `truncated(normal(5, 2), 0, 10)`; a limit may be infinite. */
export function truncated(of: TruncatedDistribution['of'], low: number, high: number): TruncatedDistribution {
  if (!(low < high)) throw new InputError('truncated', 'a lower limit below the upper one', [low, high])
  const { cdf, survival } = createContinuous(of)
  if (!(cdf(high) > cdf(low) || survival(low) > survival(high)))
    throw new InputError('truncated', `limits between which values of the distribution lie`, [low, high])
  return { kind: 'truncated', of, low, high }
}

/** Some values with relative weights: `discrete([1, 2.2, 4.7], [1, 2, 1], 'kOhm')`. */
export function discrete(
  values: readonly (number | string | boolean)[],
  weights?: readonly number[],
  unit?: string,
): DiscreteDistribution {
  if (!Array.isArray(values) || values.length === 0)
    throw new InputError('discrete: values', 'a list with at least one value', values)
  if (weights !== undefined) {
    const isValid = weights.length === values.length && weights.every((w) => Number.isFinite(w) && w >= 0)
    if (!isValid || !weights.some((w) => w > 0))
      throw new InputError('discrete: weights', `${values.length} numbers >= 0, not all of them 0`, weights)
  }
  return { kind: 'discrete', values, ...(weights !== undefined && { weights }), ...withUnit(unit) }
}

function assertOrder(name: string, low: number, high: number): void {
  assertFinite(`${name}: low`, low)
  assertFinite(`${name}: high`, high)
  if (!(low < high)) throw new InputError(name, 'a lower limit below the upper one', [low, high])
}
