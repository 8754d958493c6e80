import { parseUnit, sameDimension } from '../../base/index.ts'
import type { FlatModel, FlatParameter, FlatVariable } from '../../model/index.ts'
import { type CallExpr, type Expr, errorAt, printExpr, someNode } from '../../symbolic/index.ts'

/** Meaning of the arguments of `Clock(…)`. */
export type ClockForm = 'interval' | 'rational' | 'start' | 'condition'

/**
 * Decides which clock a call means: `Clock(interval)`, `Clock(counter, resolution)` of two Integers, `Clock(start,
 * interval)`, or `Clock(condition, startInterval)`.
 */
export function formOfClock(node: CallExpr, model: FlatModel, isBoolean: (expr: Expr) => boolean): ClockForm {
  const [first, second] = node.args
  if (isBoolean(first)) return 'condition'
  if (second === undefined) return 'interval'
  if (first.kind === 'number' && first.value === 0) return 'start'
  const declaration = (name: string): FlatVariable | FlatParameter | undefined =>
    model.parameters.get(name) ?? model.variables.get(name)
  if (isInteger(first, declaration) && (isInteger(second, declaration) || isFrequency(second, declaration)))
    return 'rational'
  const isReal = (node: Expr): boolean => {
    if (node.kind === 'number') return node.quantity !== undefined || !Number.isInteger(node.value)
    return node.kind === 'name' && isRealName(declaration(node.name))
  }
  if (someNode(first, isReal) || someNode(second, isReal)) return 'start'
  const [a, b] = [printExpr(first), printExpr(second)]
  throw errorAt(
    'EVENTS',
    `Clock(${a}, ${b}): expected two Integers, a counter and a resolution, or two times, a start and an interval; got ` +
      "numbers of unknown kind. Declare the type 'Integer', or the unit 's'.",
    node.pos,
  )
}

type Declarations = (name: string) => FlatVariable | FlatParameter | undefined

function isInteger(expr: Expr, declaration: Declarations): boolean {
  if (expr.kind === 'number') return expr.quantity === undefined && Number.isInteger(expr.value)
  if (expr.kind === 'name') return declaration(expr.name)?.type === 'Integer'
  return (
    expr.kind === 'call' &&
    INTEGER_CALLS.has(expr.fn) &&
    expr.args.every((arg) => isInteger(arg, declaration))
  )
}

const INTEGER_CALLS: ReadonlySet<string> = new Set(['+', '-', '*', 'neg', 'max', 'min', 'abs'])

function isFrequency(expr: Expr, declaration: Declarations): boolean {
  const unit = expr.kind === 'name' ? declaration(expr.name)?.unit : undefined
  return unit !== undefined && sameDimension(parseUnit(unit).dimension, parseUnit('Hz').dimension)
}

/** True for a name with a unit, or with a value that is not a whole number. */
function isRealName(declared: FlatVariable | FlatParameter | undefined): boolean {
  if (declared === undefined || declared.type !== undefined) return false
  if (declared.unit !== undefined) return true
  const value = 'value' in declared ? declared.value : declared.start
  return (
    value !== undefined &&
    'literal' in value &&
    typeof value.literal === 'number' &&
    !Number.isInteger(value.literal)
  )
}
