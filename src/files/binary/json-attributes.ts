/**
 * Attributes, warnings and other plain data as JSON, without loss: -0 is kept, and NaN and infinities are `{"$number": "NaN"}`.
 */
import { InputError } from '../../base/index.ts'
import type { Attribute, Attributes, RunWarning } from '../../results/index.ts'
import { assertObject, assertText, decodeNumber } from './signal-records.ts'

const NUMBER_KEY = '$number'

/** JSON text on one line; the number -0 stays -0. Numbers must be finite. */
export function printJson(value: unknown): string {
  if (Object.is(value, -0)) return '-0'
  if (Array.isArray(value)) return `[${value.map(printJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${printJson(item)}`)
  return `{${fields.join(', ')}}`
}

/** Encodes numbers of attributes that JSON cannot represent. */
export function encodeAttribute(path: string, value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : { [NUMBER_KEY]: String(value) }
  if (Array.isArray(value)) return value.map((item, k) => encodeAttribute(`${path}[${k}]`, item))
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new InputError(path, 'a number, text, boolean, null, or a list or plain object of them', value)
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries.map(([key, item]) => [key, encodeAttribute(`${path}.${key}`, item)]))
}

/** Inverse of `encodeAttribute`. */
export function decodeAttribute(path: string, value: unknown): Attribute {
  if (Array.isArray(value)) return value.map((item, k) => decodeAttribute(`${path}[${k}]`, item))
  if (typeof value !== 'object' || value === null) return value as Attribute
  const entries = Object.entries(value)
  if (entries.length === 1 && entries[0][0] === NUMBER_KEY)
    return decodeNumber(`${path}.${NUMBER_KEY}`, entries[0][1])
  return Object.fromEntries(
    entries.map(([key, item]) => [key, decodeAttribute(`${path}.${key}`, item)]),
  ) as Attributes
}

/** Encodes warnings for a file. */
export function encodeWarnings(warnings: readonly RunWarning[]): unknown {
  return encodeAttribute('warnings', warnings)
}

/** Inverse of `encodeWarnings`; a file without warnings has none. */
export function decodeWarnings(source: unknown = []): RunWarning[] {
  if (!Array.isArray(source)) throw new InputError('warnings', 'a list', source)
  return source.map((item: unknown, k) => {
    const path = `warnings[${k}]`
    const { code, message, time } = assertObject(path, decodeAttribute(path, item))
    assertText(`${path}.code`, code)
    assertText(`${path}.message`, message)
    return { code, message, time: decodeNumber(`${path}.time`, time) }
  })
}
