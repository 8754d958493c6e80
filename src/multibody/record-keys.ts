/** Keys of 3D records, for programs that let users change them. */
import { ELEMENTS } from './elements/index.ts'
import { object3D } from './parts/index.ts'
import { JOINTS } from './parts/joints/index.ts'
import { type AnyDefinition, DefinitionTable, isTagged, type KeyContent } from './records/index.ts'

/** A key of a record. */
export interface RecordKey {
  /** Unit of its numbers; undefined: other data, or unknown. */
  readonly unit: string | undefined
  /** Names of the keys on the level of the last one found. */
  readonly names: readonly string[]
  /** Number of keys found, from the first. */
  readonly depth: number
}

/** Looks up `feature.massProperties.mass` in the record of a part; undefined for records of other models. */
export function findRecordKey(record: unknown, keys: readonly string[]): RecordKey | undefined {
  const definition = isTagged(record) ? findDefinition(record.kind) : undefined
  if (definition === undefined) return undefined
  let value: unknown = record
  let names: readonly string[] = Object.keys(definition.keys)
  let content: KeyContent | AnyDefinition = definition
  for (const [depth, key] of keys.entries()) {
    if (content === null) return { unit: undefined, names: [], depth: keys.length }
    if (content instanceof DefinitionTable) {
      const inner: AnyDefinition | undefined = isTagged(value) ? content.get(value.kind) : undefined
      if (inner === undefined) return { unit: undefined, names: [], depth: keys.length }
      content = inner
    }
    if (typeof content === 'string') names = START_KEYS
    else names = Object.keys(isDefinition(content) ? content.keys : content)
    if (!names.includes(key)) return { unit: undefined, names, depth }
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[key]
    if (typeof content !== 'string') content = isDefinition(content) ? content.keys[key] : content[key]
  }
  return { unit: typeof content === 'string' ? content : undefined, names, depth: keys.length }
}

/** Keys of a start value that is not just a number. */
const START_KEYS = ['init', 'nominal']

function findDefinition(kind: string): AnyDefinition | undefined {
  return kind === object3D.kind ? object3D : (JOINTS.get(kind) ?? ELEMENTS.get(kind))
}

function isDefinition(content: object): content is AnyDefinition {
  return 'kind' in content && 'keys' in content
}
