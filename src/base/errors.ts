/** Structured data of an error, for programs that react to it. */
export type ErrorFields = Readonly<Record<string, unknown>>

/**
 * Base of all errors that Vario throws. `code` is stable and made for programs, `message` is made for people, `fields`
 * holds the numbers and names of the message.
 */
export class VarioError extends Error {
  readonly code: string
  readonly fields: ErrorFields

  constructor(code: string, message: string, fields: ErrorFields = {}) {
    super(message)
    this.name = new.target.name
    this.code = code
    this.fields = fields
  }
}

/** Invalid input from the user: names the place, the expected value and the value found. */
export class InputError extends VarioError {
  /** Path of the value, for example `options.rtol`. */
  readonly path: string

  constructor(path: string, expected: string, found: unknown) {
    super('INPUT', `${path}: expected ${expected}, got ${describe(found)}.`, { path, expected, found })
    this.path = path
  }
}

/** A line with a marked piece: the field `excerpt` of an error, and the end of its message. */
export interface Excerpt {
  /** The line. */
  readonly text: string
  /** Offset of the first marked character. */
  readonly start: number
  /** Number of marked characters. */
  readonly length: number
}

/** The line, indented by two spaces, and carets under its marked piece. */
export function printExcerpt({ text, start, length }: Excerpt): string {
  const before = text.slice(0, start).replace(/[^\t]/g, ' ').padEnd(start)
  return `  ${text}\n  ${before}${'^'.repeat(length)}`
}

/** A short, readable rendering of any value for an error message. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'function') return `function ${value.name || '(anonymous)'}`
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const items = Array.from(value as ArrayLike<unknown>)
    const shown = items.slice(0, 6).map(describe).join(', ')
    return items.length > 6 ? `[${shown}, … ${items.length} in all]` : `[${shown}]`
  }
  if (typeof value === 'object' && value !== null) {
    // a number with a unit, as users write it
    const { _class, value: number, unit } = value as Readonly<Record<string, unknown>>
    if (_class === 'Quantity') return `${describe(number)} ${String(unit)}`
    return `an object with ${Object.keys(value).join(', ') || 'no keys'}`
  }
  return String(value)
}
