/** Measures: one number of a run. Those made here are plain data; a function of the result is one, too. */
import { assertFinite, assertOneOf, InputError } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'

/** A period of a run; default: the whole run. */
export interface Period {
  /** Start and end [s]. */
  readonly from?: number
  readonly to?: number
}

/** The value of a signal at a time, which is the end of the run if there is none. */
export interface ValueMeasure {
  readonly kind: 'value'
  readonly signal: string
  /** [s] */
  readonly time?: number
}

/** A property of the values of a signal in a period. */
export interface PeriodMeasure extends Period {
  readonly kind: 'minimum' | 'maximum' | 'integral' | 'average' | 'rms'
  readonly signal: string
}

/** The time of the first minimum or maximum [s]. */
export interface ExtremeTimeMeasure extends Period {
  readonly kind: 'minimum-time' | 'maximum-time'
  readonly signal: string
}

/** Direction in which a signal passes a level. */
export type CrossingDirection = 'up' | 'down' | 'both'

const DIRECTIONS: readonly CrossingDirection[] = ['up', 'down', 'both']

/** The time at which a signal passes a level [s]; missing if it does not. */
export interface CrossingMeasure extends Period {
  readonly kind: 'crossing'
  readonly signal: string
  readonly level: number
  readonly direction: CrossingDirection
}

/** Number of times that a signal passes a level. */
export interface CountMeasure extends Period {
  readonly kind: 'count'
  readonly signal: string
  readonly level: number
  readonly direction: CrossingDirection
}

/** A measure as data. */
export type MeasureData = ValueMeasure | PeriodMeasure | ExtremeTimeMeasure | CrossingMeasure | CountMeasure

/** A measure: data, or a function of the result of a run, which returns a number, or true or false. */
export type Measure = MeasureData | ((result: SignalTable) => number | boolean)

/** The last value of a signal, in its unit: `finalValue('C.v')`. */
export function finalValue(signal: string): ValueMeasure {
  return { kind: 'value', signal: named('finalValue', signal) }
}

/** The value of a signal at a time [s], after an event: `valueAt('C.v', 3)`. */
export function valueAt(signal: string, time: number): ValueMeasure {
  assertFinite('valueAt: time', time)
  return { kind: 'value', signal: named('valueAt', signal), time }
}

/** The smallest value of a signal, also between output points: `minimum('C.v', { from: 1 })`. */
export const minimum = createPeriodMeasure('minimum')
/** The largest value of a signal, also between output points: `maximum('C.v')`. */
export const maximum = createPeriodMeasure('maximum')
/** The integral of a signal over time [unit of the signal × s]: `integral('pump.power')`. */
export const integral = createPeriodMeasure('integral')
/** The mean of a signal over time. */
export const average = createPeriodMeasure('average')
/** The root of the mean of the square of a signal. */
export const rms = createPeriodMeasure('rms')

/** The time of the smallest value [s]. */
export function minimumTime(signal: string, period: Period = {}): ExtremeTimeMeasure {
  return { kind: 'minimum-time', signal: named('minimumTime', signal), ...checkPeriod('minimumTime', period) }
}

/** The time of the largest value [s]. */
export function maximumTime(signal: string, period: Period = {}): ExtremeTimeMeasure {
  return { kind: 'maximum-time', signal: named('maximumTime', signal), ...checkPeriod('maximumTime', period) }
}

/**
 * The time at which a signal passes a level for the first time [s], missing if it does not: `crossingTime('C.v', 5)`,
 * `crossingTime('barrier.isBroken', 0.5, 'up')` for a Boolean.
 */
export function crossingTime(
  signal: string,
  level: number,
  direction: CrossingMeasure['direction'] = 'both',
  period: Period = {},
): CrossingMeasure {
  return { kind: 'crossing', ...readCrossing('crossingTime', signal, level, direction, period) }
}

/** Number of times that a signal passes a level: `crossingCount('ball.contact', 0.5, 'up')`. */
export function crossingCount(
  signal: string,
  level: number,
  direction: CrossingMeasure['direction'] = 'both',
  period: Period = {},
): CountMeasure {
  return { kind: 'count', ...readCrossing('crossingCount', signal, level, direction, period) }
}

function createPeriodMeasure(
  kind: PeriodMeasure['kind'],
): (signal: string, period?: Period) => PeriodMeasure {
  return (signal, period = {}) => ({ kind, signal: named(kind, signal), ...checkPeriod(kind, period) })
}

function readCrossing(
  name: string,
  signal: string,
  level: number,
  direction: CrossingMeasure['direction'],
  period: Period,
): Omit<CrossingMeasure, 'kind'> {
  assertFinite(`${name}: level`, level)
  assertOneOf(`${name}: direction`, direction, DIRECTIONS)
  return { signal: named(name, signal), level, direction, ...checkPeriod(name, period) }
}

function named(name: string, signal: unknown): string {
  if (typeof signal !== 'string' || signal === '')
    throw new InputError(`${name}: signal`, "the name of a signal, such as 'C.v'", signal)
  return signal
}

function checkPeriod(name: string, period: Period): Period {
  for (const key of Object.keys(period)) assertOneOf(`${name}: option`, key, ['from', 'to'])
  const { from, to } = period
  if (from !== undefined) assertFinite(`${name}: from`, from)
  if (to !== undefined) assertFinite(`${name}: to`, to)
  if (from !== undefined && to !== undefined && !(from < to))
    throw new InputError(name, 'a start before the end', [from, to])
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
