/** Parses text into expressions and statements. */

import type { Expr, Source, Statement } from '../expr.ts'
import type { FunctionInfo } from '../functions.ts'
import { ExpressionParser } from './expression-parser.ts'
import { functionInfo } from './host-values.ts'
import { markStatements } from './mark-statements.ts'
import { failAtEnd, StatementParser } from './statement-parser.ts'
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
  return { statements: new StatementParser(reader, expressions).parseAll(), functions }
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
