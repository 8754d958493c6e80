import { InputError, listScopes, suggestName } from '../../base/index.ts'
import type { PartPath } from '../parts/index.ts'

/** Maximum number of paths in a message. */
const MAX_LISTED = 30

/**
 * Resolves the path `reference` under `key` of a part: in the scope in which the part is declared, and then in the
 * enclosing ones. Keys of `objects` are their paths in the 3D model.
 */
export function findObject<T>(
  objects: ReadonlyMap<string, T>,
  from: PartPath,
  key: string,
  reference: unknown,
): T {
  if (typeof reference !== 'string' || reference === '')
    throw new InputError(`${from.fullPath}.${key}`, 'the path of an Object3D', reference)
  const found = findInScopes(objects, from.path, reference)
  if (found !== undefined) return found
  const paths = [...objects.keys()]
  const more = paths.length > MAX_LISTED ? `, … ${paths.length} in all` : ''
  const list = paths.slice(0, MAX_LISTED).join(', ') + more
  const expected = `the path of an Object3D: ${list}${suggestName(reference, paths)}`
  throw new InputError(`${from.fullPath}.${key}`, expected, reference)
}

/** Resolves `reference` where the part `from` is declared; undefined: not found. */
export function findInScopes<T>(
  parts: ReadonlyMap<string, T>,
  from: string,
  reference: string,
): T | undefined {
  for (const path of listScopes(from, reference)) {
    const found = parts.get(path)
    if (found !== undefined) return found
  }
  return undefined
}
