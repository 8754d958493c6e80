/**
 * Records: parameters whose values are maps or lists of values, nested to any depth. Expressions, quantities and
 * parameters inside them are resolved like values of parameters of their own: `Par({ length: expr`2*L`, size:
 * [quantity(5, 'mm'), 1] })`.
 */
import { toSI } from '../base/index.ts'
import { isExpr, isPar, isPlainObject, isQuantity } from './nodes.ts'

/** Merges records recursively; null deletes a key. */
export function mergeRecord(
  old: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = { ...old }
  for (const [key, value] of Object.entries(right)) {
    if (value === null) delete result[key]
    else if (isPlainObject(result[key]) && isPlainObject(value)) result[key] = mergeRecord(result[key], value)
    else if (value !== undefined) result[key] = value
  }
  return Object.freeze(result)
}

/**
 * Returns the record with each part replaced for which `change` returns another value. Returns the record itself if
 * nothing changes, so that plain data costs one traversal.
 */
export function mapRecord(value: unknown, change: (part: object) => unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  const changed = change(value)
  if (changed !== undefined) return changed
  if (Array.isArray(value)) {
    let items: unknown[] | null = null
    for (let i = 0; i < value.length; i++) {
      const mapped = mapRecord(value[i], change)
      if (mapped === value[i]) continue
      items ??= value.slice()
      items[i] = mapped
    }
    return items === null ? value : Object.freeze(items)
  }
  if (!isPlainObject(value)) return value
  let result: Record<string, unknown> | null = null
  for (const [key, item] of Object.entries(value)) {
    const mapped = mapRecord(item, change)
    if (mapped === item) continue
    result ??= { ...value }
    result[key] = mapped
  }
  return result === null ? value : Object.freeze(result)
}

/** True if a part of the record is unknown until the parameters are evaluated. */
export function hasDeferred(value: unknown): boolean {
  let found = false
  mapRecord(value, (part) => {
    found ||= isExpr(part) || isQuantity(part) || isPar(part)
    return found ? part : undefined
  })
  return found
}

/** Replaces quantities by SI values, and parameters by their values. */
export function plainPart(part: object): unknown {
  if (isQuantity(part)) return scale(part.value, part.unit)
  return isPar(part) ? part.value : undefined
}

/** Value outside a model, in SI units. */
export function toPlainRecord(value: unknown): unknown {
  return mapRecord(value, plainPart)
}

function scale(value: unknown, unit: string): unknown {
  if (typeof value === 'number') return toSI(value, unit)
  return Array.from(value as ArrayLike<unknown>, (item) => scale(item, unit))
}
