/** Checks of evaluated records of force elements and sensors. */
import { InputError, nearestName } from '../../base/index.ts'

/** Every name in the record is known, also those that modifications and files have brought in; the paths of `required` are given. */
export function checkRecord(
  path: string,
  record: object,
  keys: readonly string[],
  required: readonly string[],
): void {
  for (const key of Object.keys(record)) {
    if (key === 'kind' || keys.includes(key)) continue
    const nearest = nearestName(key, keys)
    const hint = nearest === undefined ? '' : ` (did you mean '${nearest}'?)`
    throw new InputError(`${path}.${key}`, `one of the names ${keys.join(', ')}${hint}`, key)
  }
  for (const key of required) {
    const value = (record as Readonly<Record<string, unknown>>)[key]
    if (typeof value !== 'string') throw new InputError(`${path}.${key}`, 'a path', value)
  }
}
