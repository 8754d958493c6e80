/** Reading of points and limits given by the user. */
import { assertFinite, assertLength, assertPositive, InputError } from '../../base/index.ts'

/** Copies of points with the same number of finite coordinates, at least `least` points. */
export function readPoints(path: string, points: readonly ArrayLike<number>[], least = 1): Float64Array[] {
  if (!Array.isArray(points) || points.length < least)
    throw new InputError(path, `a list of points, at least ${least === 1 ? 'one' : least}`, points)
  const nAxis = points[0]?.length
  if (!(nAxis >= 1)) throw new InputError(`${path}[1]`, 'a list of positions, one per axis', points[0])
  return points.map((point, i) => readNumbers(`${path}[${i + 1}]`, point, nAxis))
}

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
