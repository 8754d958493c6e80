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
    const value = result[key]
    if (typeof value === 'string') result[key] = positionOf(`${path}.${key}`, value, plain)
  }
  return result
}

/** Position of a name in an enumeration, from 1. */
export function positionOf(path: string, name: string, names: readonly string[]): number {
  const index = names.indexOf(name)
  if (index < 0) throw unknownName(path, name, names)
  return index + 1
}
