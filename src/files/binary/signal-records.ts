/** Common part of the file formats: a table as a list of records, each with a header and values. */
import { assertOneOf, InputError, VarioError } from '../../base/index.ts'
import {
  countElements,
  SIGNAL_KINDS,
  SIGNAL_TYPES,
  type Signal,
  type SignalKind,
  type SignalTable,
  type SignalType,
  type TimedKind,
} from '../../results/index.ts'

/** A number in a file: itself, or a text if JSON cannot represent it. */
export type NumberCode = number | 'NaN' | 'Infinity' | '-Infinity'

/** A signal in a file, without its values. Fields with default values are omitted. */
export interface SignalRecord {
  readonly name: string
  readonly kind: SignalKind
  readonly type?: Exclude<SignalType, 'real'>
  readonly unit?: string | readonly string[]
  readonly info?: string
  readonly size?: readonly number[]
  /** Names of the values 1, 2, … of an enumeration. */
  readonly valueNames?: readonly string[]
  /** Name of the time axis, an earlier signal of kind `time`. */
  readonly axis?: string
  /** Of a time axis: index of the first point of every segment; default: [0]. */
  readonly segments?: readonly number[]
  /** Name of the target of an alias, an earlier signal. */
  readonly alias?: string
  readonly sign?: -1
  /** The value of a parameter or constant variable: one, or a flat row-major list. */
  readonly value?: NumberCode | boolean | string | readonly (NumberCode | boolean)[]
}

/** Values of a record. */
export interface RecordData {
  readonly values: Float64Array
  readonly missing: Uint8Array | undefined
}

/** The header of a signal, encoded for a file. */
export function toRecord(signal: Signal): SignalRecord {
  const { name, kind, header, info, size } = signal
  const about = info === '' ? {} : { info }
  if (header.aliasOf !== undefined) {
    return { name, kind, alias: header.aliasOf, ...(header.sign === -1 ? { sign: -1 } : {}), ...about }
  }
  const unit = header.elementUnits ?? signal.unit
  const starts = header.axis?.segmentStarts
  return {
    ...{ name, kind },
    ...(header.type === 'real' ? {} : { type: header.type }),
    ...(unit === '' ? {} : { unit }),
    ...about,
    ...(size.length === 0 ? {} : { size }),
    ...(header.valueNames === undefined ? {} : { valueNames: header.valueNames }),
    ...(header.axis === undefined || kind === 'time' ? {} : { axis: header.axis.name }),
    ...(kind === 'time' && starts !== undefined && starts.length > 1 ? { segments: Array.from(starts) } : {}),
    ...(header.text === undefined ? {} : { value: header.text }),
    ...(header.constant === undefined ? {} : { value: constantCode(signal, header.constant) }),
  }
}

/** True if a record has its own values, besides its header. */
export function hasOwnValues(record: SignalRecord): boolean {
  return record.alias === undefined && record.value === undefined
}

function constantCode(signal: Signal, constant: Float64Array): NonNullable<SignalRecord['value']> {
  const codes = Array.from(constant, (value) =>
    signal.header.type === 'boolean' ? value !== 0 : encodeNumber(value),
  )
  return signal.size.length === 0 ? codes[0] : codes
}

/** Adds the signal of a record to a table; `data` gives its own values, if any. */
export function addRecord(
  table: SignalTable,
  path: string,
  record: SignalRecord,
  data: () => RecordData,
): void {
  const { name, kind, type, size = [], unit = '', info = '', axis, alias, value, valueNames } = record
  const nameAxis = axis === undefined ? {} : { axis }
  const names = valueNames === undefined ? {} : { valueNames }
  if (alias !== undefined) {
    table.addAlias({ name, of: alias, negated: record.sign === -1, info })
  } else if (value !== undefined) {
    const decoded = decodeValue(`${path}.value`, value, type === 'text', countElements(size))
    const description = { name, unit, info, size, ...names, value: decoded }
    if (kind === 'parameter') table.addParameter(description)
    else table.addConstant({ ...description, ...nameAxis, kind: kind as TimedKind })
  } else if (kind === 'time') {
    const { values } = data()
    const unitText = typeof unit === 'string' ? unit : unit.join()
    table.addTime({ name, unit: unitText, info, values, segmentStarts: record.segments ?? [0] })
  } else {
    const kindAndType = {
      kind: kind as TimedKind,
      type: type === undefined || type === 'text' ? 'real' : type,
    } as const
    table.add({ name, unit, info, size, ...names, ...kindAndType, ...nameAxis, ...data() })
  }
}

