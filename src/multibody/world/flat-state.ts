import type { VariantState } from '../../simulation/index.ts'

/**
 * A state by its place in the large arrays of many states. A thousand bodies exceed the caches of a processor: the
 * separate views of every state take three times as long to read as the numbers themselves.
 */
export interface FlatState {
  /** Values and derivatives of many states. */
  readonly x: Float64Array
  readonly dx: Float64Array
  /** Index of the first value of this one. */
  readonly i: number
}

const wholes = new WeakMap<ArrayBufferLike, Float64Array>()

export function flattenState({ values, derivatives }: VariantState): FlatState {
  const i = values.byteOffset / Float64Array.BYTES_PER_ELEMENT
  // both have the same place in their arrays, or arrays of their own
  if (derivatives.byteOffset !== values.byteOffset) return { x: values, dx: derivatives, i: 0 }
  return { x: wholeOf(values), dx: wholeOf(derivatives), i }
}

function wholeOf({ buffer }: Float64Array): Float64Array {
  const known = wholes.get(buffer)
  if (known !== undefined) return known
  const whole = new Float64Array(buffer)
  wholes.set(buffer, whole)
  return whole
}
