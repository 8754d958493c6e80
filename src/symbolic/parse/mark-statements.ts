import type { Token } from './tokenize.ts'

/** Calls that are statements. */
export const STATEMENT_CALLS: ReadonlySet<string> = new Set(['reinit', 'assert', 'terminate', 'connect'])

/** Keywords with which a statement, or a part of one, begins on a new line. */
const STARTS: ReadonlySet<string> = new Set(['when', 'elsewhen', 'for', 'end'])

/** Symbols after which an expression is complete, so that an `if` in the next line is a statement. */
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}', ';'])

/**
 * Marks the first tokens of statements. A `;` separates statements, and so does the `then`, `else` or `loop` of a
 * statement. So does the end of a line, if the next line has a `=` outside of brackets or starts with `when`, `for`,
 * `end`, a statement `if` with its parts, or one of the calls that are statements; any other line continues the
 * statement before it, so that long expressions can be broken everywhere.
 */
export function markStatements(tokens: readonly Token[]): void {
  let depth = 0
  /** Number of `if` of the present expression whose `else` has not come. */
  let nOpen = 0
  let isStart = true
  /** True between `for` and `loop`. */
  let isInHead = false
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    const isPart = depth === 0 && nOpen === 0 && (isKeyword(token, 'else') || isKeyword(token, 'elseif'))
    if (depth === 0) isStart ||= isPart || (token.newline && startsStatement(tokens, i, nOpen))
    token.startsStatement = isStart
    if (isStart) nOpen = 0
    if (isKeyword(token, 'if') && !(isStart && isIfStatement(tokens, i))) nOpen++
    const isOfStatement = nOpen === 0 && depth === 0
    if (isKeyword(token, 'else') && nOpen > 0) nOpen--
    const isLoop: boolean = isInHead && depth === 0 && token.text === 'loop'
    isInHead = (isInHead && !isLoop) || (isStart && isKeyword(token, 'for'))
    const opensBody: boolean = isKeyword(token, 'then') || isKeyword(token, 'else') || isLoop
    isStart = depth === 0 && (isSymbol(token, ';') || (isOfStatement && opensBody))
    depth = nextDepth(depth, token)
  }
}

function startsStatement(tokens: readonly Token[], start: number, nOpen: number): boolean {
  const first = tokens[start]
  if (first.type === 'keyword' && STARTS.has(first.text)) return true
  if (isKeyword(first, 'if') && nOpen === 0) return start === 0 || endsExpression(tokens[start - 1])
  if (STATEMENT_CALLS.has(first.text) && isSymbol(tokens[start + 1], '(')) return true
  if (isSymbol(first, '=')) return false

  // a '=' after 'then' belongs to the body of a statement
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

function endsExpression(token: Token): boolean {
  if (token.type === 'symbol') return CLOSING.has(token.text)
  return token.type !== 'keyword' || ['true', 'false', 'end', 'for', 'if', 'when'].includes(token.text)
}

/**
 * True for an `if` whose branches are statements: a `=`, a `;`, a statement or the `end` comes before its `else`. The
 * left side of an equation may also be an expression, `if a then b else c = 0`.
 */
export function isIfStatement(tokens: readonly Token[], start: number): boolean {
  let depth = 0
  let nOpen = 0
  for (let i = start + 1; i < tokens.length; i++) {
    const token = tokens[i]
    if (depth === 0) {
      if (isSymbol(token, '=') || isSymbol(token, ';')) return true
      if (STATEMENT_CALLS.has(token.text) && isSymbol(tokens[i + 1], '(')) return true
      if (token.type === 'keyword' && STARTS.has(token.text)) return true
      if (isKeyword(token, 'else') && nOpen-- === 0) return false
      if (isKeyword(token, 'if')) nOpen++
    }
    depth = nextDepth(depth, token)
  }
  return false
}

function nextDepth(depth: number, token: Token): number {
  if (token.type !== 'symbol') return depth
  if (token.text === '(' || token.text === '[' || token.text === '{') return depth + 1
  if (token.text === ')' || token.text === ']' || token.text === '}') return Math.max(0, depth - 1)
  return depth
}

function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.type === 'symbol' && token.text === text
}

function isKeyword(token: Token, text: string): boolean {
  return token.type === 'keyword' && token.text === text
}
