/** Location of an expression in its text: name of the source, line, the line itself, a caret. */
import { type ErrorFields, type Excerpt, printExcerpt, VarioError } from '../base/index.ts'
import type { Position, Source } from './expr.ts'

interface Place {
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  /** The whole line without its end. */
  readonly lineText: string
}

/** Line and column of a character offset. */
export function locate(source: Source, offset: number): Place {
  const { text } = source
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const lineEnd = text.indexOf('\n', offset)
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < lineStart; i = text.indexOf('\n', i + 1)) line++
  const lineText = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd).replace(/\r$/, '')
  return { line, column: offset - lineStart + 1, lineText }
}

/** `Filter, line 2`; `line 2` if the source has no name. */
export function describePlace(pos: Position): string {
  const line = `line ${locate(pos.source, pos.start).line}`
  return pos.source.name === '' ? line : `${pos.source.name}, ${line}`
}

/** The line in which `pos` starts, without its indentation, and the part of `pos` on it. */
function excerptAt(pos: Position): Excerpt {
  const { column, lineText } = locate(pos.source, pos.start)
  const indent = lineText.length - lineText.trimStart().length
  const onLine = Math.max(lineText.length - (column - 1), 1)
  return {
    text: lineText.trim(),
    start: Math.max(0, column - 1 - indent),
    length: Math.max(1, Math.min(pos.end - pos.start, onLine)),
  }
}

/** An error about a piece of an equation: its message starts with the place and ends with the line and a caret. */
export function errorAt(
  code: string,
  message: string,
  pos: Position | undefined,
  fields: ErrorFields = {},
): VarioError {
  return new VarioError(code, placeMessage(message, pos), {
    problem: message,
    ...fields,
    ...placeFields(pos),
  })
}

/** `message` with the place before it and the excerpt after it, if there is a place. */
export function placeMessage(message: string, pos: Position | undefined): string {
  return pos === undefined ? message : `${describePlace(pos)}: ${message}\n${printExcerpt(excerptAt(pos))}`
}

/** The fields `source`, `line`, `column` and `excerpt` of an error at `pos`. */
export function placeFields(pos: Position | undefined): ErrorFields {
  if (pos === undefined) return {}
  const { line, column } = locate(pos.source, pos.start)
  return { source: pos.source.name, line, column, excerpt: excerptAt(pos) }
}
