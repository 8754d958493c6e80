import { InputError, nearestName } from '../../base/index.ts'

/** Longest list of names that a message shows in full. */
const MAX_LISTED = 30

/** `a, b, c`, cut after 30 names; `none` if there are none. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const more = names.length > MAX_LISTED ? `, … ${names.length} in all` : ''
  return names.slice(0, MAX_LISTED).join(', ') + more
}

/** ` (did you mean 'R'?)`, or nothing. */
export function suggest(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names)
  return nearest === undefined ? '' : ` (did you mean '${nearest}'?)`
}

/** The error for a `name` at `path` that is not among `names`. */
export function unknownName(path: string, name: string, names: readonly string[]): InputError {
  return new InputError(path, `one of the names ${listNames(names)}${suggest(name, names)}`, name)
}
