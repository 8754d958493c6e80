/** All of a table except its values, as JSON: shared by the formats with values in blocks, columns and datasets. */
import { assertInteger, InputError, VarioError } from '../../base/index.ts'
import { type Attributes, countElements, type Signal, SignalTable } from '../../results/index.ts'
import { checksumOfData } from './checksum.ts'
import {
  decodeAttribute,
  decodeWarnings,
  encodeAttribute,
  encodeWarnings,
  printJson,
} from './json-attributes.ts'
import {
  addRecord,
  assertObject,
  hasOwnValues,
  locateErrors,
  parseRecord,
  type RecordData,
  type SignalRecord,
  toRecord,
} from './signal-records.ts'

/** Location of the values of a signal, and of its mask, in terms of a format. */
export interface ValuePlace {
  readonly values?: number | string
  readonly missing?: number | string | true
}

/** A signal of a header with its own values. */
export interface StoredSignal extends SignalRecord, ValuePlace {
  /** Of a time axis: number of its points. */
  readonly points?: number
  /** See `checksumOfData`. */
  readonly checksum?: number
}

/** Content of a header. */
export interface TableHeader {
  readonly attributes: Attributes
  readonly warnings: unknown
  readonly signals: readonly StoredSignal[]
}

/**
 * The header as in `writeJson`, except for the values: a signal with its own values has their `place`, their checksum,
 * and, if it is a time axis, the number of `points`.
 */
export function printHeader(table: SignalTable, place: (signal: Signal) => ValuePlace): string {
  const signals = table.names.map((name) => {
    const signal = table.signal(name)
    const record = toRecord(signal)
    if (!hasOwnValues(record)) return record
    const points = record.kind === 'time' ? { points: signal.nPoint } : {}
    return { ...record, ...points, ...place(signal), checksum: checksumOfData(signal.data) }
  })
  const attributes = encodeAttribute('attributes', table.attributes)
  const warnings = table.warnings.length > 0 ? { warnings: encodeWarnings(table.warnings) } : {}
  return printJson({ attributes, ...warnings, signals })
}

/** Inverse of `printHeader`. */
export function parseHeader(text: string): TableHeader {
  let source: unknown
  try {
    source = JSON.parse(text)
  } catch (error) {
    throw damagedHeader((error as Error).message)
  }
  const { attributes, warnings, signals } = assertObject('(header)', source)
  if (!Array.isArray(signals)) throw new InputError('signals', 'a list', signals)
  return {
    attributes: decodeAttribute('attributes', assertObject('attributes', attributes)) as Attributes,
    warnings,
    signals: signals.map((item, i) => parseRecord(`signals[${i}]`, item)),
  }
}

/** The table of a header. `load` returns the `n` values of a signal; `path` is its place in the header for messages. */
export function createTable(
  header: TableHeader,
  load: (signal: StoredSignal, n: number, path: string) => RecordData,
): SignalTable {
  const table = new SignalTable(header.attributes, decodeWarnings(header.warnings))
  for (const [i, signal] of header.signals.entries()) {
    const path = `signals[${i}]`
    const loadChecked = (): RecordData => {
      const nPoint = signal.kind === 'time' ? signal.points : nPointOf(table, signal)
      if (nPoint === undefined)
        throw new InputError(`${path}.axis`, [...table.axes.keys()].join(' | '), signal.axis)
      assertInteger(`${path}.points`, nPoint, 0)
      const data = load(signal, nPoint * countElements(signal.size ?? []), path)
      if (checksumOfData(data) !== signal.checksum) throw damagedValues(signal.name)
      return data
    }
    locateErrors(path, () => addRecord(table, path, signal, loadChecked))
  }
  return table
}

/** Number of points of the axis of a signal, or undefined for an unknown axis. */
export function nPointOf(table: SignalTable, { axis }: StoredSignal): number | undefined {
  return table.axes.get(axis ?? '')?.time.length
}

/** The error for a header that has changed. */
export function damagedHeader(reason: string): VarioError {
  return new VarioError(
    'RESULT_FORMAT',
    `header of the result file: expected valid content, got damage: ${reason}`,
  )
}

function damagedValues(name: string): VarioError {
  return new VarioError(
    'RESULT_FORMAT',
    `values of '${name}' in the result file: expected their checksum, got another one. Write the file again.`,
    {
      name,
    },
  )
}
