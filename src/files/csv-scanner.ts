/** Scans cells of comma-separated values without a list of all: large files have millions. */
import { VarioError } from '../base/index.ts'

/** Separator of the cells of a CSV file. */
export type Separator = ',' | ';' | '\t'

/** A place in a file, 1-based. */
export interface Place {
  readonly line: number
  readonly column: number
}

const QUOTE = 0x22
const NEW_LINE = 0x0a
const RETURN = 0x0d

/** Scanner; the fields describe the current cell. */
export class CsvScanner {
  /** Content of the cell, without quotes, or without spaces around it. */
  text = ''
  line = 1
  column = 1
  /** True if the cell is the last one of its line. */
  isLast = false
  readonly #source: string
  readonly #separator: number
  #next = 0
  #nextLine = 1
  #lineStart = 0
  /** True after a separator, which requires another cell. */
  #isExpected = false

  constructor(source: string, separator: Separator) {
    this.#source = source
    this.#separator = separator.charCodeAt(0)
  }

  /** Reads the next cell; false at the end. A line with a single empty cell is skipped. */
  next(): boolean {
    for (;;) {
      if (this.#next >= this.#source.length && !this.#isExpected) return false
      const isFirst = !this.#isExpected
      this.line = this.#nextLine
      this.column = this.#next - this.#lineStart + 1
      this.text = this.#source.charCodeAt(this.#next) === QUOTE ? this.#readQuoted() : this.#readPlain()
      this.#finishCell()
      if (!(isFirst && this.isLast && this.text === '')) return true
    }
  }

  #readPlain(): string {
    const start = this.#next
    while (this.#next < this.#source.length && !this.#isEnd(this.#source.charCodeAt(this.#next))) this.#next++
    return this.#source.slice(start, this.#next).trim()
  }

  #readQuoted(): string {
    const source = this.#source
    let content = ''
    for (this.#next++; ; this.#next++) {
      if (this.#next >= source.length) throw csvError(this, 'the opening quote is not closed')
      const code = source.charCodeAt(this.#next)
      if (code === QUOTE) {
        if (source.charCodeAt(this.#next + 1) !== QUOTE) break
        this.#next++
      } else if (code === NEW_LINE) {
        this.#nextLine++
        this.#lineStart = this.#next + 1
      }
      content += source[this.#next]
    }
    this.#next++
    if (this.#next < source.length && !this.#isEnd(source.charCodeAt(this.#next))) {
      const place = { line: this.#nextLine, column: this.#next - this.#lineStart + 1 }
      const separator = String.fromCharCode(this.#separator)
      throw csvError(place, `expected '${separator}' or a new line after a closing quote`)
    }
    return content
  }

  #isEnd(code: number): boolean {
    return code === this.#separator || code === NEW_LINE || code === RETURN
  }

  /** Skips the end of a cell: a separator, or the end of the line. */
  #finishCell(): void {
    const source = this.#source
    this.#isExpected = source.charCodeAt(this.#next) === this.#separator
    this.isLast = !this.#isExpected
    if (this.#isExpected) {
      this.#next++
      return
    }
    if (source.charCodeAt(this.#next) === RETURN) this.#next++
    if (source.charCodeAt(this.#next) === NEW_LINE) this.#next++
    this.#nextLine++
    this.#lineStart = this.#next
  }
}

export function csvError({ line, column }: Place, reason: string): VarioError {
  return new VarioError('CSV_FORMAT', `CSV line ${line}, column ${column}: ${reason}.`, { line, column })
}
