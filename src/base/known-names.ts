/** Names from the user and the known names: checks, lists, the nearest name. */
import { InputError } from './errors.ts'

/** ` (did you mean 'R'?)` for a misspelled `name`, or nothing if none of `names` is close. */
export function suggestName(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names)
  return nearest === undefined ? '' : ` (did you mean '${nearest}'?)`
}

/** Maximum number of names that a message lists. */
const MAX_LISTED = 30

/** Names joined as `a, b, c`, cut after 30 names; `none` for an empty list. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const more = names.length > MAX_LISTED ? `, … ${names.length} in all` : ''
  return names.slice(0, MAX_LISTED).join(', ') + more
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
  if (!names.includes(name)) throw unknownName(path, name, names, phrase)
}

/** Returns the error for a `name` at `path` that `names` does not contain. */
export function unknownName(
  path: string,
  name: string,
  names: readonly string[],
  phrase: Phrase = 'one of the names',
): InputError {
  const expected =
    names.length === 0 ? 'nothing here' : `${phrase} ${listNames(names)}${suggestName(name, names)}`
  return new InputError(path, expected, name)
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

/**
 * The candidate nearest to a misspelled `name`, or `undefined` if none is close. Upper and lower case count as equal at
 * first and break ties afterwards. Close means: at most one edit per three characters, at least one.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestScore = Number.POSITIVE_INFINITY
  const lowerName = name.toLowerCase()
  for (const candidate of candidates) {
    const edits = editDistance(lowerName, candidate.toLowerCase())
    const longer = Math.max(name.length, candidate.length)
    if (edits > Math.max(1, Math.floor(longer / 3)) || edits >= longer) continue
    // a difference in case weighs less than any edit, because there are at most `longer` of them
    const score = edits + editDistance(name, candidate) / (longer + 1)
    if (score < bestScore) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

/** Number of insertions, deletions, replacements and swaps of neighbors that transform `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      let edits = Math.min(replaced, previous[j] + 1, current[j - 1] + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) edits = Math.min(edits, beforePrevious[j - 2] + 1)
      current.push(edits)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]
}
