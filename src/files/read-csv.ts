import { VarioError } from '../base/index.ts'
import { countElements, SignalTable, splitIndices } from '../results/index.ts'
import { CsvColumn } from './csv-column.ts'
import { CsvScanner, csvError, type Separator } from './csv-scanner.ts'

/**
 * Reads comma-separated values: a header line with `name [unit]` or `name`, then one line per point. The first column
 * is the time; it must not decrease. The separator (comma, semicolon or tab) is detected in the header line by default;
 * if it is not the comma, a decimal comma is accepted, too. Empty cells are missing values, columns with nothing but
 * true and false are boolean signals, and neighboring columns `r[1]`, `r[2]`, … become one array signal. A column
 * without any values is an element of either kind of array, or a real signal.
 */
export function readCsv(text: string, options: { readonly separator?: Separator } = {}): SignalTable {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const separator = options.separator ?? detectSeparator(source)
  const cells = new CsvScanner(source, separator)
  const columns: CsvColumn[] = []
  while (cells.next()) {
    columns.push(new CsvColumn(cells))
    if (cells.isLast) break
  }
  if (columns.length === 0)
    throw new VarioError('CSV_FORMAT', 'The CSV text is empty: expected a header line.')
  readLines(cells, columns, separator)
  for (const column of columns) column.check()
  const [time, ...others] = columns
  const table = new SignalTable()
  table.addTime({ name: time.name, unit: time.unit, values: time.values })
  for (let k = 0; k < others.length; ) k += addColumns(table, others, k)
  return table
}

/** Adds the cells of all lines to the columns. The first column is the time. */
function readLines(cells: CsvScanner, columns: readonly CsvColumn[], separator: Separator): void {
  const n = columns.length
  let last = Number.NEGATIVE_INFINITY
  for (let k = 0, start = { line: 0, column: 0 }; cells.next(); ) {
    if (k === 0) start = { line: cells.line, column: cells.column }
    if (k < n) {
      const value = columns[k].add(cells, separator)
      if (k === 0) {
        if (!(value >= last && columns[0].type === 'real')) {
          const expected = `expected a time '${columns[0].name}' that is not before the previous one`
          throw csvError(cells, `${expected}, got '${cells.text}'`)
        }
        last = value
      }
    }
    k++
    if (!cells.isLast) continue
    if (k !== n) throw csvError(start, `expected ${n} cells as in the header, got ${k}`)
    k = 0
  }
}

/** The most frequent separator in the first line, outside of quotes. */
export function detectSeparator(text: string): Separator {
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

/** Adds column k, together with its neighbors if they are the elements of one array. Returns the number of columns. */
function addColumns(table: SignalTable, columns: readonly CsvColumn[], k: number): number {
  const first = columns[k]
  const { names, size } = collectArray(columns, k)
  const group = columns.slice(k, k + names.length)
  const name = size.length === 0 ? first.name : splitIndices(first.name)!.base
  if (table.has(name))
    throw csvError(first.heading, `expected unique names in the header, got '${name}' twice`)
  const nPoint = first.values.length
  const n = group.length
  const values = new Float64Array(nPoint * n)
  const missing = group.some((column) => column.missing) ? new Uint8Array(nPoint * n) : undefined
  const all = new Set(group.flatMap(({ valueNames = [] }) => valueNames))
  const valueNames = all.size > 0 ? [...all] : undefined
  for (const [e, column] of group.entries()) {
    const { values: own, missing: mask, valueNames: ownNames } = column
    for (let i = 0; i < nPoint; i++) {
      values[i * n + e] = valueNames && ownNames ? valueNames.indexOf(ownNames[own[i] - 1]) + 1 : own[i]
      if (missing !== undefined && mask !== undefined) missing[i * n + e] = mask[i]
    }
  }
  const type = typeOf(group) ?? 'real'
  table.add({
    name,
    unit: group.map((column) => column.unit),
    type,
    size,
    values,
    missing,
    ...(valueNames && { valueNames }),
  })
  return n
}

/** The type of the first column with values, or null. */
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
    // A column without values is compatible with both types
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
  // complete if the names are exactly those of an array whose size is the last index
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
