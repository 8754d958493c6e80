import type { VariantState } from '../../../simulation/index.ts'

/**
 * A state by its place in the large arrays that hold many. A thousand bodies are too many for the caches of a processor:
 * the views that every state has of its own numbers take three times as long to read as the numbers themselves.
 */
export interface FlatState {
  /** Values and derivatives of many states. */
  readonly x: Float64Array
  readonly dx: Float64Array
  /** Where those of this one begin. */
  readonly i: number
}

const wholes = new WeakMap<ArrayBufferLike, Float64Array>()

export function flattenState({ values, derivatives }: VariantState): FlatState {
  const i = values.byteOffset / Float64Array.BYTES_PER_ELEMENT
  // both are at the same place of their arrays, or have arrays of their own
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
