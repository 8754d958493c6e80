/** Checks keys and units of records. */
import { assertKnownName, InputError, ownValue, parseUnit, sameDimension } from '../../base/index.ts'
import { isQuantity } from '../../model/index.ts'
import {
  type AnyDefinition,
  DefinitionTable,
  isTagged,
  type KeyContent,
  type TaggedRecord,
} from './definition.ts'

/** Checks the keys of a record and of the records in it: constructors do not check files and merged values. */
export function checkRecord(path: string, record: TaggedRecord, { keys }: AnyDefinition): void {
  const names = Object.keys(keys)
  for (const [key, value] of Object.entries(record)) {
    if (key === 'kind') continue
    assertKnownName(`${path}.${key}`, key, names)
    const content = keys[key]
    const inner = content instanceof DefinitionTable && isTagged(value) ? content.get(value.kind) : undefined
    if (inner !== undefined) checkRecord(`${path}.${key}`, value, inner)
  }
}

/** Asserts that the given keys of a record are paths. */
export function checkPaths(path: string, record: TaggedRecord, required: readonly string[]): void {
  const values: Readonly<Record<string, unknown>> = { ...record }
  for (const key of required) {
    if (typeof values[key] !== 'string') throw new InputError(`${path}.${key}`, 'a path', values[key])
  }
}

/** Checks the dimensions of all quantities under a key: a length in kg is an error at its place. */
export function checkUnits(path: string, value: unknown, content: KeyContent): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || content === null) return
  if (isQuantity(value)) {
    if (typeof content === 'string') checkQuantity(path, value, content)
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) checkUnits(path, item, content)
    return
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return
  for (const [key, item] of Object.entries(value)) {
    checkUnits(`${path}.${key}`, item, contentInside(value, key, content))
  }
}

function checkQuantity(path: string, value: { readonly unit: string }, unit: string): void {
  if (sameDimension(parseUnit(value.unit).dimension, parseUnit(unit).dimension)) return
  throw new InputError(path, `a quantity in ${unit}, or in a unit that can be converted to it`, value)
}

/** Valid content under `key` of a value that is a map. */
function contentInside(value: object, key: string, content: Exclude<KeyContent, null>): KeyContent {
  if (typeof content === 'string') return key === 'init' || key === 'nominal' ? content : null
  if (!(content instanceof DefinitionTable)) return ownValue(content, key) ?? content
  return isTagged(value) ? (content.get(value.kind)?.keys[key] ?? null) : null
}
