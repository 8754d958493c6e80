/** Parses text into expressions and statements. */

import type {
  CallStatement,
  EquationStatement,
  Expr,
  FunctionInfo,
  Source,
  Statement,
  WhenAction,
  WhenStatement,
} from '../expression/index.ts'
import { locate } from '../expression/index.ts'
import { ExpressionParser } from './expression-parser.ts'
import { functionInfo } from './host-values.ts'
import { TokenReader } from './token-reader.ts'
import { HOLE, type Token, tokenize } from './tokenize.ts'

/** Statements of a template and its interpolated functions, by the names under which they are called. */
export interface ParsedStatements {
  readonly statements: Statement[]
  readonly functions: Map<string, FunctionInfo>
}

/** An expression of a template and its interpolated functions. */
export interface ParsedExpression {
  readonly expr: Expr
  readonly functions: Map<string, FunctionInfo>
}

/**
 * Parses one expression.
 *
 * @param sourceName name of the text, for error messages
 * @throws SyntaxProblem
 */
export function parseExpression(text: string, sourceName = ''): Expr {
  return parseTemplateExpression([text], [], sourceName).expr
}

/**
 * Parses equations and other statements, separated by `;` or line ends. A line without `=` that does not start with the
 * keyword of a statement continues the line before.
 *
 * @throws SyntaxProblem
 */
export function parseStatements(text: string, sourceName = ''): Statement[] {
  return parseTemplate([text], [], sourceName).statements
}

/**
 * Parses the statements of a tagged template. `${…}` may be a number, a Boolean, a nested array of numbers, an
 * expression, a string, which is parsed as part of the text (a name), a function or `FunctionInfo` followed by its
 * arguments, or any other object, which is passed unchanged.
 */
export function parseTemplate(
  strings: readonly string[],
  values: readonly unknown[],
  sourceName = '',
): ParsedStatements {
  const { reader, expressions, functions } = open(strings, values, sourceName)
  const statements: Statement[] = []
  while (!atEof(reader)) statements.push(parseStatement(reader, expressions))
  return { statements, functions }
}

/** Parses the expression of a tagged template; values as in `parseTemplate`. */
export function parseTemplateExpression(
  strings: readonly string[],
  values: readonly unknown[],
  sourceName = '',
): ParsedExpression {
  const { reader, expressions, functions } = open(strings, values, sourceName, true)
  const expr = expressions.parseRange()
  if (reader.peek().type !== 'eof') failAtEnd(reader, 'the expression')
  return { expr, functions }
}

/** Assembles the template and creates its parser. */
function open(strings: readonly string[], values: readonly unknown[], name: string, single = false) {
  let text = strings[0]
  const holes = new Map<number, unknown>()
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    // names, and numbers that end a name, become text
    if (typeof value === 'string' || (isIndex(value) && /[\p{L}\p{N}_]$/u.test(text))) text += value
    else {
      holes.set(text.length, value)
      text += HOLE
    }
    text += strings[i + 1]
  }
  const source: Source = { name, text }
  const tokens = tokenize(source, holes)
  if (!single) markStatements(tokens)
  const functions = new Map<string, FunctionInfo>()
  const reader = new TokenReader(source, tokens)
  const expressions = new ExpressionParser(reader, functionNamer(tokens, functions))
  return { reader, expressions, functions }
}

function isIndex(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0
}

/** Names of interpolated functions: their own if it is free, otherwise with a number appended. */
function functionNamer(
  tokens: readonly Token[],
  functions: Map<string, FunctionInfo>,
): (callee: object) => string {
  const names = new Map<object, string>()
  const isCalled = (token: Token, i: number): boolean => token.type === 'name' && tokens[i + 1].text === '('
  const taken = new Set(tokens.filter(isCalled).map((token) => token.text))
  return (callee) => {
    const known = names.get(callee)
    if (known !== undefined) return known
    const own = (callee as { name?: string }).name ?? ''
    const base = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(own) ? own : 'f'
    let name = base
    for (let i = 2; taken.has(name); i++) name = `${base}_${i}`
    names.set(callee, name)
    taken.add(name)
    functions.set(name, functionInfo(callee, name))
    return name
  }
}

/** Skips separators; true at the end of the text. */
function atEof(reader: TokenReader): boolean {
  while (isSemicolon(reader)) reader.next()
  return reader.peek().type === 'eof'
}

