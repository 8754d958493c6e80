import { assertKnownName, InputError } from '../../base/index.ts'
import { type AnyDefinition, DefinitionTable, isTagged, type TaggedRecord } from './definition.ts'

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
