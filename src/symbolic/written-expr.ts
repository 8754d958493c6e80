/** Expressions in messages, as the user wrote them. */
import type { VarioError } from '../base/index.ts'
import type { Expr } from './expr.ts'
import { printExpr } from './print-expr.ts'
import { errorAt } from './source-text.ts'

/** Maximum length of an expression in a message, in characters. */
const SHOWN_LENGTH = 60

/** Expressions as the user wrote them, for those that the translation has changed. */
const written = new WeakMap<Expr, Expr>()

/** Remembers what an expression replaces. */
export function replacing<T extends Expr>(expr: T, original: Expr): T {
  written.set(expr, original)
  return expr
}

/** Shortens an expression for a message. */
export function show(expr: Expr): string {
  const text = printExpr(written.get(expr) ?? expr)
  return `'${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text}'`
}

/** Returns the error for an expression of the wrong type, code `TYPE`, at the position of the expression. */
export function typeError(message: string, expr: Expr, around: Expr = expr): VarioError {
  return errorAt('TYPE', message, expr.pos ?? around.pos)
}
