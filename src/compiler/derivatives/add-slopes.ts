import type { FlatEquation, FlatModel } from '../../model/index.ts'
import {
  collectNames,
  type Expr,
  expandDerivatives,
  hasDerivative,
  mapNames,
  name,
} from '../../symbolic/index.ts'
import type { Condition } from '../events/index.ts'
import {
  createConstantNames,
  createInputNames,
  type ExpandedEquation,
  nameDerivatives,
} from '../system/index.ts'

/** Conditions of which none has a derivative, and the equations of the unknowns that stand for derivatives. */
export interface ConditionSlopes {
  readonly conditions: readonly Condition[]
  readonly equations: readonly ExpandedEquation[]
}

/**
 * Conditions with derivatives, as `der(x) > 0`: a derivative may be computed for nothing else, so that it gets an
 * unknown of its own with the equation `$slope(der(x)) = der(x)`, which is what the condition compares.
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
      // `text` tells where an error comes from: the condition stands in no equation of the user of this form
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
