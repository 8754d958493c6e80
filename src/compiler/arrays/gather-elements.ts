import type { EvaluatedModel, FlatEquation } from '../../model/index.ts'
import { type Expr, printExpr } from '../../symbolic/index.ts'

/** An equation with `der` before names only. */
export interface ExpandedEquation {
  readonly left: Expr
  readonly right: Expr
  /** The equation of the model. */
  readonly source: FlatEquation
}

/**
 * `x[1] = a` and `x[2] = b`, which together say what `x = [a, b]` says, as this one equation at the place of the first: an array is one
 * unknown. The same for derivatives, `der(x)[1] = a`. An array of which not all elements have exactly one such equation is left as it
 * is. null: there are no such equations.
 */
export function gatherElements(
  equations: readonly ExpandedEquation[],
  values: EvaluatedModel,
  isKnown: (name: string) => boolean,
): ExpandedEquation[] | null {
  const elements = new Map<string, Element[]>()
  equations.forEach((equation, eq) => {
    const element = findElement(equation, eq, isKnown)
    if (!element) return
    const list = elements.get(element.key)
    if (list) list.push(element)
    else elements.set(element.key, [element])
  })
  const replaced = new Map<number, ExpandedEquation | null>()
  for (const list of elements.values()) {
    list.sort((a, b) => a.position - b.position)
    const size = sizeOf(list[0].name, values) ?? list.length
    if (list.length !== size || list.some(({ position }, k) => position !== k + 1)) continue
    const right: Expr = { kind: 'array', elements: list.map(({ value }) => value) }
    for (const { eq } of list) replaced.set(eq, null)
    const first = Math.min(...list.map(({ eq }) => eq))
    replaced.set(first, { ...equations[first], left: list[0].array, right })
  }
  if (replaced.size === 0) return null
  return equations.flatMap((equation, eq) => {
    const next = replaced.get(eq)
    if (next === undefined) return [equation]
    return next === null ? [] : [next]
  })
}

/** Number of elements of a vector by its start value; undefined if there is none. */
function sizeOf(name: string, values: EvaluatedModel): number | undefined {
  const { init, start } = values.attributes.get(name) ?? {}
  const value = init ?? start
  return value instanceof Float64Array ? value.length : undefined
}

/** An equation that says what one element of an array is. */
interface Element {
  readonly eq: number
  /** Name of the vector, or of that of which it is the derivative. */
  readonly name: string
  readonly array: Expr
  /** The array as text. */
  readonly key: string
  /** Counted from 1. */
  readonly position: number
  readonly value: Expr
}

function findElement(
  { left, right }: ExpandedEquation,
  eq: number,
  isKnown: (name: string) => boolean,
): Element | null {
  for (const [side, value] of [
    [left, right],
    [right, left],
  ]) {
    if (side.kind !== 'index' || side.subscripts.length !== 1) continue
    const [subscript] = side.subscripts
    let base = side.base
    while (base.kind === 'call' && base.fn === 'der') base = base.args[0]
    if (subscript.kind !== 'number' || base.kind !== 'name' || isKnown(base.name)) continue
    const { base: array } = side
    return { eq, name: base.name, array, key: printExpr(array), position: subscript.value, value }
  }
  return null
}
