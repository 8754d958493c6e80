/** Structured data that travels with an error, for programs that react to it. */
export type ErrorFields = Readonly<Record<string, unknown>>

/**
 * Every error that Vario raises on purpose. `code` is stable and made for programs, `message` is made for people,
 * `fields` holds the numbers and names that the message mentions.
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

/** Wrong input from the user: says where, what was found, and what was expected. */
export class InputError extends VarioError {
  /** Where the value stands, for example `options.rtol`. */
  readonly path: string

  constructor(path: string, expected: string, found: unknown) {
    super('INPUT', `${path}: expected ${expected}, got ${describe(found)}.`, { path, expected, found })
    this.path = path
  }
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
