import { assertFinite, assertLength, InputError } from '../../base/index.ts'
import type { InputSignal, InputTable } from '../options/index.ts'

/**
 * A function of time [s] with its derivative, if there is one. Derivatives of tables jump at their points; `isAfter`
 * selects the side of a jump.
 */
export interface TimeFunction {
  readonly value: (t: number, isAfter: boolean) => number
  readonly derivative: TimeFunction | null
  /** Times where it, or a derivative of it, is not smooth [s]. */
  readonly kinks: readonly number[]
}

/** Checks a signal of the user; `path` is its name in the options. */
export function createTimeFunction(path: string, signal: InputSignal): TimeFunction {
  if (typeof signal === 'function') return { value: signal, derivative: null, kinks: [] }
  if (typeof signal !== 'object' || signal === null)
    throw new InputError(
      path,
      'a function of the time, a table { t, values } or { value, derivative }',
      signal,
    )
  if ('t' in signal || 'values' in signal) return createTable(path, signal as InputTable)
  const { value } = signal
  if (typeof value !== 'function') throw new InputError(`${path}.value`, 'a function of the time', value)
  const derivative = createTimeFunction(`${path}.derivative`, signal.derivative)
  return { value, derivative, kinks: derivative.kinks }
}

/** Linear interpolation in a table, constant outside. Its derivative is a step function, which has none. */
function createTable(path: string, { t, values }: InputTable): TimeFunction {
  const n = t?.length ?? 0
  if (n === 0) throw new InputError(`${path}.t`, 'at least one time [s]', t)
  assertLength(`${path}.values`, values, n)
  for (let i = 0; i < n; i++) {
    assertFinite(`${path}.t[${i}]`, t[i])
    assertFinite(`${path}.values[${i}]`, values[i])
    if (i > 0 && !(t[i] > t[i - 1]))
      throw new InputError(`${path}.t[${i}]`, `a time after ${t[i - 1]} [s]`, t[i])
  }
  const slope = (k: number): number =>
    k < 0 || k >= n - 1 ? 0 : (values[k + 1] - values[k]) / (t[k + 1] - t[k])
  const value = (time: number): number => {
    const k = findInterval(t, time, true)
    if (k < 0) return values[0]
    return k >= n - 1
      ? values[n - 1]
      : values[k] + ((time - t[k]) / (t[k + 1] - t[k])) * (values[k + 1] - values[k])
  }
  const derivative: TimeFunction = {
    value: (time, isAfter) => slope(findInterval(t, time, isAfter)),
    derivative: null,
    kinks: [],
  }
  return { value, derivative, kinks: Array.from(t) }
}

/** The last k with t[k] ≤ time, or t[k] < time before a jump; -1: before the first point. */
function findInterval(t: ArrayLike<number>, time: number, isAfter: boolean): number {
  let low = -1
  let high = t.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (isAfter ? t[middle] <= time : t[middle] < time) low = middle
    else high = middle
  }
  return low
}
