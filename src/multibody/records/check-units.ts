import { InputError, ownValue, parseUnit, sameDimension } from '../../base/index.ts'
import { isQuantity } from '../../model/index.ts'
import { DefinitionTable, isTagged, type KeyContent } from './definition.ts'

/** Checks the dimensions of all quantities under a key: a length in kg is an error at its place. */
export function checkUnits(path: string, value: unknown, content: KeyContent): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || content === null) return
  if (isQuantity(value)) {
    if (typeof content === 'string') checkQuantity(path, value, content)
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) checkUnits(path, item, content)
    return
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return
  for (const [key, item] of Object.entries(value)) {
    checkUnits(`${path}.${key}`, item, contentInside(value, key, content))
  }
}

function checkQuantity(path: string, value: { readonly unit: string }, unit: string): void {
  if (sameDimension(parseUnit(value.unit).dimension, parseUnit(unit).dimension)) return
  throw new InputError(path, `a quantity in ${unit}, or in a unit that can be converted to it`, value)
}

/** Valid content under `key` of a value that is a map. */
function contentInside(value: object, key: string, content: Exclude<KeyContent, null>): KeyContent {
  if (typeof content === 'string') return key === 'init' || key === 'nominal' ? content : null
  if (!(content instanceof DefinitionTable)) return ownValue(content, key) ?? content
  return isTagged(value) ? (content.get(value.kind)?.keys[key] ?? null) : null
}
