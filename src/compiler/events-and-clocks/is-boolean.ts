import type { FlatModel, ValueOrExpr } from '../../model/index.ts'
import { type Expr, isBooleanCall, SAMPLING_OPERATORS } from '../../symbolic/index.ts'

/** Returns a function that is true for Boolean expressions; variables count by their declarations and definitions. */
export function createIsBoolean(model: FlatModel): (expr: Expr) => boolean {
  const definitions = new Map<string, Expr>()
  for (const { actions } of model.whens)
    for (const action of actions) if (action.kind === 'assign') definitions.set(action.name, action.value)
  for (const { left, right } of model.equations) {
    if (right.kind === 'name') definitions.set(right.name, left)
    if (left.kind === 'name') definitions.set(left.name, right)
  }
  const open = new Set<string>()
  const isBooleanName = (name: string): boolean => {
    const variable = model.variables.get(name)
    const parameter = model.parameters.get(name)
    if ((variable ?? parameter)?.type === 'Boolean') return true
    if ([variable?.start, variable?.init, parameter?.value].some(isBooleanValue)) return true
    const definition = definitions.get(name)
    if (definition === undefined || open.has(name)) return false
    open.add(name)
    const found = isBoolean(definition)
    open.delete(name)
    return found
  }
  const isBoolean = (expr: Expr): boolean => {
    if (expr.kind === 'boolean') return true
    if (expr.kind === 'name') return isBooleanName(expr.name)
    if (expr.kind === 'if') return isBoolean(expr.then) || isBoolean(expr.else)
    if (expr.kind !== 'call') return false
    if (
      expr.fn === 'pre' ||
      expr.fn === 'noEvent' ||
      expr.fn === '$resample' ||
      SAMPLING_OPERATORS.has(expr.fn)
    )
      return isBoolean(expr.args[0])
    return isBooleanCall(expr.fn)
  }
  return isBoolean
}

function isBooleanValue(value: ValueOrExpr | undefined): boolean {
  if (value === undefined) return false
  return 'literal' in value ? typeof value.literal === 'boolean' : value.expr.kind === 'boolean'
}
