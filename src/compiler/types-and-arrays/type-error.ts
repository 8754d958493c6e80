import { VarioError } from '../../base/index.ts'
import { type Expr, errorAt, printExpr } from '../../symbolic/index.ts'

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

/** Adds the component to an error of a type. */
export function inComponent<T>({ component }: { readonly component: string }, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof VarioError) || error.code !== 'TYPE') throw error
    const where = component === '' ? 'model' : component
    throw new VarioError('TYPE', `${where}: ${error.message}`, { ...error.fields, path: component })
  }
}
