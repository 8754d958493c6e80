import { VarioError } from '../../base/index.ts'
import { type Expr, printExpr } from '../../symbolic/index.ts'

/** Characters of an expression that a message of the generated code shows. */
const MAX_TEXT = 60

/** Text for a message. */
export function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** The error for an expression that cannot stand where it does. */
export function notSupported(e: Expr, what: string): VarioError {
  return new VarioError('UNSUPPORTED', `${printExpr(e)} cannot be used as ${what}.`)
}

/** A loop variable in JavaScript, whatever its name is: `r`, `class` and the like mean something else there. */
export function localName(variable: string): string {
  return `$${variable}`
}
