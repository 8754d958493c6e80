/** Values of enumerations as numbers. */
import { unknownName } from '../base/index.ts'
import { isModel, membersOf, type ValueType } from './nodes.ts'

/** Attributes whose values may be names of an enumeration. */
const VALUES = ['init', 'start', 'value', 'min', 'max']

/** The attributes with the type as plain data, and with the positions in place of names of an enumeration. */
export function withTypedValues(
  path: string,
  attributes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { type } = attributes
  if (type === undefined || type === null) return { ...attributes }
  const plain = isModel(type) ? Object.freeze(membersOf(type).map(([name]) => name)) : (type as ValueType)
  const result: Record<string, unknown> = { ...attributes, type: plain }
  if (typeof plain === 'string') return result
  for (const key of VALUES) {
    if (result[key] !== undefined) result[key] = withPositions(`${path}.${key}`, result[key], plain)
  }
  return result
}

/** A value with the positions of its names, also in arrays; other values are unchanged. */
export function withPositions(path: string, value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each, i) => withPositions(`${path}[${i + 1}]`, each, names))
  return typeof value === 'string' ? positionOf(path, value, names) : value
}

/** Position of a name in an enumeration, from 1. */
function positionOf(path: string, name: string, names: readonly string[]): number {
  const index = names.indexOf(name)
  if (index < 0) throw unknownName(path, name, names)
  return index + 1
}
