/** Tables as matrices: their check, their axes, and the slopes at their points, computed once for each matrix. */
import { VarioError } from '../../base/index.ts'
import type { MatrixValue } from '../../symbolic/index.ts'
import { computeSlopes, type Interpolation } from './slopes.ts'
import type { Extrapolation } from './table-axis.ts'

/** Points of a table with one argument, and the slopes there; no slopes for straight lines. */
export interface Curve {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly slopes: Float64Array
}

/**
 * Points of a table with two arguments: values z and their derivatives, zxy with respect to both, in rows for x
 * (x.length × y.length).
 */
export interface Surface {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
  readonly zx: Float64Array
  readonly zy: Float64Array
  readonly zxy: Float64Array
}

const curves = new WeakMap<Float64Array, Map<string, Curve>>()
const surfaces = new WeakMap<Float64Array, Map<string, Surface>>()

/** The curve of a matrix with rows [x, y]. */
export function curveOf(table: MatrixValue, method: Interpolation, extrapolation: Extrapolation): Curve {
  const isPeriodic = extrapolation === 'periodic'
  return cached(curves, table.data, `${method} ${isPeriodic}`, () => {
    const { rows, cols, data } = table
    if (cols !== 2 || rows < 2) throw wrongShape('table1D', 'at least two rows [x, y]', table)
    const x = Float64Array.from({ length: rows }, (_, i) => data[2 * i])
    const y = Float64Array.from({ length: rows }, (_, i) => data[2 * i + 1])
    checkAxis('table1D', 'the first column', x)
    checkValues('table1D', y)
    const slopes = method === 'linear' ? new Float64Array(rows) : computeSlopes(method, x, y, isPeriodic)
    return { x, y, slopes }
  })
}

/** The surface of a matrix with the first arguments in its first column, the second ones in its first row. */
export function surfaceOf(table: MatrixValue, method: Interpolation, extrapolation: Extrapolation): Surface {
  const isPeriodic = extrapolation === 'periodic'
  return cached(surfaces, table.data, `${method} ${isPeriodic}`, () => {
    const { rows, cols, data } = table
    if (cols < 3 || rows < 3)
      throw wrongShape('table2D', 'at least 3 × 3 with the arguments in its first column and row', table)
    const x = Float64Array.from({ length: rows - 1 }, (_, i) => data[(i + 1) * cols])
    const y = Float64Array.from({ length: cols - 1 }, (_, j) => data[j + 1])
    checkAxis('table2D', 'the first column', x)
    checkAxis('table2D', 'the first row', y)
    const [nx, ny] = [x.length, y.length]
    const z = Float64Array.from({ length: nx * ny }, (_, p) => {
      const i = Math.floor(p / ny)
      return data[(i + 1) * cols + 1 + (p - i * ny)]
    })
    checkValues('table2D', z)
    if (method === 'linear') {
      const zero = new Float64Array(nx * ny)
      return { x, y, z, zx: zero, zy: zero, zxy: zero }
    }
    const alongX = (values: Float64Array): Float64Array =>
      slopesAlong(values, x, ny, nx, 1, ny, method, isPeriodic)
    const alongY = (values: Float64Array): Float64Array =>
      slopesAlong(values, y, nx, ny, ny, 1, method, isPeriodic)
    const zx = alongX(z)
    const zy = alongY(z)
    // the mean of both orders, which differ: the arguments are equivalent
    const other = alongX(zy)
    const zxy = alongY(zx).map((value, p) => (value + other[p]) / 2)
    return { x, y, z, zx, zy, zxy }
  })
}

/** Slopes of `values` along an axis, for `nLine` lines that begin every `between` numbers, of n points every `step`. */
function slopesAlong(
  values: Float64Array,
  axis: Float64Array,
  nLine: number,
  n: number,
  between: number,
  step: number,
  method: Interpolation,
  isPeriodic: boolean,
): Float64Array {
  const result = new Float64Array(values.length)
  const line = new Float64Array(n)
  for (let k = 0; k < nLine; k++) {
    for (let i = 0; i < n; i++) line[i] = values[k * between + i * step]
    const slopes = computeSlopes(method, axis, line, isPeriodic)
    for (let i = 0; i < n; i++) result[k * between + i * step] = slopes[i]
  }
  return result
}

function cached<T>(
  all: WeakMap<Float64Array, Map<string, T>>,
  data: Float64Array,
  key: string,
  create: () => T,
): T {
  let known = all.get(data)
  if (known === undefined) all.set(data, (known = new Map()))
  let value = known.get(key)
  if (value === undefined) known.set(key, (value = create()))
  return value
}

function wrongShape(where: string, expected: string, { rows, cols }: MatrixValue): VarioError {
  return new VarioError('INPUT', `${where}: expected a table of ${expected}, got a ${rows} × ${cols} matrix.`)
}

function checkAxis(where: string, place: string, x: Float64Array): void {
  for (let k = 0; k < x.length; k++) {
    if (Number.isFinite(x[k]) && (k === 0 || x[k] > x[k - 1])) continue
    const found = k === 0 ? `${x[k]}` : `${x[k]} after ${x[k - 1]}`
    throw new VarioError('INPUT', `${where}: expected increasing numbers in ${place}, got ${found}.`)
  }
}

function checkValues(where: string, y: Float64Array): void {
  const wrong = y.find((value) => !Number.isFinite(value))
  if (wrong === undefined) return
  throw new VarioError('INPUT', `${where}: expected finite values, got ${wrong}.`)
}
