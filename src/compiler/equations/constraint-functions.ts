import type { EvaluatedModel, FlatModel } from '../../model/index.ts'
import { CONSTANTS, collectNames, type Expr, evaluate, partial, sub } from '../../symbolic/index.ts'
import type { CoreConstraint } from './constraint-core.ts'

/** Constraints of closed loops as functions of all their variables, among them the time and inputs. */
export interface ConstraintFunctions {
  readonly names: readonly string[]
  /** Start values and nominal values of the variables (n each). */
  readonly start: Float64Array
  readonly nominal: Float64Array
  /** Places of the variables in each constraint. */
  readonly placesOf: readonly (readonly number[])[]
  /** left - right of each constraint. */
  readonly residuals: readonly { readonly value: Expr; readonly text: string }[]
  /** Derivatives of each constraint for its variables, with their places. */
  readonly gradients: readonly (readonly (readonly [number, Expr])[])[]
  /** Value of an expression at a point; NaN if it is not a number. */
  readonly evaluateAt: (expr: Expr, z: Float64Array<ArrayBuffer>) => number
}

/**
 * Functions of constraints, evaluated by tree traversal; null: they contain arrays, memories of components, or functions
 * without derivatives.
 *
 * @param startOf start value of a variable that has none of its own, from an equal one
 */
export function createConstraintFunctions(
  core: readonly CoreConstraint[],
  model: FlatModel,
  values: EvaluatedModel,
  startOf: (name: string) => unknown,
): ConstraintFunctions | null {
  const { functions } = model
  const residuals = core.map(({ left, right, origin }) => ({ value: sub(left, right), text: origin }))
  const isFree = (name: string): boolean =>
    !CONSTANTS.has(name) && (!values.parameters.has(name) || model.parameters.get(name)?.isFree === true)
  const namesOf = residuals.map(({ value }) => [...collectNames(value)].filter(isFree))
  const names = [...new Set(namesOf.flat())]
  const place = new Map(names.map((name, j) => [name, j]))
  const start = new Float64Array(names.length)
  const nominal = new Float64Array(names.length)
  for (const [j, name] of names.entries()) {
    const attributes = values.attributes.get(name)
    const value = attributes?.init ?? attributes?.start ?? startOf(name) ?? values.parameters.get(name) ?? 0
    if (typeof value !== 'number') return null
    start[j] = value
    nominal[j] = Math.abs(Number(attributes?.nominal ?? 1)) || 1
  }
  let z = start
  const lookup = (name: string) => {
    const j = place.get(name)
    return j === undefined ? values.parameters.get(name) : z[j]
  }
  const evaluateAt = (expr: Expr, at: Float64Array<ArrayBuffer>): number => {
    z = at
    const value = evaluate(expr, { functions, lookup })
    return typeof value === 'number' ? value : Number.NaN
  }
  try {
    const gradients = residuals.map(({ value }, i) =>
      namesOf[i].map((name) => [place.get(name)!, partial(value, name, { functions })] as const),
    )
    for (const { value } of residuals) if (Number.isNaN(evaluateAt(value, start))) return null
    for (const slopes of gradients) for (const [, slope] of slopes) evaluateAt(slope, start)
    const placesOf = namesOf.map((list) => list.map((name) => place.get(name)!))
    return { names, start, nominal, placesOf, residuals, gradients, evaluateAt }
  } catch {
    // a function without derivative, or a memory
    return null
  }
}
