/** Columns of the Jacobian of a function that is linear in most of its arguments. */
import type { ParameterMatrix } from '../../simulation/index.ts'
import type { SignalValue } from './world-signals.ts'

/** Effect of an argument relative to the whole value, below which its column is computed from a larger argument. */
const SMALL = 1e-4

/** Step of differences relative to the argument, and at least. */
const STEP = 1e-7

/**
 * The derivatives of `evaluate` with respect to the arguments `columns`, counted from 0: for each a list of columns, one
 * per element. They are exact but for rounding where the function is linear, and differences at the present arguments
 * elsewhere. `evaluate` may return the same array every time.
 */
export function computeColumns(
  columns: readonly number[],
  args: readonly SignalValue[],
  isLinear: (argument: number) => boolean,
  evaluate: (args: readonly SignalValue[]) => Float64Array,
): Float64Array[][] {
  const base = args.slice()
  for (const k of columns) if (isLinear(k)) base[k] = scale(args[k], 0)
  const origin = Float64Array.from(evaluate(base))
  const size = Math.hypot(...origin)
  const found = columns.map((k) => {
    if (!isLinear(k)) return differentiate(k, args, evaluate)
    const n = typeof args[k] === 'number' ? 1 : (args[k] as Float64Array).length
    return Array.from({ length: n }, (_, i) => {
      const differ = (step: number): Float64Array => {
        const changed = base.slice()
        changed[k] = typeof args[k] === 'number' ? step : unitVector(n, i, step)
        return evaluate(changed).map((value, row) => (value - origin[row]) / step)
      }
      const column = differ(1)
      const effect = Math.hypot(...column)
      return effect > 0 && effect < SMALL * size ? differ(size / effect) : column
    })
  })
  evaluate(args)
  return found
}

/** Differences with respect to the elements of an argument. */
function differentiate(
  k: number,
  args: readonly SignalValue[],
  evaluate: (args: readonly SignalValue[]) => Float64Array,
): Float64Array[] {
  const value = args[k]
  const present = Float64Array.from(evaluate(args))
  return Array.from(typeof value === 'number' ? [value] : value, (x, i) => {
    const step = STEP * Math.max(1, Math.abs(x))
    const changed = args.slice()
    changed[k] = typeof value === 'number' ? x + step : value.map((y, j) => (j === i ? y + step : y))
    return evaluate(changed).map((y, row) => (y - present[row]) / step)
  })
}

function scale(value: SignalValue, factor: number): SignalValue {
  return typeof value === 'number' ? factor * value : value.map((x) => factor * x)
}

function unitVector(n: number, i: number, length: number): Float64Array {
  const vector = new Float64Array(n)
  vector[i] = length
  return vector
}

/** A matrix from its columns. */
export function joinColumns(rows: number, columns: readonly Float64Array[]): ParameterMatrix {
  const data = new Float64Array(rows * columns.length)
  columns.forEach((column, j) => {
    for (let i = 0; i < rows; i++) data[i * columns.length + j] = column[i]
  })
  return { rows, cols: columns.length, data }
}