function decodeValue(
  path: string,
  value: NonNullable<SignalRecord['value']>,
  isText: boolean,
  n: number,
): number | boolean | string | number[] | boolean[] {
  if (isText) {
    if (typeof value !== 'string') throw new InputError(path, 'a text', value)
    return value
  }
  const decode = (item: unknown, at: string): number | boolean =>
    typeof item === 'boolean' ? item : decodeNumber(at, item)
  if (!Array.isArray(value)) return decode(value, path)
  if (value.length !== n) throw new InputError(path, `a list of ${n} elements`, value)
  return value.map((item, k) => decode(item, `${path}[${k}]`)) as number[] | boolean[]
}

/** Encodes a number for a file. */
export function encodeNumber(value: number): NumberCode {
  return Number.isFinite(value) ? value : (String(value) as NumberCode)
}

/** Inverse of `encodeNumber`. */
export function decodeNumber(path: string, code: unknown): number {
  if (typeof code === 'number') return code
  if (code === 'NaN' || code === 'Infinity' || code === '-Infinity') return Number(code)
  throw new InputError(path, "a number, 'NaN', 'Infinity' or '-Infinity'", code)
}

/** Checks the header of a signal from a file. */
export function parseRecord(path: string, source: unknown): SignalRecord {
  const object = assertObject(path, source)
  for (const key of Object.keys(object)) assertOneOf(`${path}: key`, key, RECORD_KEYS)
  const { name, kind, type, unit, info, size, axis, segments, alias, sign, value } = object
  assertText(`${path}.name`, name)
  assertOneOf(`${path}.kind`, kind, SIGNAL_KINDS)
  if (type !== undefined) assertOneOf(`${path}.type`, type, SIGNAL_TYPES)
  for (const [key, text] of Object.entries({ info, axis, alias })) {
    if (text !== undefined) assertText(`${path}.${key}`, text)
  }
  if (Array.isArray(unit)) for (const [k, item] of unit.entries()) assertText(`${path}.unit[${k}]`, item)
  else if (unit !== undefined) assertText(`${path}.unit`, unit)
  const { valueNames } = object
  if (
    valueNames !== undefined &&
    !(Array.isArray(valueNames) && valueNames.every((item) => typeof item === 'string'))
  )
    throw new InputError(`${path}.valueNames`, 'a list of texts', valueNames)
  for (const [key, list] of Object.entries({ size, segments })) {
    if (
      list !== undefined &&
      !(Array.isArray(list) && list.every((item) => Number.isSafeInteger(item) && item >= 0))
    ) {
      throw new InputError(`${path}.${key}`, 'a list of integers >= 0', list)
    }
  }
  if (sign !== undefined && sign !== -1) throw new InputError(`${path}.sign`, '-1 or nothing', sign)
  if ((kind === 'alias') !== (alias !== undefined)) {
    throw new InputError(
      `${path}.alias`,
      kind === 'alias' ? 'the name of its target' : `nothing for kind '${kind}'`,
      alias,
    )
  }
  if (kind === 'parameter' && value === undefined) throw new InputError(`${path}.value`, 'a value', value)
  if (kind === 'time' && value !== undefined)
    throw new InputError(`${path}.value`, 'nothing for a time axis', value)
  return object as unknown as SignalRecord
}

const RECORD_KEYS = [
  ...['name', 'kind', 'type', 'unit', 'info', 'size', 'axis', 'segments', 'alias', 'sign', 'value'],
  ...['values', 'missing', 'points', 'checksum', 'valueNames'],
]

export function assertText(path: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') throw new InputError(path, 'a text', value)
}

/** `value` is a JSON object. */
export function assertObject(path: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new InputError(path, 'an object', value)
}

/** Adds the place in the file to an error of the table. */
export function locateErrors(path: string, action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!(error instanceof VarioError) || (error instanceof InputError && error.path.startsWith(path)))
      throw error
    throw new VarioError('RESULT_FORMAT', `${path}: ${error.message}`, { ...error.fields, path })
  }
}
