/** Derivatives of a start that must be solved for: initial equations, nonlinear constraints, homotopy. */
import { differentiateByExtrapolation } from '../../math/index.ts'

type Start = ReadonlyMap<string, number | Float64Array>

/** Derivatives of all variables and computed parameters at the start, by name. */
export type StartDerivatives = ReadonlyMap<string, number | Float64Array>

/**
 * Derivatives by extrapolated differences: a start costs little, and its solution has nearly all digits.
 *
 * @param solve the start with the value of a parameter changed by an offset; null: there is none
 * @param step first offset
 */
export function differentiateStart(solve: (offset: number) => Start | null, step: number): StartDerivatives {
  const center = solve(0)
  if (center === null) return new Map()
  const names = [...center.keys()]
  const flatten = (start: Start | null): Float64Array | null =>
    start &&
    Float64Array.from(
      names.flatMap((name) => {
        const [value, expected] = [start.get(name), center.get(name)]
        if (typeof expected === 'number') return typeof value === 'number' ? [value] : [Number.NaN]
        const isSame = value instanceof Float64Array && value.length === expected!.length
        return Array.from(isSame ? value : new Float64Array(expected!.length).fill(Number.NaN))
      }),
    )
  const { values } = differentiateByExtrapolation(
    (offset) => flatten(offset === 0 ? center : solve(offset)),
    step,
    0,
  )
  const found = new Map<string, number | Float64Array>()
  let k = 0
  for (const name of names) {
    const value = center.get(name)!
    if (typeof value === 'number') found.set(name, values[k++])
    else {
      found.set(name, values.slice(k, k + value.length))
      k += value.length
    }
  }
  return found
}
