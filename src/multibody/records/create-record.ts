/** Components of 3D models as records: plain data with a tag, held by one parameter of the model. */
import { assertKnownName, InputError } from '../../base/index.ts'
import { Par, type ParNode } from '../../model/index.ts'
import { checkUnits } from './check-record.ts'
import type { RecordDefinition, TaggedRecord } from './definition.ts'

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
