import { VarioError } from '../../base/index.ts'
import { countElements, SignalTable, splitIndices } from '../table/index.ts'

type Separator = ',' | ';' | '\t'

/** One cell with its place in the file, 1-based. */
interface Cell {
  readonly text: string
  readonly line: number
  readonly column: number
}

/** A column of the file. */
interface CsvColumn {
  readonly name: string
  readonly unit: string
  /** Null: all of its cells are empty. */
  readonly type: 'real' | 'boolean' | null
  readonly values: Float64Array
  readonly missing: Uint8Array | undefined
}

/**
 * Reads comma-separated values: a header line with `name [unit]` or `name`, then one line per point. The first column
 * is the time; it must not decrease. The separator (comma, semicolon or tab) is found from the header line if it is not
 * given; where it is not the comma, a decimal comma is understood too. Empty cells are missing values, columns with
 * nothing but true and false are boolean signals, and neighbouring columns `r[1]`, `r[2]`, … become one array signal. A
 * column without any values is an element of either kind of array, or a real signal.
 */
export function readCsv(text: string, options: { readonly separator?: Separator } = {}): SignalTable {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const separator = options.separator ?? detectSeparator(source)
  const [header, ...lines] = splitLines(source, separator)
  if (header === undefined)
    throw new VarioError('CSV_FORMAT', 'The CSV text is empty: expected a header line.')
  for (const cells of lines) {
    if (cells.length === header.length) continue
    throw csvError(cells[0], `expected ${header.length} cells as in the header, found ${cells.length}`)
  }
  const columns = header.map((cell, k) => readColumn(cell, lines, k, separator))
  const [time, ...others] = columns
  checkTime(
    time,
    lines.map((cells) => cells[0]),
  )
  const table = new SignalTable()
  table.addTime({ name: time.name, unit: time.unit, values: time.values })
  for (let k = 0; k < others.length; ) k += addColumns(table, others, k, header)
  return table
}

/** The separator that stands most often in the first line, outside of quotes. */
function detectSeparator(text: string): Separator {
  const counts = new Map<string, number>([
    [',', 0],
    [';', 0],
    ['\t', 0],
  ])
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && char === '\n') break
    else if (!isQuoted && counts.has(char)) counts.set(char, counts.get(char)! + 1)
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  return best[0] as Separator
}

/** Lines of cells; quotes are removed, empty lines are left out. */
function splitLines(text: string, separator: string): Cell[][] {
  const lines: Cell[][] = []
  let cells: Cell[] = []
  let line = 1
  let lineStart = 0
  let i = 0
  while (i < text.length || cells.length > 0) {
    // one cell, from i to its end
    const place = { line, column: i - lineStart + 1 }
    let content = ''
    if (text[i] === '"') {
      i++
      for (;;) {
        if (i >= text.length) throw csvError(place, 'the quote that begins here is never closed')
        if (text[i] === '"' && text[i + 1] !== '"') break
        if (text[i] === '"') i++
        if (text[i] === '\n') {
          line++
          lineStart = i + 1
        }
        content += text[i++]
      }
      i++
      const next = text[i]
      if (next !== undefined && next !== separator && next !== '\n' && next !== '\r') {
        throw csvError(
          { line, column: i - lineStart + 1 },
          `expected '${separator}' or a new line after a closing quote`,
        )
      }
    } else {
      const start = i
      while (i < text.length && text[i] !== separator && text[i] !== '\n' && text[i] !== '\r') i++
      content = text.slice(start, i).trim()
    }
    cells.push({ text: content, ...place })

    // what ends it: a separator, or the end of the line
    if (text[i] === separator) {
      i++
      if (i < text.length) continue
      cells.push({ text: '', line, column: i - lineStart + 1 })
    }
    if (cells.length > 1 || cells[0].text !== '') lines.push(cells)
    cells = []
    if (text[i] === '\r') i++
    if (text[i] === '\n') i++
    line++
    lineStart = i
  }
  return lines
}

