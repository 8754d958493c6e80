import { ownValue } from '../../base/index.ts'
import type { Position, Source } from '../expr.ts'
import { locate } from '../source-text.ts'
import { isIfStatement } from './mark-statements.ts'
import { SyntaxProblem } from './syntax-problem.ts'
import type { Token } from './tokenize.ts'

const NEAR_MISSES: Readonly<Record<string, string>> = {
  '=>': "greater or equal is written '>='",
  '=<': "less or equal is written '<='",
  '===': "equality is written '=='",
  ':=': "an equation is written with '='",
  '**': "a power is written with '^'",
}

/** A position in a list of tokens, and its errors. */
export class TokenReader {
  readonly source: Source
  private readonly tokens: readonly Token[]
  private index = 0
  /** Start of the current statement. */
  private statementIndex = 0

  constructor(source: Source, tokens: readonly Token[]) {
    this.source = source
    this.tokens = tokens
  }

  /** The next token, or the one `ahead` of it. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]
  }

  next(): Token {
    const token = this.peek()
    if (this.index < this.tokens.length - 1) this.index++
    return token
  }

  /** The next token is the first one of a statement. */
  beginStatement(): void {
    this.statementIndex = this.index
  }

  /** True if the next token belongs to the next statement. */
  get isNextStatement(): boolean {
    return this.peek().startsStatement && this.index > this.statementIndex
  }

  /** Number of tokens read so far. */
  get count(): number {
    return this.index
  }

  /** True if the next token is this symbol or keyword and does not start a new statement. */
  is(text: string): boolean {
    return isWord(this.peek(), text) && !this.isNextStatement
  }

  accept(text: string): boolean {
    const found = this.is(text)
    if (found) this.next()
    return found
  }

  expect(text: string, expected = `'${text}'`, hint?: string): void {
    if (!this.accept(text)) this.fail(expected, hint)
  }

  /** Reads a keyword that may start a statement of its own, such as `end`. */
  expectPart(text: string, expected: string): void {
    if (!isWord(this.peek(), text)) this.fail(expected)
    this.next()
  }

  /** True if the next token is an `if` around statements, and not the first word of an expression. */
  isIfStatement(): boolean {
    return isIfStatement(this.tokens, this.index)
  }

  /** Reads the bracket that closes `open`. */
  expectClosing(text: string, open: Token, expected: string): void {
    if (this.accept(text)) return
    const line = locate(this.source, open.start).line
    const here = locate(this.source, this.peek().start).line
    this.fail(expected, here > line ? `'${open.text}' in line ${line} is not closed` : undefined)
  }

  /** True at the end of a statement: the end of the text, `;`, or the start of the next statement. */
  atEnd(): boolean {
    const token = this.peek()
    return token.type === 'eof' || isWord(token, ';') || this.isNextStatement
  }

  /** The range from `start` to the last consumed token. */
  positionFrom(start: number): Position {
    const end = this.index === 0 ? start : Math.max(start, this.tokens[this.index - 1].end)
    return { source: this.source, start, end }
  }

  /** Throws: `expected …, got …` at the next token. */
  fail(expected: string, hint?: string): never {
    const token = this.peek()
    const overAt = this.index > 0 && (token.type === 'eof' || this.isNextStatement)
    const last = this.tokens[Math.max(0, this.index - 1)]
    const pos = overAt ? { source: this.source, start: last.end, end: last.end + 1 } : this.positionOf(token)
    const problem = `expected ${expected}, got ${this.describe(token)}`
    throw new SyntaxProblem(problem, pos, ownValue(NEAR_MISSES, overAt ? '' : token.text) ?? hint)
  }

  /** Throws at `token`. */
  failAt(token: Token, problem: string, hint?: string): never {
    throw new SyntaxProblem(problem, this.positionOf(token), hint)
  }

  private positionOf(token: Token): Position {
    return { source: this.source, start: token.start, end: Math.max(token.end, token.start + 1) }
  }

  private describe(token: Token): string {
    if (token.type === 'eof') return 'the end of the text'
    if (this.isNextStatement) return 'the end of the statement'
    return token.type === 'string' ? `the string "${token.text}"` : `'${token.text}'`
  }
}

function isWord(token: Token, text: string): boolean {
  return (token.type === 'symbol' || token.type === 'keyword') && token.text === text
}
