import type { EvaluatedModel } from '../../model/index.ts'
import {
  array,
  call,
  type Expr,
  fold,
  mapExpr,
  name,
  printExpr,
  someNode,
  visitExpr,
  withChildren,
} from '../../symbolic/index.ts'
import {
  baseOfDerivative,
  createEquationSet,
  type ExpandedEquation,
  elementName,
  nameDerivatives,
} from '../equations/index.ts'
import { checkStructure } from '../structural-analysis/index.ts'
import { sizesOf } from './gather-elements.ts'

/**
 * Splits vectors whose elements are determined together, `x[1] + x[2] = 1; x[1] - x[2] = u`: an array is one unknown, so
 * that these are two equations for one. Each element gets a name of its own, the scalar equations mention only these, and
 * the vector follows: x = {x₁, x₂}. Likewise for derivatives of vectors.
 *
 * Only vectors that would have too many equations are split; their sizes follow from start values, or from their largest
 * subscript.
 */
export function splitElements(
  equations: readonly ExpandedEquation[],
  values: EvaluatedModel,
  isKnown: (name: string) => boolean,
  isScalar: (expr: Expr) => boolean,
): readonly ExpandedEquation[] {
  const isIndex = (node: Expr): boolean => node.kind === 'index'
  if (!equations.some(({ left, right }) => someNode(left, isIndex) || someNode(right, isIndex)))
    return equations
  const start = findDefects(equations, isKnown)
  if (start.count === 0) return equations
  const isOfScalars = equations.map(({ left, right }) => isScalar(left) && isScalar(right))
  const used = equations.flatMap((equation, k) =>
    isOfScalars[k] ? listVectors(equation, values, isKnown) : [],
  )
  const sizes = new Map<string, number>()
  for (const { base, text, size } of used)
    if (start.over.has(base)) sizes.set(text, Math.max(sizes.get(text) ?? 0, size))

  // One vector after the other: the one that leaves the fewest defects of the structure
  let best: readonly ExpandedEquation[] = equations
  let least = start.count
  const chosen = new Map<string, number>()
  while (least > 0) {
    let next: string | undefined
    let found: readonly ExpandedEquation[] = best
    for (const [text, size] of sizes) {
      if (chosen.has(text)) continue
      const trial = split(equations, isOfScalars, new Map([...chosen, [text, size]]))
      const { count } = findDefects(trial, isKnown)
      if (count < least) [least, next, found] = [count, text, trial]
    }
    if (next === undefined) break
    chosen.set(next, sizes.get(next)!)
    best = found
  }
  return best
}

/** The number of equations and unknowns that have no partner, and the unknowns with too many equations. */
function findDefects(
  equations: readonly ExpandedEquation[],
  isKnown: (name: string) => boolean,
): { readonly count: number; readonly over: ReadonlySet<string> } {
  const equationSet = createEquationSet(equations, isKnown)
  const { isRegular, parts } = checkStructure(equationSet.build(), Int32Array.from(equationSet.derivativeOf))
  const count = isRegular ? 0 : parts.unmatchedEqs.length + parts.unmatchedVars.length
  return { count, over: new Set(Array.from(parts.overVars, (v) => equationSet.names[v])) }
}

/** The equations with separate unknowns for the elements of vectors, given with their sizes. */
function split(
  equations: readonly ExpandedEquation[],
  isOfScalars: readonly boolean[],
  sizes: ReadonlyMap<string, number>,
): readonly ExpandedEquation[] {
  const elementsOf = (text: string): Expr[] =>
    Array.from({ length: sizes.get(text)! }, (_, k) => name(elementName(text, k + 1)))
  const source = new Map<string, ExpandedEquation['source']>()
  const change = (expr: Expr, equation: ExpandedEquation): Expr => {
    const named = fold<Expr>(expr, (node, parts) => {
      const next = withChildren(node, parts)
      if (next.kind === 'call' && next.fn === 'der' && next.args[0].kind === 'array')
        return array(...next.args[0].elements.map((element) => call('der', element)))
      const text = next.kind === 'name' || next.kind === 'call' ? printExpr(next) : ''
      if (!sizes.has(text)) return next
      if (!source.has(text)) source.set(text, equation.source)
      return array(...elementsOf(text))
    })
    return mapExpr(named, (node) => {
      if (node.kind !== 'index' || node.base.kind !== 'array' || node.subscripts.length !== 1) return node
      const [subscript] = node.subscripts
      return (subscript.kind === 'number' && node.base.elements[subscript.value - 1]) || node
    })
  }
  const changed = equations.map((equation, k) => {
    if (!isOfScalars[k]) return equation
    const [left, right] = [change(equation.left, equation), change(equation.right, equation)]
    return { ...equation, left, right }
  })
  const whole = Array.from(source, ([text, from]) => {
    const variable = baseOfDerivative(text)
    let left: Expr = name(variable)
    for (let k = variable.length; k < text.length; k += 'der()'.length) left = call('der', left)
    return { left, right: array(...elementsOf(text)), source: from }
  })
  return [...changed, ...whole]
}

interface UsedVector {
  /** Name of the vector, and the vector or its derivative as text. */
  readonly base: string
  readonly text: string
  /** Number of its elements, or a subscript. */
  readonly size: number
}

/** The unknown vectors in an equation. */
function listVectors(
  { left, right }: ExpandedEquation,
  values: EvaluatedModel,
  isKnown: (name: string) => boolean,
): UsedVector[] {
  const found: UsedVector[] = []
  const add = (node: Expr, place: number): void => {
    const vector = nameDerivatives(node)
    if (vector.kind !== 'name') return
    const base = baseOfDerivative(vector.name)
    if (isKnown(base)) return
    const sizes = sizesOf(base, values)
    const size = sizes?.length === 1 ? sizes[0] : sizes === undefined ? place : 0
    if (size > 0) found.push({ base, text: vector.name, size })
  }
  for (const side of [left, right]) {
    visitExpr(side, (node) => {
      if (node.kind === 'name' || (node.kind === 'call' && node.fn === 'der')) add(node, 0)
      if (node.kind !== 'index' || node.subscripts.length !== 1) return
      const [subscript] = node.subscripts
      if (subscript.kind === 'number' && Number.isInteger(subscript.value)) add(node.base, subscript.value)
    })
  }
  return found
}
