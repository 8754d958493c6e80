/** Warnings of a run in files. */
import { InputError } from '../../base/index.ts'
import type { RunWarning } from '../table/index.ts'
import { decodeAttribute, encodeAttribute } from './attributes.ts'
import { assertObject, assertText, decodeNumber } from './records.ts'

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
