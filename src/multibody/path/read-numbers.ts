import { assertFinite, assertLength, assertPositive } from '../../base/index.ts'

/** A copy of positive numbers, one per axis. */
export function readLimits(path: string, limits: ArrayLike<number>, nAxis: number): Float64Array {
  const numbers = readNumbers(path, limits, nAxis)
  for (let j = 0; j < nAxis; j++) assertPositive(`${path}[${j + 1}]`, numbers[j])
  return numbers
}

/** A copy of `n` finite numbers. */
export function readNumbers(path: string, values: ArrayLike<number>, n: number): Float64Array {
  assertLength(path, values, n)
  for (let j = 0; j < n; j++) assertFinite(`${path}[${j + 1}]`, values[j])
  return Float64Array.from(values)
}
