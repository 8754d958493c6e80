import { toSI, VarioError } from '../base/index.ts'
import { findNumber, parseNumber } from './csv-column.ts'
import { CsvScanner, csvError, type Place, type Separator } from './csv-scanner.ts'
import { detectSeparator } from './read-csv.ts'

/** Options of `parseTable` and `readTable`. */
export interface TableOptions {
  /** Separator of the cells (default: the most frequent one of the first line). */
  readonly separator?: Separator
  /** Columns to take, by their names in the header or their numbers from 1 on (default: all). */
  readonly columns?: readonly (string | number)[]
}

/**
 * Rows of numbers from comma-separated values, for tables of components and of `table1D` and `table2D`. A first line whose
 * second cell is a text is a header of names, `name [unit]` or `name`; columns with a unit are converted to SI. The first
 * cell of a table with two arguments may be empty or a text.
 *
 * @throws VarioError 'CSV_FORMAT' with the place
 */
export function parseTable(text: string, options: TableOptions = {}): number[][] {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const separator = options.separator ?? detectSeparator(source)
  const lines = readLines(source, separator)
  if (lines.length === 0)
    throw new VarioError('CSV_FORMAT', 'The CSV text is empty: expected rows of numbers.')
  const [first] = lines
  const hasHeader = first.some(({ text }, k) => (k > 0 || first.length === 1) && isText(text, separator))
  const names = hasHeader ? first.map(({ text }) => readHeading(text)) : []
  const places = choosePlaces(options.columns, names, first.length)
  return lines.slice(hasHeader ? 1 : 0).map((line, i) => {
    if (line.length !== first.length)
      throw csvError(line[0], `expected ${first.length} cells as in the first line, got ${line.length}`)
    return places.map((k) => {
      const isCorner = !hasHeader && i === 0 && k === 0
      if (isCorner && findNumber(line[k].text, separator) === undefined) return 0
      const value = parseNumber(line[k], separator)
      const unit = names[k]?.unit ?? ''
      return unit === '' ? value : toSI(value, unit)
    })
  })
}

interface Cell extends Place {
  readonly text: string
}

function readLines(source: string, separator: Separator): Cell[][] {
  const cells = new CsvScanner(source, separator)
  const lines: Cell[][] = []
  let line: Cell[] = []
  while (cells.next()) {
    line.push({ text: cells.text, line: cells.line, column: cells.column })
    if (!cells.isLast) continue
    lines.push(line)
    line = []
  }
  return lines
}

function isText(text: string, separator: Separator): boolean {
  return text !== '' && findNumber(text, separator) === undefined
}

function readHeading(text: string): { readonly name: string; readonly unit: string } {
  const match = /^(.*\S)\s+\[([^[\]]*)\]$/s.exec(text)
  return { name: match?.[1] ?? text, unit: match?.[2].trim() ?? '' }
}

/** Numbers of the columns to take, from 0 on. */
function choosePlaces(
  columns: TableOptions['columns'],
  names: readonly { readonly name: string }[],
  n: number,
): number[] {
  if (columns === undefined) return Array.from({ length: n }, (_, k) => k)
  return columns.map((column) => {
    const place = typeof column === 'number' ? column - 1 : names.findIndex(({ name }) => name === column)
    if (Number.isInteger(place) && place >= 0 && place < n) return place
    const known =
      names.length === 0 ? `1 to ${n}` : `1 to ${n}, or ${names.map(({ name }) => name).join(', ')}`
    throw new VarioError('CSV_FORMAT', `Table: expected a column ${known}, got '${column}'.`, { column })
  })
}
