import type { VarioError } from '../../base/index.ts'
import { type Expr, errorAt, printExpr } from '../../symbolic/index.ts'

/** Maximum length of an expression in a message, in characters. */
const SHOWN_LENGTH = 60

/** Shortens an expression for a message. */
export function show(expr: Expr): string {
  const text = printExpr(expr)
  return `'${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text}'`
}

/** Returns the error for an expression of the wrong type, code `TYPE`, at the position of the expression. */
export function typeError(message: string, expr: Expr, around: Expr = expr): VarioError {
  return errorAt('TYPE', message, expr.pos ?? around.pos)
}
