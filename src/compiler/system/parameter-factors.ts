import type { EvaluatedModel } from '../../model/index.ts'
import {
  BUILTINS,
  CONSTANTS,
  collectNames,
  type Expr,
  evaluate,
  SYMBOL_OPERATORS,
  someNode,
} from '../../symbolic/index.ts'

/**
 * Value of an expression of parameters; null: it depends on something else, as on functions of the model, or is no
 * number.
 */
export function parameterValue(expr: Expr, values: EvaluatedModel): number | null {
  for (const name of collectNames(expr)) if (!values.parameters.has(name) && !CONSTANTS.has(name)) return null
  if (someNode(expr, (node) => node.kind === 'call' && !isConstantFunction(node.fn))) return null
  const value = evaluate(expr, (name) => values.parameters.get(name))
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Not what depends on conditions and clocks, nor functions of the model. */
function isConstantFunction(fn: string): boolean {
  return SYMBOL_OPERATORS.has(fn) || BUILTINS.has(fn) || fn === 'noEvent'
}

/** Whether a factor of parameters is different from zero with the values that the parameters have. */
export function isNonZeroFactor(factor: Expr, values: EvaluatedModel): boolean {
  return (parameterValue(factor, values) ?? 0) !== 0
}

/** Whether a factor of parameters is zero with the values that the parameters have. */
export function isZeroFactor(factor: Expr, values: EvaluatedModel): boolean {
  return parameterValue(factor, values) === 0
}
