/** Checks names from the user against the known names. */
import { InputError } from './errors.ts'
import { nearestName } from './nearest-name.ts'

/** ` (did you mean 'R'?)` for a misspelled `name`, or nothing if none of `names` is close. */
export function suggestName(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names)
  return nearest === undefined ? '' : ` (did you mean '${nearest}'?)`
}

/** Start of a message that lists known names. */
type Phrase = 'one of the names' | 'only the names'

/** Asserts that `name` is one of `names`. The message contains `path`, lists the names and suggests the nearest. */
export function assertKnownName(
  path: string,
  name: string,
  names: readonly string[],
  phrase: Phrase = 'one of the names',
): void {
  if (names.includes(name)) return
  throw new InputError(path, `${phrase} ${names.join(', ')}${suggestName(name, names)}`, name)
}

/** Asserts that `data` is an object whose keys are all among `names`. */
export function assertKnownKeys(
  path: string,
  data: unknown,
  names: readonly string[],
  phrase?: Phrase,
): asserts data is Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new InputError(path, `an object with some of ${names.join(', ')}`, data)
  for (const name of Object.keys(data)) assertKnownName(path, name, names, phrase)
}
