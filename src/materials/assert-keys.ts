import { describe, InputError, nearestName } from '../base/index.ts'

/** `data` is an object all of whose keys are among `names`; the message suggests the nearest. */
export function assertKeys(
  path: string,
  data: unknown,
  names: readonly string[],
): asserts data is Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new InputError(path, `an object with some of ${names.join(', ')}`, data)
  for (const name of Object.keys(data)) {
    if (names.includes(name)) continue
    const nearest = nearestName(name, names)
    const suggestion = nearest === undefined ? '' : ` (did you mean ${describe(nearest)}?)`
    throw new InputError(path, `only the names ${names.join(', ')}${suggestion}`, name)
  }
}
