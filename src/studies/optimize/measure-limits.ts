/** Limits of measures as constraints of size 1. */
import { assertKnownKeys, assertOneOf, InputError } from '../../base/index.ts'

/** Limits of a measure: one or both of `min` and `max`, or the value that it must have. */
export interface MeasureLimits {
  readonly min?: number
  readonly max?: number
  readonly equal?: number
}

/** A limit of a measure: sign·(measure - limit)/size <= 0, or = 0. */
export interface Limit {
  readonly name: string
  readonly measure: number
  readonly sign: 1 | -1
  readonly limit: number
  readonly size: number
}

/** The violation of a limit: positive if there is one, or the difference from a value that must be met. */
export function violationOf({ measure, sign, limit, size }: Limit, values: Float64Array): number {
  return (sign * (values[measure] - limit)) / size
}

/** Checks the limits of a measure; `names` are those of all measures. */
export function readLimits(
  name: string,
  limits: MeasureLimits,
  names: readonly string[],
): (Limit & { readonly isEqual: boolean })[] {
  const where = `optimize: constraints.${name}`
  assertOneOf('optimize: constraints', name, names)
  assertKnownKeys(where, limits, ['min', 'max', 'equal'])
  const { min, max, equal }: { min?: number; max?: number; equal?: number } = limits
  for (const [key, value] of Object.entries({ min, max, equal }))
    if (value !== undefined && !Number.isFinite(value))
      throw new InputError(`${where}.${key}`, 'a finite number', value)
  if (equal !== undefined ? min !== undefined || max !== undefined : min === undefined && max === undefined)
    throw new InputError(where, '`min`, `max`, or `equal` alone', limits)
  if (min !== undefined && max !== undefined && !(min <= max))
    throw new InputError(where, 'a min that is not above max', [min, max])
  const create = (limit: number | undefined, sign: 1 | -1, isEqual: boolean) =>
    limit === undefined
      ? []
      : [{ name, measure: names.indexOf(name), sign, limit, size: Math.abs(limit) || 1, isEqual }]
  return [...create(min, -1, false), ...create(max, 1, false), ...create(equal, 1, true)]
}
