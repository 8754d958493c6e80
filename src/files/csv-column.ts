import { type CsvScanner, csvError, type Place, type Separator } from './csv-scanner.ts'

/** A name of a value of an enumeration. */
const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u

/** A column of comma-separated values during reading. */
export class CsvColumn {
  readonly name: string
  readonly unit: string
  readonly heading: Place
  #values = new Float64Array(256)
  #missing: Uint8Array | undefined
  #n = 0
  #hasNumbers = false
  /** Names of the values of an enumeration, in the order in which they occur, and the place of the first one. */
  readonly #names = new Map<string, number>()
  #firstName: (Place & { readonly text: string }) | undefined
  /** The first `true` or `false`. */
  #firstBoolean: (Place & { readonly text: string }) | undefined

  /** @param cell header cell: `name [unit]` or `name` */
  constructor(cell: CsvScanner) {
    const { text, line, column } = cell
    const match = /^(.*\S)\s+\[([^[\]]*)\]$/s.exec(text)
    this.heading = { line, column }
    this.name = match?.[1] ?? text
    this.unit = match?.[2].trim() ?? ''
    if (this.name === '') throw csvError(cell, 'expected a name in the header')
  }

  /** Adds a cell, and returns its value; NaN where it is empty. */
  add(cell: CsvScanner, separator: Separator): number {
    const { text } = cell
    if (this.#n === this.#values.length) this.#grow()
    let value = Number.NaN
    if (text === '') {
      this.#missing ??= new Uint8Array(this.#values.length)
      this.#missing[this.#n] = 1
    } else if (text === 'true' || text === 'false') {
      this.#firstBoolean ??= { text, line: cell.line, column: cell.column }
      value = Number(text === 'true')
    } else if (!this.#hasNumbers && NAME.test(text) && findNumber(text, separator) === undefined) {
      this.#firstName ??= { text, line: cell.line, column: cell.column }
      value = this.#names.get(text) ?? this.#names.size + 1
      this.#names.set(text, value)
    } else {
      this.#hasNumbers = true
      value = parseNumber(cell, separator)
    }
    this.#values[this.#n++] = value
    return value
  }

  /** Names of the values 1, 2, … of an enumeration; undefined: numbers or booleans. */
  get valueNames(): readonly string[] | undefined {
    return this.#names.size > 0 ? [...this.#names.keys()] : undefined
  }

  /** Null: all cells are empty. */
  get type(): 'real' | 'boolean' | null {
    return this.#hasNumbers || this.#names.size > 0
      ? 'real'
      : this.#firstBoolean === undefined
        ? null
        : 'boolean'
  }

  get values(): Float64Array {
    return this.#values.subarray(0, this.#n)
  }

  /** 1 for an empty cell; undefined: no cell is empty. */
  get missing(): Uint8Array | undefined {
    return this.#missing?.subarray(0, this.#n)
  }

  /** A column cannot mix booleans, numbers and names. */
  check(): void {
    const { type } = this
    if (this.#firstName !== undefined && (this.#hasNumbers || this.#firstBoolean !== undefined))
      throw csvError(this.#firstName, `expected a number, got '${this.#firstName.text}'`)
    if (type === 'real' && this.#firstBoolean !== undefined)
      throw csvError(this.#firstBoolean, `expected a number, got '${this.#firstBoolean.text}'`)
  }

  #grow(): void {
    const values = new Float64Array(2 * this.#n)
    values.set(this.#values)
    this.#values = values
    if (this.#missing === undefined) return
    const missing = new Uint8Array(2 * this.#n)
    missing.set(this.#missing)
    this.#missing = missing
  }
}

/** The number in a cell; NaN, Infinity and a decimal comma are accepted. */
export function parseNumber(cell: Place & { readonly text: string }, separator: Separator): number {
  const value = findNumber(cell.text, separator)
  if (value === undefined) throw csvError(cell, `expected a number, got '${cell.text}'`)
  return value
}

/** The number that a text is; undefined: another text. */
export function findNumber(content: string, separator: Separator): number | undefined {
  const text = separator === ',' ? content : content.replace(/^([-+]?\d*),(\d+)/, '$1.$2')
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text)
  const special = /^([-+]?)(nan|inf|infinity)$/i.exec(text)
  if (special === null) return undefined
  if (special[2].toLowerCase() === 'nan') return Number.NaN
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}
