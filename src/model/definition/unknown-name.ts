import { InputError, suggestName } from '../../base/index.ts'

/** Longest list of names that a message shows in full. */
const MAX_LISTED = 30

/** Names joined as `a, b, c`, cut after 30 names; `none` for an empty list. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const more = names.length > MAX_LISTED ? `, … ${names.length} in all` : ''
  return names.slice(0, MAX_LISTED).join(', ') + more
}

/** Returns the error for a `name` at `path` that `names` does not contain. */
export function unknownName(path: string, name: string, names: readonly string[]): InputError {
  return new InputError(path, `one of the names ${listNames(names)}${suggestName(name, names)}`, name)
}
