/** Components of 3D models as records: plain data with a tag, held by one parameter of the model. */
import { InputError } from '../../base/index.ts'
import { Par, type ParNode } from '../../model/index.ts'
import { assertKey, RECORD_KEYS } from './record-keys.ts'
import { checkRecordUnits } from './record-units.ts'

/** A record with its tag. */
export interface TaggedRecord {
  readonly kind: string
}

/**
 * The arguments of a constructor as a tagged record. Names that are not in `keys` are errors, so that a misspelt one is found where it is
 * written; what is not given is not in the record, and gets its default when the record is read.
 */
export function createRecord<R extends TaggedRecord>(
  kind: R['kind'],
  args: object,
  keys: readonly string[] = RECORD_KEYS[kind],
): R {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw new InputError(kind, `a map { ${keys.slice(0, 3).join(', ')}, … }`, args)
  const record: Record<string, unknown> = { kind }
  for (const [key, value] of Object.entries(args)) {
    assertKey(kind, key, keys)
    if (value === undefined || value === null) continue
    checkRecordUnits(`${kind}.${key}`, value, key)
    record[key] = value
  }
  return Object.freeze(record) as unknown as R
}

/** A record as a member of a model. */
export function createPart<R extends TaggedRecord>(
  kind: R['kind'],
  args: object,
  keys: readonly string[] = RECORD_KEYS[kind],
): ParNode<R> {
  return Par({ value: createRecord<R>(kind, args, keys) })
}
