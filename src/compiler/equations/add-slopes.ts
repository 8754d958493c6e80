import type { FlatEquation, FlatModel } from '../../model/index.ts'
import {
  collectNames,
  type Expr,
  expandDerivatives,
  hasDerivative,
  mapNames,
  name,
} from '../../symbolic/index.ts'
import type { Condition } from '../events-and-clocks/index.ts'
import { createConstantNames, createInputNames, nameDerivatives } from './equation-set.ts'
import type { ExpandedEquation } from './expand-derivatives.ts'

/** Conditions without derivatives, and the equations of the unknowns that replace the derivatives. */
export interface ConditionSlopes {
  readonly conditions: readonly Condition[]
  readonly equations: readonly ExpandedEquation[]
}

/**
 * Replaces derivatives in conditions, as in `der(x) > 0`: such a derivative may be needed for nothing else, so it gets
 * a separate unknown with the equation `$slope(der(x)) = der(x)`, which the condition compares.
 */
export function addSlopes(model: FlatModel, conditions: readonly Condition[]): ConditionSlopes {
  const context = { functions: model.functions, isConstant: createConstantNames(model) }
  const isInput = createInputNames(model)
  const equations = new Map<string, ExpandedEquation>()
  const change = (expr: Expr, text: string): Expr => {
    if (!hasDerivative(expr)) return expr
    const expanded = nameDerivatives(expandDerivatives(expr, context))
    for (const derivative of collectNames(expanded)) {
      if (!isSlope(derivative) || equations.has(derivative)) continue
      const [left, right] = [name(slopeName(derivative)), name(derivative)]
      // `text` names the source of an error: no equation of the user contains the condition in this form
      const source: FlatEquation = { left, right: name(text), component: '', origin: 'equation' }
      equations.set(derivative, { left, right, source })
    }
    return mapNames(expanded, (node) => (isSlope(node.name) ? name(slopeName(node.name)) : node))
  }
  const isSlope = (derivative: string): boolean => derivative.startsWith('der(') && !isInput(derivative)
  const changed = conditions.map((condition) => {
    if (condition.kind === 'time') return condition
    const { left, right, text } = condition
    return { ...condition, left: change(left, text), right: change(right, text) }
  })
  return { conditions: changed, equations: [...equations.values()] }
}

function slopeName(derivative: string): string {
  return `$slope(${derivative})`
}