function readColumn(heading: Cell, lines: readonly Cell[][], k: number, separator: Separator): CsvColumn {
  const match = /^(.*\S)\s+\[([^[\]]*)\]$/s.exec(heading.text)
  const name = match?.[1] ?? heading.text
  if (name === '') throw csvError(heading, 'expected a name in the header')
  const isEmpty = lines.every((cells) => cells[k].text === '')
  const isBoolean = !isEmpty && lines.every((cells) => /^(true|false|)$/.test(cells[k].text))
  const values = new Float64Array(lines.length)
  let missing: Uint8Array | undefined
  for (const [i, cells] of lines.entries()) {
    const { text } = cells[k]
    if (text === '') {
      missing ??= new Uint8Array(lines.length)
      missing[i] = 1
      values[i] = Number.NaN
    } else {
      values[i] = isBoolean ? Number(text === 'true') : parseNumber(cells[k], separator)
    }
  }
  const type = isEmpty ? null : isBoolean ? 'boolean' : 'real'
  return { name, unit: match?.[2].trim() ?? '', type, values, missing }
}

function parseNumber(cell: Cell, separator: Separator): number {
  const text = separator === ',' ? cell.text : cell.text.replace(/^([-+]?\d*),(\d+)/, '$1.$2')
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text)
  const special = /^([-+]?)(nan|inf|infinity)$/i.exec(text)
  if (special === null) throw csvError(cell, `expected a number, found '${cell.text}'`)
  if (special[2].toLowerCase() === 'nan') return Number.NaN
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

function checkTime({ name, values, type }: CsvColumn, cells: readonly Cell[]): void {
  for (let i = 0; i < values.length; i++) {
    if (type === 'real' && !Number.isNaN(values[i]) && (i === 0 || values[i] >= values[i - 1])) continue
    throw csvError(
      cells[i],
      `expected a time '${name}' that is not before the last, found '${cells[i].text}'`,
    )
  }
}

/** Adds column k, together with its neighbours if they are the elements of one array. Returns the number of columns. */
function addColumns(
  table: SignalTable,
  columns: readonly CsvColumn[],
  k: number,
  header: readonly Cell[],
): number {
  const first = columns[k]
  const { names, size } = collectArray(columns, k)
  const group = columns.slice(k, k + names.length)
  const name = size.length === 0 ? first.name : splitIndices(first.name)!.base
  if (table.has(name)) throw csvError(header[k + 1], `the name '${name}' stands twice in the header`)
  const nPoint = first.values.length
  const n = group.length
  const values = new Float64Array(nPoint * n)
  const missing = group.some((column) => column.missing) ? new Uint8Array(nPoint * n) : undefined
  for (const [e, column] of group.entries()) {
    for (let i = 0; i < nPoint; i++) {
      values[i * n + e] = column.values[i]
      if (missing !== undefined && column.missing !== undefined) missing[i * n + e] = column.missing[i]
    }
  }
  const type = typeOf(group) ?? 'real'
  table.add({ name, unit: group.map((column) => column.unit), type, size, values, missing })
  return n
}

/** The type of the first column that has values; null: none has. */
function typeOf(columns: readonly CsvColumn[]): CsvColumn['type'] {
  return columns.find(({ type }) => type !== null)?.type ?? null
}

/** The columns from k on that are `r[1]`, `r[2]`, … or `m[1,1]`, `m[1,2]`, … in row-major order, complete. */
function collectArray(columns: readonly CsvColumn[], k: number): { names: string[]; size: number[] } {
  const single = { names: [columns[k].name], size: [] }
  const base = splitIndices(columns[k].name)?.base
  if (base === undefined) return single
  const names: string[] = []
  let last: number[] = []
  let type: CsvColumn['type'] = null
  for (let j = k; j < columns.length; j++) {
    // A column without values goes with both types
    const own = columns[j].type
    if (own !== null && type !== null && own !== type) break
    type ??= own
    const parts = splitIndices(columns[j].name)
    if (parts?.base !== base || !/^\d+(,\d+)*$/.test(parts.indices)) break
    const indices = parts.indices.split(',').map(Number)
    if (j > k && indices.length !== last.length) break
    last = indices
    names.push(parts.indices)
  }
  // complete if the names are just those of an array whose size is the last index
  const isComplete =
    names.length > 0 &&
    names.length === countElements(last) &&
    names.every((text, e) => text === indexText(e, last))
  return isComplete ? { names, size: last } : single
}

function indexText(element: number, size: readonly number[]): string {
  const indices: number[] = []
  for (let d = size.length - 1, rest = element; d >= 0; d--) {
    indices.unshift((rest % size[d]) + 1)
    rest = Math.floor(rest / size[d])
  }
  return indices.join(',')
}

function csvError({ line, column }: { line: number; column: number }, reason: string): VarioError {
  return new VarioError('CSV_FORMAT', `CSV line ${line}, column ${column}: ${reason}.`, { line, column })
}
