import { InputError } from '../base/index.ts'
import type { Signal, SignalTable } from '../results/index.ts'

/** Options of CSV. */
export interface CsvOptions {
  /** Signals or elements of them; default: all on the first time axis, aliases included, parameters not. */
  readonly names?: readonly string[]
  /** Default: a comma. */
  readonly separator?: ',' | ';' | '\t'
}

/**
 * Signals of one time axis as comma-separated values (RFC 4180): one line per point, the time first. The header line
 * has `name [unit]`, or the name alone without unit; every element of an array is a column, `r[2] [m]`. Numbers have
 * enough digits to restore the same double; booleans are true and false, values of enumerations their names; missing values are empty. Segments, kinds and
 * attributes are omitted: `writeJson` keeps them.
 */
export function writeCsv(table: SignalTable, options: CsvOptions = {}): string {
  return [...printCsvPieces(table, options)].join('')
}

/** Approximate length of a piece of text. */
const PIECE = 1 << 18

/** The text of `writeCsv` in pieces, because a large table exceeds the maximum length of a text. */
export function* printCsvPieces(
  table: SignalTable,
  { names, separator = ',' }: CsvOptions = {},
): Generator<string> {
  const signals = (names ?? table.names).map((name) => table.signal(name))
  const [firstAxis] = table.axes.values()
  const axis =
    names === undefined ? firstAxis : (signals.find((s) => s.header.axis)?.header.axis ?? firstAxis)
  if (axis === undefined) throw new InputError('table', 'a table with a time axis', 'none')
  const chosen = signals.filter((signal) => isColumn(signal, axis.name, names !== undefined))
  const columns = [table.signal(axis.name), ...chosen]

  const quote = (text: string): string =>
    /["\r\n]/.test(text) || text.includes(separator) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text
  let text = `${columns.flatMap((signal) => headings(signal).map(quote)).join(separator)}\n`
  const cells: string[] = []
  for (let i = 0; i < axis.time.length; i++) {
    cells.length = 0
    for (const signal of columns) {
      const { nElement, values, missing } = signal
      const row = signal.header.axis === undefined ? 0 : i * nElement
      const { type, valueNames } = signal.header
      for (let k = row; k < row + nElement; k++) {
        if (missing !== undefined && missing[k] === 1) cells.push('')
        else if (type === 'boolean') cells.push(String(values[k] !== 0))
        else cells.push(quote(valueNames?.[values[k] - 1] ?? printNumber(values[k])))
      }
    }
    text += `${cells.join(separator)}\n`
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield text
}

/** True if a signal becomes a column of the time axis; explicitly requested signals of other axes are errors. */
function isColumn(signal: Signal, axisName: string, wasAsked: boolean): boolean {
  const { header, name } = signal
  if (name === axisName) return false
  if (!wasAsked) return header.axis?.name === axisName
  if (header.type === 'text') throw new InputError(name, 'a signal with numbers or booleans', header.text)
  if (header.axis === undefined || header.axis.name === axisName) return true
  throw new InputError(
    `names: '${name}'`,
    `a signal over '${axisName}', as the others`,
    `one over '${header.axis.name}'`,
  )
}

function headings(signal: Signal): string[] {
  return Array.from({ length: signal.nElement }, (_, k) => {
    const unit = signal.unitOf(k)
    return unit === '' ? signal.nameOf(k) : `${signal.nameOf(k)} [${unit}]`
  })
}

function printNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
