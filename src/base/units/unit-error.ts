import { type Excerpt, printExcerpt, VarioError } from '../errors.ts'

/** A unit that cannot be parsed, or two incompatible units. Code `UNIT`. */
export class UnitError extends VarioError {
  constructor(message: string, fields: Readonly<Record<string, unknown>>) {
    super('UNIT', message, fields)
  }
}

/** Error at character `position` (from 0) of the unit `text`, with a caret below it. */
export function unitSyntaxError(text: string, position: number, problem: string): UnitError {
  const excerpt: Excerpt = { text, start: position, length: 1 }
  const message = `Unit '${text}', position ${position + 1}: ${problem}\n${printExcerpt(excerpt)}`
  return new UnitError(message, { unit: text, position, excerpt })
}
