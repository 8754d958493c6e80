/** Values of the host language inside of equations: `${…}` in a template. */
import { toSI } from '../../base/index.ts'
import type { Expr, Position } from '../expr.ts'
import { type FunctionInfo, propertiesOf } from '../functions.ts'

const EXPR_KINDS: ReadonlySet<string> = new Set<Expr['kind']>([
  ...(['number', 'boolean', 'string', 'name', 'call', 'if', 'array', 'index'] as const),
  ...(['range', 'end', 'comprehension', 'tuple', 'object'] as const),
])

/** True for a node of an expression. */
export function isExpr(value: unknown): value is Expr {
  return (
    typeof value === 'object' && value !== null && EXPR_KINDS.has((value as { kind?: string }).kind ?? '')
  )
}

/** True for values that `${f}(x)` can call: a function, or the description of one. */
export function isHostCallable(value: unknown): value is object {
  return typeof value === 'function' || isFunctionInfo(value)
}

/** The description of a function: its own, that of `describeFunction`, or a default one. */
export function functionInfo(callee: object, name: string): FunctionInfo {
  if (isFunctionInfo(callee)) return { ...callee, name }
  return { ...propertiesOf(callee), name, evaluate: callee as FunctionInfo['evaluate'] }
}

/**
 * The expression for a value: literals, nested arrays of numbers as arrays, expressions unchanged, any other object as
 * itself. `undefined` for null, undefined and values without meaning in an equation.
 */
export function valueToExpr(value: unknown, pos?: Position): Expr | undefined {
  const at = pos === undefined ? {} : { pos }
  if (typeof value === 'number') return { kind: 'number', value, ...at }
  if (typeof value === 'boolean') return { kind: 'boolean', value, ...at }
  if (typeof value === 'string') return { kind: 'string', value, ...at }
  if (value instanceof Float64Array || isNumbers(value)) {
    const elements = Array.from(value as ArrayLike<unknown>, (element) => valueToExpr(element, pos)!)
    return { kind: 'array', elements, ...at }
  }
  if (isExpr(value)) return value
  if ((typeof value === 'object' && value !== null) || typeof value === 'function')
    return { kind: 'object', value, ...at }
  return undefined
}

/** A number with its unit; an array of numbers with one unit. */
export function quantityExpr(value: unknown, unit: string, pos?: Position): Expr {
  const at = pos === undefined ? {} : { pos }
  if (typeof value === 'number')
    return { kind: 'number', value: toSI(value, unit), quantity: { value, unit }, ...at }
  const elements = Array.from(value as ArrayLike<unknown>, (element) => quantityExpr(element, unit, pos))
  return { kind: 'array', elements, ...at }
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((element) => typeof element === 'number' || isNumbers(element))
}

function isFunctionInfo(value: unknown): value is FunctionInfo {
  if (typeof value !== 'object' || value === null) return false
  const { name, evaluate } = value as Partial<FunctionInfo>
  return typeof name === 'string' && typeof evaluate === 'function'
}
