/**
 * Names of signals with indices, as users write them: `r[2]`, `r[2:3]`, `m[2,1:3]`, `m[end,:]`. Indices are 1-based.
 */
import { nearestName, VarioError } from '../base/index.ts'
import { countElements } from './signal.ts'

/** Elements of an array signal selected by a name. */
export interface Selection {
  /** Indices into the row-major elements, 0-based. */
  readonly elements: Int32Array
  /** Size of the selection: an index removes its dimension, a range keeps it. */
  readonly size: readonly number[]
}

/** Maximum number of names in a suggestion. */
const MAX_SUGGESTED = 5

/** Splits `m[2,1:3]` into the name `m` and the text `2,1:3`; undefined if the name does not end with an index. */
export function splitIndices(name: string): { base: string; indices: string } | undefined {
  if (!name.endsWith(']')) return undefined
  const open = name.lastIndexOf('[')
  return open <= 0 ? undefined : { base: name.slice(0, open).trimEnd(), indices: name.slice(open + 1, -1) }
}

/** Elements of a signal `base` of the given size that the indices select. */
export function selectElements(base: string, size: readonly number[], indices: string): Selection {
  const name = `${base}[${indices}]`
  const parts = indices.split(',')
  if (parts.length !== size.length) {
    const has = size.length === 0 ? 'is a scalar' : `has size ${size.join(' × ')}`
    throw indexError(
      name,
      `${base} ${has}, the name has ${parts.length} ${plural(parts.length, 'index', 'indices')}`,
    )
  }
  const ranges = parts.map((part, k) => parseRange(name, part.trim(), size[k], k))
  const selectedSize = ranges.filter((range) => range.keep).map((range) => range.to - range.from + 1)
  const elements = new Int32Array(countElements(ranges.map((range) => range.to - range.from + 1)))
  for (let i = 0; i < elements.length; i++) {
    let rest = i
    let element = 0
    for (let k = ranges.length - 1, stride = 1; k >= 0; k--) {
      const length = ranges[k].to - ranges[k].from + 1
      element += (ranges[k].from - 1 + (rest % length)) * stride
      rest = Math.floor(rest / length)
      stride *= size[k]
    }
    elements[i] = element
  }
  return { elements, size: selectedSize }
}

/** One index: `2`, `end`, `2:3`, `2:end` or `:`. */
function parseRange(
  name: string,
  text: string,
  length: number,
  k: number,
): { from: number; to: number; keep: boolean } {
  if (text === ':') return { from: 1, to: length, keep: true }
  const match = /^(\d+|end)(?:\s*:\s*(\d+|end))?$/.exec(text)
  if (match === null) {
    throw indexError(
      name,
      `expected a number, a range such as 2:3, end or : as index ${k + 1}, got '${text}'`,
    )
  }
  const bound = (digits: string): number => (digits === 'end' ? length : Number(digits))
  const from = bound(match[1])
  const to = match[2] === undefined ? from : bound(match[2])
  if (from < 1 || to > length || from > to) {
    throw indexError(name, `expected 1 to ${length} as index ${k + 1}, got ${text}`)
  }
  return { from, to, keep: match[2] !== undefined }
}

function indexError(name: string, reason: string): VarioError {
  return new VarioError('SIGNAL_INDEX', `Signal '${name}': ${reason}.`, { name })
}

/** The error for an unknown name, with suggestions. */
export function unknownSignal(name: string, names: readonly string[]): VarioError {
  const suggestions = suggestNames(name, names)
  const hint =
    suggestions.length > 0
      ? `Did you mean ${suggestions.map((item) => `'${item}'`).join(', ')}?`
      : names.length === 0
        ? 'The table is empty.'
        : `The table has ${names.length} ${plural(names.length, 'signal', 'signals')}: ${shorten(names)}.`
  return new VarioError('UNKNOWN_SIGNAL', `signals: expected a name of the table, got '${name}'. ${hint}`, {
    name,
    suggestions,
  })
}

/**
 * Up to five names: misspelled ones first, then the same variable of other components, then other variables of the same.
 */
function suggestNames(name: string, names: readonly string[]): string[] {
  const found = new Set<string>()
  const wanted = splitIndices(name)?.base ?? name
  for (let i = 0; i < 3; i++) {
    const nearest = nearestName(
      wanted,
      names.filter((candidate) => !found.has(candidate)),
    )
    if (nearest === undefined) break
    found.add(nearest)
  }
  const dot = wanted.lastIndexOf('.')
  const last = wanted.slice(dot + 1).toLowerCase()
  for (const candidate of names) if (candidate.toLowerCase().endsWith(`.${last}`)) found.add(candidate)
  if (dot > 0)
    for (const candidate of names) if (candidate.startsWith(wanted.slice(0, dot + 1))) found.add(candidate)
  return [...found].slice(0, MAX_SUGGESTED)
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(', ')
  return names.length > 10 ? `${shown}, …` : shown
}

function plural(n: number, one: string, many: string): string {
  return n === 1 ? one : many
}
