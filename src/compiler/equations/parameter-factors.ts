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
 * Value of an expression of parameters; null: it depends on other quantities, such as functions of the model, or is not
 * a number.
 */
export function parameterValue(expr: Expr, values: EvaluatedModel): number | null {
  for (const name of collectNames(expr)) if (!values.parameters.has(name) && !CONSTANTS.has(name)) return null
  if (someNode(expr, (node) => node.kind === 'call' && !isConstantFunction(node.fn))) return null
  const value = evaluate(expr, (name) => values.parameters.get(name))
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** True for functions other than those that depend on conditions and clocks, and functions of the model. */
function isConstantFunction(fn: string): boolean {
  return SYMBOL_OPERATORS.has(fn) || BUILTINS.has(fn) || fn === 'noEvent'
}

/** True if a factor of parameters is nonzero with the current values of the parameters. */
export function isNonZeroFactor(factor: Expr, values: EvaluatedModel): boolean {
  return (parameterValue(factor, values) ?? 0) !== 0
}

/** True if a factor of parameters is zero with the current values of the parameters. */
export function isZeroFactor(factor: Expr, values: EvaluatedModel): boolean {
  return parameterValue(factor, values) === 0
}
