/** Components of 3D models as records: plain data with a tag, held by one parameter of the model. */
import { assertKnownName, InputError, ownValue, parseUnit, sameDimension } from '../../base/index.ts'
import { isQuantity, Par, type ParNode } from '../../model/index.ts'
import {
  type AnyDefinition,
  DefinitionTable,
  isTagged,
  type KeyContent,
  type RecordDefinition,
  type TaggedRecord,
} from './definition.ts'

/**
 * Creates a tagged record from the arguments of a constructor. Unknown keys are errors, so that a misspelled one is
 * found at its place. Missing values are not in the record; they get their defaults when it is read.
 */
export function createRecord<R extends TaggedRecord>(
  { kind, keys }: RecordDefinition<R>,
  args: Omit<R, 'kind'>,
): R {
  const names = Object.keys(keys)
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw new InputError(kind, `a map { ${names.slice(0, 3).join(', ')}, … }`, args)
  const record: TaggedRecord & Record<string, unknown> = { kind }
  for (const [key, value] of Object.entries<unknown>(args)) {
    assertKnownName(`${kind}.${key}`, key, names)
    if (value === undefined || value === null) continue
    checkUnits(`${kind}.${key}`, value, keys[key as keyof typeof keys])
    record[key] = value
  }
  const tagged: TaggedRecord = Object.freeze(record)
  return tagged as R
}

/** Creates a record as a member of a model. */
export function createPart<R extends TaggedRecord>(
  definition: RecordDefinition<R>,
  args: Omit<R, 'kind'>,
): ParNode<R> {
  return Par({ value: createRecord(definition, args) })
}

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
