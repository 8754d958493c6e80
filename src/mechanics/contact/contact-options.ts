import { assertInteger, assertNonNegative, InputError } from '../../base/index.ts'
import { DEFAULT_MAXIMUM_DAMPING, type ForceLawOptions } from '../contact-forces/index.ts'
import type { DistanceMethod } from './contact-detection.ts'
import { type ContactIndicators, NearestIndicators, TwoIndicators } from './indicators.ts'

/**
 * Default of `hysteresis` [m] (facts B.5): above the rounding errors of distances of bodies up to about 100 m from the
 * origin, far below penetrations.
 */
const DEFAULT_HYSTERESIS = 1e-13

/** Options of the detection and the response of contacts. */
export interface ContactOptions extends Partial<ForceLawOptions> {
  /** Contacts start at this distance and end at twice this distance [m] (default 1e-13). */
  readonly hysteresis?: number
  /** 'exact' signed distances (default), or those of the improved 'mpr' algorithm. */
  readonly distanceMethod?: DistanceMethod
  /** 'two' functions for all pairs (default), or a number >= 2 of them, of which all but one belong to single pairs. */
  readonly zeroCrossings?: 'two' | number
}

export interface ResolvedContactOptions extends ForceLawOptions {
  readonly distanceMethod: DistanceMethod
  readonly hysteresis: number
  readonly zeroCrossings: 'two' | number
}

export function resolveContactOptions(options: ContactOptions): ResolvedContactOptions {
  const hysteresis = options.hysteresis ?? DEFAULT_HYSTERESIS
  if (!(hysteresis > 0 && hysteresis < Infinity)) {
    throw new InputError('options.hysteresis', 'a positive number [m]', hysteresis)
  }
  const elasticContactReductionFactor = options.elasticContactReductionFactor ?? 1
  if (!(elasticContactReductionFactor > 0 && elasticContactReductionFactor <= 1)) {
    const path = 'options.elasticContactReductionFactor'
    throw new InputError(path, 'a number > 0 and <= 1', elasticContactReductionFactor)
  }
  const maximumContactDamping = options.maximumContactDamping ?? DEFAULT_MAXIMUM_DAMPING
  assertNonNegative('options.maximumContactDamping', maximumContactDamping)
  const zeroCrossings = options.zeroCrossings ?? 'two'
  if (zeroCrossings !== 'two') assertInteger('options.zeroCrossings', zeroCrossings, 2)
  return {
    distanceMethod: options.distanceMethod ?? 'exact',
    hysteresis,
    elasticContactReductionFactor,
    maximumContactDamping,
    zeroCrossings,
  }
}

/** Creates the event indicators of a run. */
export function createIndicators({ zeroCrossings, hysteresis }: ResolvedContactOptions): ContactIndicators {
  return zeroCrossings === 'two'
    ? new TwoIndicators(hysteresis)
    : new NearestIndicators(zeroCrossings, hysteresis)
}
