import type { EvaluatedModel } from '../../model/index.ts'
import { type Expr, mapNames, printExpr, ZERO } from '../../symbolic/index.ts'
import {
  baseOfDerivative,
  createEquationSet,
  type ExpandedEquation,
  nameDerivatives,
} from '../equations/index.ts'
import { checkStructure } from '../structural-analysis/index.ts'

/**
 * Joins `x[1] = a` and `x[2] = b` into the equation `x = [a, b]` at the place of the first, because an array is one
 * unknown. Likewise for derivatives, `der(x)[1] = a`. Equations stay unchanged
 * - of an array unless each of its elements has exactly one such equation,
 * - of an array that other equations determine: with a state x, `y = x[1]` determines y,
 * - of a scalar: its start value is a number, or it is itself the value of its element.
 */
export function gatherElements(
  equations: readonly ExpandedEquation[],
  values: EvaluatedModel,
  isKnown: (name: string) => boolean,
): readonly ExpandedEquation[] {
  const elements = equations.flatMap((equation, eq) => {
    const element = findElement(equation, eq, isKnown)
    return element === null || typeof startOf(element.name, values) === 'number' ? [] : [element]
  })
  const arrays = [...groupByArray(elements).values()].filter((list) => isComplete(list, values))
  if (arrays.length === 0) return equations
  const isDetermined = createIsDetermined(equations, elements, isKnown)
  const replaced = new Map<number, ExpandedEquation | null>()
  for (const list of arrays) {
    if (isDetermined(list[0].name)) continue
    const right: Expr = { kind: 'array', elements: list.map(({ value }) => value) }
    for (const { eq } of list) replaced.set(eq, null)
    const first = list.reduce((least, { eq }) => Math.min(least, eq), Infinity)
    replaced.set(first, { ...equations[first], left: list[0].array, right })
  }
  return equations.flatMap((equation, eq) => {
    const next = replaced.get(eq)
    if (next === undefined) return [equation]
    return next === null ? [] : [next]
  })
}

/** The equations of each array, in the order of its elements. */
function groupByArray(elements: readonly Element[]): Map<string, Element[]> {
  const groups = new Map<string, Element[]>()
  for (const element of elements) {
    const list = groups.get(element.key)
    if (list) list.push(element)
    else groups.set(element.key, [element])
  }
  for (const list of groups.values()) list.sort((a, b) => a.position - b.position)
  return groups
}

/** True if each element has exactly one equation. */
function isComplete(list: readonly Element[], values: EvaluatedModel): boolean {
  const size = sizeOf(list[0].name, values) ?? list.length
  return list.length === size && list.every(({ position }, k) => position === k + 1)
}

/**
 * Returns a function that is true for an array determined by the equations other than those of its elements. Equations
 * of elements are scalar and determine no array, only the other variables in them: `x[1] = a + y[2]` counts as `0 = a`.
 */
function createIsDetermined(
  equations: readonly ExpandedEquation[],
  elements: readonly Element[],
  isKnown: (name: string) => boolean,
): (array: string) => boolean {
  const others = [...equations]
  const arrays = new Set(elements.map(({ name }) => name))
  for (const { eq, value } of elements) {
    const right = mapNames(nameDerivatives(value), (node) =>
      arrays.has(baseOfDerivative(node.name)) ? ZERO : node,
    )
    others[eq] = { left: ZERO, right, source: equations[eq].source }
  }
  const equationSet = createEquationSet(others, isKnown)
  const { parts } = checkStructure(equationSet.build(), Int32Array.from(equationSet.derivativeOf))
  const undetermined = new Set(parts.underVars)
  return (array) => {
    const v = equationSet.index.get(array)
    return v !== undefined && !undetermined.has(v)
  }
}

/** Number of elements of a vector by its start value; undefined without one. */
function sizeOf(name: string, values: EvaluatedModel): number | undefined {
  const value = startOf(name, values)
  return value instanceof Float64Array ? value.length : undefined
}

function startOf(name: string, { attributes }: EvaluatedModel) {
  const { init, start } = attributes.get(name) ?? {}
  return init ?? start
}

/** An equation that defines one element of an array. */
interface Element {
  readonly eq: number
  /** Name of the vector, or of the vector whose derivative this is. */
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
    const base = withoutDerivative(side.base)
    if (subscript.kind !== 'number' || base.kind !== 'name' || isKnown(base.name)) continue
    const whole = withoutDerivative(value)
    if (whole.kind === 'name' && whole.name === base.name) continue
    const { base: array } = side
    return { eq, name: base.name, array, key: printExpr(array), position: subscript.value, value }
  }
  return null
}

function withoutDerivative(expr: Expr): Expr {
  let base = expr
  while (base.kind === 'call' && base.fn === 'der') base = base.args[0]
  return base
}
