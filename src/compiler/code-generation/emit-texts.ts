import { VarioError } from '../../base/index.ts'
import { type Expr, printExpr } from '../../symbolic/index.ts'

/** Maximum length of an expression in a message of the generated code, in characters. */
const MAX_TEXT = 60

/** Shortens a text for a message. */
export function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** Returns the error for an expression that is not valid in its place. */
export function notSupported(e: Expr, what: string): VarioError {
  return new VarioError('UNSUPPORTED', `${printExpr(e)} cannot be used as ${what}.`)
}

/** Name of a loop variable in JavaScript, where names such as `r` and `class` have another meaning. */
export function localName(variable: string): string {
  return `$${variable}`
}
