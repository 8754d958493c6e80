import { InputError, VarioError } from '../base/index.ts'
import { type Attributes, type Signal, SignalTable } from '../results/index.ts'
import {
  addRecord,
  assertFormatVersion,
  assertObject,
  decodeAttribute,
  decodeNumber,
  decodeWarnings,
  encodeAttribute,
  encodeWarnings,
  hasOwnValues,
  locateErrors,
  parseRecord,
  printJson,
  type RecordData,
  toRecord,
} from './binary/index.ts'

const FORMAT = 'vario-signal-table'
const VERSION = 1

/**
 * A table as JSON text, one line per signal. Format, version 1:
 *
 * ```json
 * {
 *   "format": "vario-signal-table",
 *   "version": 1,
 *   "attributes": {"model": "Filter", "statistics": {"steps": 57}},
 *   "warnings": [{"code": "NON_FINITE", "message": "C.i is NaN at t = 2 s.", "time": 2}],
 *   "signals": [
 *     {"name": "time", "kind": "time", "unit": "s", "segments": [0, 2], "values": [0, 1, 1, 2]},
 *     {"name": "C.v", "kind": "state", "unit": "V", "axis": "time", "values": [0, 8.6, 8.6, null]},
 *     {"name": "r", "kind": "variable", "unit": "m", "size": [2], "axis": "time", "values": [0, 0, 1, 1, 2, 2, 3, 3]},
 *     {"name": "C.p.v", "kind": "alias", "alias": "C.v"},
 *     {"name": "R.n.i", "kind": "alias", "alias": "R.i", "sign": -1},
 *     {"name": "R.R", "kind": "parameter", "unit": "Ohm", "value": 0.5}
 *   ]
 * }
 * ```
 *
 * - `values`: all points, row-major for arrays (nPoint × elements). `null` is missing; NaN and infinities are the texts
 *   `"NaN"`, `"Infinity"`, `"-Infinity"`; with `"type": "boolean"`: `true` and `false`. Numbers have enough digits to
 *   restore the same double.
 * - `segments`: index (0-based) of the first point of every segment of a time axis; left out if there is only one.
 * - `unit`: one text, or a list with one per element. `axis`: name of the time axis, which stands before.
 * - `alias`: name of a signal that stands before; its values are not repeated. `"sign": -1`: negated.
 * - `valueNames`: of an enumeration, the names of the values 1, 2, …
 * - `value`: of a parameter, or of a variable that never changes; a flat list for an array; a text with `"type":
 *   "text"`.
 * - `warnings`: left out if there are none.
 * - `attributes`: any JSON; numbers that are not finite are `{"$number": "NaN"}`.
 */
export function writeJson(table: SignalTable): string {
  return [...printJsonPieces(table)].join('')
}

/** Number of values of a signal per piece of text. */
const PIECE = 1 << 14

/** The text of `writeJson` in pieces, because a large table exceeds the maximum length of a text. */
export function* printJsonPieces(table: SignalTable): Generator<string> {
  const { warnings } = table
  yield `{\n  "format": "${FORMAT}",\n  "version": ${VERSION},\n`
  yield `  "attributes": ${printJson(encodeAttribute('attributes', table.attributes))},\n`
  if (warnings.length > 0) yield `  "warnings": ${printJson(encodeWarnings(warnings))},\n`
  yield '  "signals": ['
  let separator = '\n    '
  for (const name of table.names) {
    yield separator
    yield* printSignal(table.signal(name))
    separator = ',\n    '
  }
  yield table.names.length > 0 ? '\n  ]\n}\n' : ']\n}\n'
}

function* printSignal(signal: Signal): Generator<string> {
  const record = toRecord(signal)
  const header = printJson(record)
  if (!hasOwnValues(record)) {
    yield header
    return
  }
  const { values, missing } = signal.data
  const isBoolean = signal.header.type === 'boolean'
  yield `${header.slice(0, -1)}, "values": [`
  for (let start = 0; start < values.length; start += PIECE) {
    const codes: string[] = []
    for (let i = start; i < Math.min(start + PIECE, values.length); i++) {
      if (missing !== undefined && missing[i] === 1) codes.push('null')
      else codes.push(isBoolean ? String(values[i] !== 0) : printNumber(values[i]))
    }
    yield start === 0 ? codes.join(', ') : `, ${codes.join(', ')}`
  }
  yield ']}'
}

function printNumber(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  return Number.isFinite(value) ? String(value) : `"${value}"`
}

/** Reads a table written by `writeJson`. Errors name the place: `signals[3].values[17]: expected …`. */
export function readJson(text: string): SignalTable {
  let source: unknown
  try {
    source = JSON.parse(text)
  } catch (error) {
    const message = `result file: expected JSON, got another text (${(error as Error).message}). Write it again.`
    throw new VarioError('RESULT_FORMAT', message)
  }
  const { format, version, attributes = {}, warnings, signals } = assertObject('(file)', source)
  if (format !== FORMAT) throw new InputError('format', `'${FORMAT}'`, format)
  assertFormatVersion(version, VERSION)
  if (!Array.isArray(signals)) throw new InputError('signals', 'a list', signals)
  const table = new SignalTable(
    decodeAttribute('attributes', assertObject('attributes', attributes)) as Attributes,
    decodeWarnings(warnings),
  )
  for (const [i, item] of signals.entries()) {
    const path = `signals[${i}]`
    const record = parseRecord(path, item)
    locateErrors(path, () =>
      addRecord(table, path, record, () => parseValues(path, item, record.type === 'boolean')),
    )
  }
  return table
}

function parseValues(path: string, item: Record<string, unknown>, isBoolean: boolean): RecordData {
  const source = item['values']
  if (!Array.isArray(source)) throw new InputError(`${path}.values`, 'a list', source)
  const values = new Float64Array(source.length)
  let missing: Uint8Array | undefined
  for (let i = 0; i < source.length; i++) {
    const code: unknown = source[i]
    if (code === null) {
      missing ??= new Uint8Array(source.length)
      missing[i] = 1
      values[i] = Number.NaN
    } else if (isBoolean) {
      if (typeof code !== 'boolean') throw new InputError(`${path}.values[${i}]`, 'true, false or null', code)
      values[i] = Number(code)
    } else {
      values[i] = typeof code === 'number' ? code : decodeNumber(`${path}.values[${i}]`, code)
    }
  }
  return { values, missing }
}
