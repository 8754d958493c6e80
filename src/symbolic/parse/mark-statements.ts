import type { Token } from './tokenize.ts'

/** Calls that are statements. */
export const STATEMENT_CALLS: ReadonlySet<string> = new Set(['reinit', 'assert', 'terminate', 'connect'])

/**
 * Marks the first tokens of statements. A `;` separates statements. So does the end of a line, if the next line has a
 * `=` outside of brackets or starts with `when`, `end` or one of the calls that are statements; any other line
 * continues the statement before it, so that long expressions can be broken everywhere.
 */
export function markStatements(tokens: readonly Token[]): void {
  let depth = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    if (depth === 0 && i > 0) {
      const afterSemicolon = isSymbol(tokens[i - 1], ';')
      token.startsStatement = afterSemicolon || (token.newline && startsStatement(tokens, i))
    }
    depth = nextDepth(depth, token)
  }
  if (tokens.length > 0) tokens[0].startsStatement = true
}

function startsStatement(tokens: readonly Token[], start: number): boolean {
  const first = tokens[start]
  if (
    first.type === 'keyword' &&
    (first.text === 'when' || first.text === 'end' || first.text === 'elsewhen')
  )
    return true
  if (STATEMENT_CALLS.has(first.text) && isSymbol(tokens[start + 1], '(')) return true
  if (isSymbol(first, '=')) return false

  // a '=' after 'then' belongs to the body of a 'when'
  let depth = 0
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i]
    if (depth === 0 && i > start && (token.newline || isSymbol(token, ';'))) return false
    if (depth === 0 && token.type === 'keyword' && token.text === 'then') return false
    if (depth === 0 && isSymbol(token, '=')) return true
    depth = nextDepth(depth, token)
  }
  return false
}

function nextDepth(depth: number, token: Token): number {
  if (isSymbol(token, '(') || isSymbol(token, '[')) return depth + 1
  if (isSymbol(token, ')') || isSymbol(token, ']')) return Math.max(0, depth - 1)
  return depth
}

function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.type === 'symbol' && token.text === text
}
