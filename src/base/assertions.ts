/**
 * Checks at public edges. The first argument of every function is the path under which the user knows the value, for
 * example `options.rtol`; an `InputError` names it.
 */
import { describe, InputError } from './errors.ts'
import { suggestName } from './known-names.ts'

/** Maximum number of valid values in a message. */
const MAX_LISTED = 30

/** Asserts that `value` is a number, and neither NaN nor infinite. */
export function assertFinite(path: string, value: unknown): asserts value is number {
  if (!Number.isFinite(value)) throw new InputError(path, 'a finite number', value)
}

/** Asserts that `value` is a finite number > 0. */
export function assertPositive(path: string, value: unknown): asserts value is number {
  if (!(Number.isFinite(value) && (value as number) > 0))
    throw new InputError(path, 'a positive number', value)
}

/**
 * Maximum size of a picture, in pixels or characters on a side: a larger size is an error, and would exhaust the
 * memory.
 */
const MAX_PICTURE = 10_000

/** Asserts that `value` is a valid width or height of a picture. */
export function assertPictureSize(path: string, value: unknown, min = 1): asserts value is number {
  assertPositive(path, value)
  if (value < min || value > MAX_PICTURE)
    throw new InputError(path, `a number from ${min} to ${MAX_PICTURE}`, value)
}

/** Asserts that `value` is a finite number >= 0. */
export function assertNonNegative(path: string, value: unknown): asserts value is number {
  if (!(Number.isFinite(value) && (value as number) >= 0)) throw new InputError(path, 'a number >= 0', value)
}

/** Asserts that `value` is an integer >= `min`. */
export function assertInteger(path: string, value: unknown, min: number): asserts value is number {
  if (!(Number.isSafeInteger(value) && (value as number) >= min)) {
    throw new InputError(path, `an integer >= ${min}`, value)
  }
}

/** Asserts that `array` is an array or typed array of exactly `n` elements; the elements are not checked. */
export function assertLength(path: string, array: unknown, n: number): asserts array is ArrayLike<unknown> {
  const isArray = Array.isArray(array) || (ArrayBuffer.isView(array) && 'length' in array)
  if (isArray && (array as ArrayLike<unknown>).length === n) return
  throw new InputError(path, `an array of ${n} ${n === 1 ? 'element' : 'elements'}`, array)
}

/** Asserts that `value` is one of `allowed`. The message lists them, and suggests the nearest for a misspelled name. */
export function assertOneOf<const T>(
  path: string,
  value: unknown,
  allowed: readonly T[],
): asserts value is T {
  if (allowed.includes(value as T)) return
  const names = allowed.filter((item): item is T & string => typeof item === 'string')
  const hint = typeof value === 'string' ? suggestName(value, names) : ''
  const more = allowed.length > MAX_LISTED ? ` | … ${allowed.length} in all` : ''
  const list = allowed.slice(0, MAX_LISTED).map(describe).join(' | ') + more
  throw new InputError(path, list + hint, value)
}
