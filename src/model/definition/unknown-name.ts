import { InputError, suggestName } from '../../base/index.ts'

/** Longest list of names that a message shows in full. */
const MAX_LISTED = 30

/** `a, b, c`, cut after 30 names; `none` if there are none. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const more = names.length > MAX_LISTED ? `, … ${names.length} in all` : ''
  return names.slice(0, MAX_LISTED).join(', ') + more
}

/** The error for a `name` at `path` that is not among `names`. */
export function unknownName(path: string, name: string, names: readonly string[]): InputError {
  return new InputError(path, `one of the names ${listNames(names)}${suggestName(name, names)}`, name)
}