function parseStatement(reader: TokenReader, expressions: ExpressionParser): Statement {
  const token = reader.peek()
  const statement = token.text === 'when' ? parseWhen(reader, expressions) : parseAction(reader, expressions)
  if (!reader.atEnd()) failAtEnd(reader, 'the statement')
  return statement
}

/** Two clauses cannot assign the same variable. */
const ELSEWHEN_HINT =
  "write a second 'when'; for a variable of both: when edge(a) or edge(b) then x = if edge(a) then … else … end when"

function parseWhen(reader: TokenReader, expressions: ExpressionParser): WhenStatement {
  reader.beginStatement()
  const when = reader.next()
  const condition = expressions.parseExpression()
  const hint = reader.is('=') ? "a comparison is written '=='" : 'write: when condition then … end when'
  reader.expect('then', "'then'", hint)
  const body: WhenAction[] = []
  for (;;) {
    if (atEof(reader)) {
      const line = locate(reader.source, when.start).line
      reader.fail("'end when'", `'when' in line ${line} is not closed`)
    }
    if (reader.peek().text === 'end') break
    const token = reader.peek()
    if (token.text === 'when')
      reader.failAt(token, "unexpected 'when' inside of 'when'", "close it with 'end when'")
    if (token.text === 'elsewhen') reader.failAt(token, "unexpected 'elsewhen'", ELSEWHEN_HINT)
    if (token.text === 'connect') reader.failAt(token, "unexpected 'connect' inside of 'when'")
    body.push(parseAction(reader, expressions))
    if (!reader.atEnd() && !reader.is('end') && !reader.is('elsewhen')) failAtEnd(reader, 'the statement')
  }
  reader.next()
  if (reader.peek().text === 'when' && !reader.peek().newline) reader.next()
  return { kind: 'when', condition, body, pos: reader.positionFrom(when.start) }
}

/** An equation, or a call that is a statement. */
function parseAction(reader: TokenReader, expressions: ExpressionParser): EquationStatement | CallStatement {
  reader.beginStatement()
  const first = reader.peek()
  const { start } = first
  if (first.type === 'name' && STATEMENT_CALLS.has(first.text) && reader.peek(1).text === '(') {
    reader.next()
    const args = expressions.parseArguments()
    checkArguments(reader, first, args.length)
    return { kind: 'statement', fn: first.text as CallStatement['fn'], args, pos: reader.positionFrom(start) }
  }
  if (first.text === 'end' && first.type === 'keyword')
    reader.failAt(first, "unexpected 'end'", "no 'when' is open")

  const left = expressions.parseLeftSide()
  if (reader.atEnd()) reader.fail("'='", "an equation is written 'left = right'")
  reader.expect('=', "an operator or '='", missingOperator(reader))
  const right = expressions.parseExpression()
  if (reader.is('=')) reader.fail('one equation', "a comparison is written '=='; one line holds one equation")
  return { kind: 'equation', left, right, pos: reader.positionFrom(start) }
}

const ARITIES: Readonly<Record<string, readonly [number, number, string]>> = {
  reinit: [2, 2, 'reinit(state, value)'],
  assert: [2, 2, 'assert(condition, message)'],
  terminate: [1, 1, 'terminate(message)'],
  connect: [2, Number.POSITIVE_INFINITY, 'connect(a, b, …)'],
}

function checkArguments(reader: TokenReader, token: Token, found: number): void {
  const [min, max, usage] = ARITIES[token.text]
  if (found >= min && found <= max) return
  reader.failAt(token, `expected ${usage}, got ${found} argument${found === 1 ? '' : 's'}`)
}

/** Reports text after the end of the expression or statement. */
function failAtEnd(reader: TokenReader, what: string): never {
  reader.fail(`an operator or the end of ${what}`, missingOperator(reader))
}

function missingOperator(reader: TokenReader): string | undefined {
  const token = reader.peek()
  const isOperand =
    token.type === 'name' || token.type === 'number' || token.text === '(' || token.type === 'value'
  if (!isOperand) return undefined
  if (token.newline) return "a line without '=' continues the line before"
  return "a product is written with '*'"
}

function isSemicolon(reader: TokenReader): boolean {
  const token = reader.peek()
  return token.type === 'symbol' && token.text === ';'
}

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
