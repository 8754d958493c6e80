import type { FlatModel } from '../../model/index.ts'
import {
  collectNames,
  type Expr,
  expandDerivatives,
  hasDerivative,
  mapNames,
  name,
} from '../../symbolic/index.ts'
import type { Condition } from '../events/index.ts'
import { createConstantNames, createInputNames, nameDerivatives, type System } from '../system/index.ts'

/**
 * Conditions with derivatives, as `der(x) > 0`: a derivative may be computed for nothing else, so that it gets an unknown of its own with
 * the equation `$slope(der(x)) = der(x)`, which is what the condition compares.
 */
export function addSlopes(model: FlatModel, conditions: readonly Condition[], system: System): Condition[] {
  const context = { functions: model.functions, isConstant: createConstantNames(model) }
  const isInput = createInputNames(model)
  const added = new Set<string>()
  const change = (expr: Expr, text: string): Expr => {
    if (!hasDerivative(expr)) return expr
    const expanded = nameDerivatives(expandDerivatives(expr, context))
    for (const derivative of collectNames(expanded)) {
      if (!isSlope(derivative) || added.has(derivative)) continue
      added.add(derivative)
      const [left, right] = [name(slopeName(derivative)), name(derivative)]
      // `text` tells where an error comes from: the condition stands in no equation of the user of this form
      system.add(left, right, { left, right: name(text), component: '', origin: 'equation' }, 0)
    }
    return mapNames(expanded, (node) => (isSlope(node.name) ? name(slopeName(node.name)) : node))
  }
  const isSlope = (derivative: string): boolean => derivative.startsWith('der(') && !isInput(derivative)
  return conditions.map((condition) => {
    if (condition.kind === 'time') return condition
    const { left, right, text } = condition
    return { ...condition, left: change(left, text), right: change(right, text) }
  })
}

function slopeName(derivative: string): string {
  return `$slope(${derivative})`
}
