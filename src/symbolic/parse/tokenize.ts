/** Splits text into tokens with positions. Values interpolated into a template are separate tokens. */
import type { Source } from '../expr.ts'
import { SyntaxProblem } from './syntax-problem.ts'

export type TokenType = 'number' | 'string' | 'name' | 'keyword' | 'symbol' | 'value' | 'eof'

export interface Token {
  readonly type: TokenType
  /** The characters of the token; the content of a string. */
  readonly text: string
  /** The value of a number or of an interpolated value. */
  readonly value: unknown
  readonly start: number
  readonly end: number
  /** The first token on its line. */
  readonly newline: boolean
  /** Set by `markStatements`: a new statement starts here. */
  startsStatement: boolean
}

/** Notation of an interpolated value in the text of a template. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template before interpolation
export const HOLE = '${…}'

/** Reserved words. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  'if then elseif else and or not true false when elsewhen end for in'.split(' '),
)

const SPACE = /[ \t\r]+|\/\/[^\n]*|#[^\n]*/y
const NUMBER = /(?:\d+\.\d+|\d+\.(?![+\-*/^.\p{L}_])|\d+|\.\d+)(?:[eE][+-]?\d+)?/uy
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy
const SYMBOL = /\.[+\-*/^]|===?|=>|=<|<=|>=|<>|!=|&&|\|\||:=|\*\*|[+\-*/^()[\]{},;:?<>=!.]/y

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
}

const STRAY_HINTS: Readonly<Record<string, string>> = {
  '&': "write 'and' or '&&'",
  '|': "write 'or' or '||'; the magnitude of x is abs(x)",
  '%': 'write mod(a, b) for the remainder',
}

/**
 * The tokens of `source`, the last one of type 'eof'.
 *
 * @param holes interpolated values by the offset of their `${…}` in the text
 */
export function tokenize(source: Source, holes: ReadonlyMap<number, unknown> = new Map()): Token[] {
  const { text } = source
  const tokens: Token[] = []
  let offset = 0
  let newline = true

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset
    return pattern.exec(text)?.[0]
  }
  const push = (type: TokenType, content: string, length: number, value?: unknown): void => {
    const end = offset + length
    tokens.push({ type, text: content, value, start: offset, end, newline, startsStatement: false })
    offset = end
    newline = false
  }

  while (offset < text.length) {
    const character = text[offset]
    let found: string | undefined
    if (holes.has(offset)) push('value', HOLE, HOLE.length, holes.get(offset))
    else if (character === '\n') {
      newline = true
      offset++
    } else if ((found = match(SPACE)) !== undefined) offset += found.length
    else if (text.startsWith('/*', offset)) {
      const end = text.indexOf('*/', offset + 2)
      if (end < 0) fail(source, offset, 2, "expected '*/' at the end of the comment, got the end of the text")
      newline ||= text.slice(offset, end).includes('\n')
      offset = end + 2
    } else if (character === '"' || character === "'") {
      const { content, length } = readString(source, offset)
      push('string', content, length)
    } else if ((found = match(NUMBER)) !== undefined) push('number', found, found.length, Number(found))
    else if ((found = match(WORD)) !== undefined)
      push(KEYWORDS.has(found) ? 'keyword' : 'name', found, found.length)
    else if ((found = match(SYMBOL)) !== undefined) push('symbol', found, found.length)
    else {
      const stray = String.fromCodePoint(text.codePointAt(offset)!)
      fail(source, offset, 1, `unexpected character '${stray}'`, STRAY_HINTS[stray])
    }
  }
  push('eof', '', 0)
  return tokens
}

/** The string literal at `start`, which is a quotation mark. */
function readString(source: Source, start: number): { content: string; length: number } {
  const { text } = source
  const quote = text[start]
  let content = ''
  let i = start + 1
  while (text[i] !== quote) {
    if (i >= text.length || text[i] === '\n')
      fail(
        source,
        start,
        1,
        `expected ${quote} at the end of the string, got the end of the line`,
        quote === "'" ? 'the derivative of x is der(x)' : undefined,
      )
    if (text[i] === '\\') {
      const escaped = ESCAPES[text[i + 1]]
      if (escaped === undefined) {
        const found = `got '\\${text[i + 1] ?? ''}'`
        fail(source, i, 2, `expected \\n, \\t, \\r, \\\\, \\" or \\' in a string, ${found}`)
      }
      content += escaped
      i += 2
    } else content += text[i++]
  }
  return { content, length: i + 1 - start }
}

function fail(source: Source, start: number, length: number, problem: string, hint?: string): never {
  throw new SyntaxProblem(problem, { source, start, end: start + length }, hint)
}
